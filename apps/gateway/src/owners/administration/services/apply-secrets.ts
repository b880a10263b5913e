import { isDeepStrictEqual } from 'node:util';
import { type SecretField, storeServiceSecret } from '../../../credentials/service-secrets.js';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import { saveService } from '../../../services/save-service.js';
import type { ApplyDependencies, ApplyRun } from './apply-dependencies.js';
import { openSecret } from './find-problems.js';
import type { DeclaredService } from './services-file.js';

/** Stores the secrets that the file declares: what is sent to the service, and the logins at its proxy and at the server of its WSDL. */
export async function applySecrets(
  declared: DeclaredService,
  stored: RegisteredService | undefined,
  run: ApplyRun,
): Promise<void> {
  for (const field of ['credentials', 'headers', 'proxyLogin', 'wsdlLogin'] as const)
    await applySecret(field, declared, stored, run);
}

async function applySecret(
  field: SecretField,
  declared: DeclaredService,
  stored: RegisteredService | undefined,
  { file, deps, dryRun, report }: ApplyRun,
): Promise<void> {
  if (declared[field] === undefined) return;
  const value = await openSecret(field, declared, file, deps);
  if (stored === undefined) return report.change(`+ service ${declared.slug}: ${field}`);
  const { accountId, id: serviceId } = stored;
  const wanted =
    field === 'headers'
      ? { locked: [], ...(value as object) }
      : field === 'wsdlLogin'
        ? { origin: await originOf(stored, deps), credentials: value }
        : value;
  const place = { accountId, serviceId, field };
  const sealed = (await deps.store.secrets.find(accountId, serviceId)).get(field);
  if (sealed !== undefined && isDeepStrictEqual(JSON.parse(deps.sealer.open(sealed, place)), wanted)) return;
  report.change(`${sealed === undefined ? '+' : '~'} service ${declared.slug}: ${field}`);
  if (dryRun) return;
  await storeServiceSecret(deps.store, deps.sealer, place, wanted);
  await saveService(deps, { accountId, id: serviceId });
  await deps.store.audit.add(accountId, {
    at: deps.now(),
    actor: 'admin',
    action: `${field}.set`,
    subject: serviceId,
  });
}

/** The server that the WSDL of a service comes from; null if it was imported from files, whose checks need no login. */
async function originOf(
  { accountId, id }: RegisteredService,
  { store }: ApplyDependencies,
): Promise<string | null> {
  const source = (await store.services.summaries(accountId, [id])).get(id)?.source ?? '';
  return /^https?:/.test(source) && URL.canParse(source) ? new URL(source).origin : null;
}
