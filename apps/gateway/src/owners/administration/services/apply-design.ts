import { defined } from '@soapstone/options/defined';
import { parseYaml } from '../../../config/file/parse-yaml.js';
import { readText } from '../../../config/file/read-config-file.js';
import {
  DESIGN_SECRET_LIMITS,
  designSecretField,
  storeServiceSecret,
} from '../../../credentials/service-secrets.js';
import { DESIGN_TEXT_LENGTH, printDesign, sameDesign } from '../../../domain/services/read-design.js';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import { saveService } from '../../../services/save-service.js';
import { RegistrationError, reviseDesign, writtenDesign } from '../../registration/register.js';
import type { ApplyDependencies, ApplyRun } from './apply-dependencies.js';
import { FileError } from './file-error.js';
import type { DeclaredService, ReadServicesFile } from './services-file.js';

/**
 * Brings the design of a service, and the secrets that it names, to the declared state. A changed design is published as a revision.
 *
 * @param stored the service; undefined for a new one in a dry run
 * @throws {FileError} with the position of every line of the design that does not fit
 */
export async function applyDesign(
  declared: DeclaredService,
  stored: RegisteredService | undefined,
  { file, deps, dryRun, report }: ApplyRun,
): Promise<void> {
  const { slug } = declared;
  for (const [name, reference] of Object.entries(declared.secrets ?? {})) {
    const value = file.read(reference, `the secret ${name} of ${slug}`).replace(/\r?\n$/, '');
    if (value.length === 0 || value.length > DESIGN_SECRET_LIMITS.length) {
      throw new FileError([
        `the secret ${name} of ${slug} must have 1 to ${DESIGN_SECRET_LIMITS.length} characters`,
      ]);
    }
    if (stored === undefined) {
      report.change(`+ service ${slug}: secret ${name}`);
      continue;
    }
    const { accountId, id: serviceId } = stored;
    const place = { accountId, serviceId, field: designSecretField(name) };
    const sealed = (await deps.store.secrets.find(accountId, serviceId)).get(place.field);
    if (sealed !== undefined && JSON.parse(deps.sealer.open(sealed, place)) === value) continue;
    report.change(`${sealed === undefined ? '+' : '~'} service ${slug}: secret ${name}`);
    if (dryRun) continue;
    await storeServiceSecret(deps.store, deps.sealer, place, value);
    await saveService(deps, stored);
    await audit(deps, accountId, 'design-secret.set', `${serviceId}/${name}`);
  }
  const { design } = declared;
  if (design === undefined) return;
  const { data, text, locate } = readDeclared(declared, file);
  if (stored === undefined) return report.change(`+ service ${slug}: design`);
  const current = (await deps.store.services.find(stored.accountId, stored.id)) ?? stored;
  const present = await writtenDesign(current, deps);
  const wanted = data === null ? null : { json: printDesign(data), ...defined({ text }) };
  if (wanted === null ? present === null : present !== null && sameDesign(present.json, wanted.json)) {
    if (wanted?.text === undefined || wanted.text === present?.text) return;
    // Another comment is no other revision.
    report.change(`~ service ${slug}: text of the design`);
    if (!dryRun)
      await deps.store.services.setDesignText(current.accountId, current.id, current.revision, wanted.text);
    return;
  }
  report.change(`${present === null ? '+' : '~'} service ${slug}: design`);
  if (dryRun) return;
  try {
    const { number } = await reviseDesign(current, wanted, deps.registration);
    await saveService(deps, current, (now) => ({ ...now, revision: number }));
    const action = data === null ? 'design.delete' : 'design.set';
    await audit(deps, current.accountId, action, `${current.id}/${number}`);
  } catch (error) {
    if (!(error instanceof RegistrationError) || error.problems.length === 0) throw error;
    throw new FileError(
      error.problems.map(({ at, message }) => `${locate(at)}: ${at.join(' > ')}: ${message}`),
    );
  }
}

/** Reads a design that is declared in the file of services, or in a file of its own, with a way to find its lines. */
function readDeclared({ slug, design }: DeclaredService, file: ReadServicesFile) {
  if (typeof design !== 'string') {
    const index = (file.declared.services ?? []).findIndex((service) => service.slug === slug);
    const locate = (at: readonly string[]) => file.position(['services', index, 'design', ...at]);
    return { data: design ?? null, text: kept(file.print(['services', index, 'design'])), locate };
  }
  const name = file.locate(design);
  const text = readText(name);
  if (text instanceof Error)
    throw new FileError([`the design ${design} of the service ${slug} cannot be read: ${text.message}`]);
  const parsed = parseYaml(text, design, { exactNumbers: true });
  if (parsed.problems.length > 0) throw new FileError(parsed.problems);
  return {
    data: parsed.data as object,
    text: kept(text),
    locate: (at: readonly string[]) => parsed.locate(at),
  };
}

/** A text that is kept beside the design, with its comments. */
function kept(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= DESIGN_TEXT_LENGTH ? text : undefined;
}

function audit({ store, now }: ApplyDependencies, accountId: string, action: string, subject: string) {
  return store.audit.add(accountId, { at: now(), actor: 'admin', action, subject });
}
