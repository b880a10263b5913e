import { access } from 'node:fs/promises';
import { isWsdlError, selectOperations } from '@soapstone/wsdl-parser';
import { checkProfile } from '../../../credentials/check-profile.js';
import type { SecretField } from '../../../credentials/service-secrets.js';
import type { StoredProfile } from '../../../credentials/stored-profile.js';
import { type Account, subscriptionAt } from '../../../domain/accounts/account.js';
import { selectModel } from '../../../domain/services/select-model.js';
import { DEFAULT_SETTINGS } from '../../../domain/services/service-settings.js';
import { GatewayError } from '../../../errors/errors.js';
import { applySettings } from '../../management/inputs/sent-settings.js';
import {
  CREDENTIALS_SCHEMA,
  PROXY_LOGIN_SCHEMA,
  STORED_HEADERS_SCHEMA,
  WSDL_LOGIN_SCHEMA,
} from '../../management/inputs/service-schema.js';
import { findBodyProblems } from '../../management/routing/check-body.js';
import type { ApplyDependencies } from './apply-dependencies.js';
import { FileError } from './file-error.js';
import type { DeclaredService, ReadServicesFile } from './services-file.js';

const SCHEMAS = {
  credentials: CREDENTIALS_SCHEMA,
  headers: STORED_HEADERS_SCHEMA,
  proxyLogin: PROXY_LOGIN_SCHEMA,
  wsdlLogin: WSDL_LOGIN_SCHEMA,
};

/** Finds every problem that can be found before anything is changed: one sentence each, with its position in the file. */
export async function findProblems(
  file: ReadServicesFile,
  account: Account,
  deps: ApplyDependencies,
): Promise<string[]> {
  const services = file.declared.services ?? [];
  const problems: string[] = [];
  let added = 0;
  for (const [index, declared] of services.entries()) {
    const found = await findProblemsOf(declared, account, { file, deps });
    if (found.isNew) added += 1;
    for (const { path, problem } of found.problems) {
      problems.push(`${file.position(['services', index, ...path])}: ${problem}`);
    }
  }
  const { plan } = subscriptionAt(account, deps.now(), deps.registration.plans);
  const present = await deps.store.services.count(account.id);
  if (added > 0 && present + added > plan.services) {
    problems.push(
      `${file.position(['services'])}: the account has ${present} services, ${added} are new, and the ${plan.name} plan has room for ${plan.services}`,
    );
  }
  return problems;
}

interface Found {
  readonly path: readonly string[];
  readonly problem: string;
}

async function findProblemsOf(
  declared: DeclaredService,
  account: Account,
  { file, deps }: { readonly file: ReadServicesFile; readonly deps: ApplyDependencies },
): Promise<{ readonly isNew: boolean; readonly problems: readonly Found[] }> {
  const { slug, wsdl, operations = {}, settings } = declared;
  const problems: Found[] = [];
  const attempt = async (path: readonly string[], work: () => unknown) => {
    for (const problem of await problemsOf(work)) problems.push({ path, problem });
  };
  const service = await deps.store.services.findBySlug(account.id, slug);
  if (service === undefined && wsdl === undefined) {
    problems.push({ path: ['slug'], problem: `the service ${slug} is new and needs its wsdl` });
  }
  for (const [index, name] of (wsdl !== undefined && 'files' in wsdl ? wsdl.files : []).entries()) {
    await access(file.locate(name)).catch(() =>
      problems.push({
        path: ['wsdl', 'files', String(index)],
        problem: `the file ${name} of the service ${slug} cannot be read`,
      }),
    );
  }
  const { recordings } = declared;
  if (recordings !== undefined) {
    await access(file.locate(recordings)).catch(() =>
      problems.push({
        path: ['recordings'],
        problem: `the recordings ${recordings} of the service ${slug} cannot be read`,
      }),
    );
  }
  await attempt(['settings'], () =>
    applySettings(service?.settings ?? DEFAULT_SETTINGS, settings, rulesOf(deps)),
  );
  const revision =
    service && (await deps.store.services.findRevision(account.id, service.id, service.revision));
  if (revision !== undefined) {
    const wanted = settings?.select === undefined ? service?.settings.select : (settings.select ?? undefined);
    if (settings?.select != null) {
      await attempt(['settings', 'select'], () => selectOperations(revision.model, settings.select ?? {}));
    }
    const { exposed } = selectModel(revision.model, wanted);
    for (const name of Object.keys(operations)) {
      if (exposed.some((operation) => operation.name === name)) continue;
      problems.push({ path: ['operations', name], problem: `the service ${slug} has no operation ${name}` });
    }
  }
  for (const field of ['credentials', 'headers', 'proxyLogin', 'wsdlLogin'] as const) {
    if (declared[field] === undefined) continue;
    await attempt([field], () => openSecret(field, declared, file, deps));
  }
  return { isNew: service === undefined, problems };
}

/** Returns the problems in an error that `work` throws. Rethrows an error that does not describe a problem of the file. */
async function problemsOf(work: () => unknown): Promise<readonly string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof FileError) return error.problems;
    if (isWsdlError(error)) return [error.message];
    if (!(error instanceof GatewayError)) throw error;
    const { details = [], message } = error.init;
    return details.length === 0 ? [message] : details.map((each) => `${each.path} ${each.message}`);
  }
}

/**
 * Reads the secret that a service refers to, in the form in which it is stored. Throws `FileError` with every problem if it cannot be read
 * or used, without the value of a secret.
 */
export async function openSecret(
  field: SecretField,
  declared: DeclaredService,
  file: ReadServicesFile,
  { registration }: Pick<ApplyDependencies, 'registration'>,
): Promise<unknown> {
  const what = `${field} of ${declared.slug}`;
  const reference = declared[field];
  const value = parse(reference === undefined ? '' : file.read(reference, what), what);
  const unusable = findBodyProblems(SCHEMAS[field], value);
  if (unusable.length > 0) {
    throw new FileError(unusable.map(({ path, message }) => `${what}${path}: ${message}`));
  }
  if (field === 'headers') return value;
  const { problems, profile } = await checkProfile(value as StoredProfile, registration.start);
  if (problems.length > 0) {
    throw new FileError(problems.map(({ path, expected }) => `${what}${path}: ${expected}`));
  }
  return profile;
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message could repeat part of a secret.
    throw new FileError([`${what} must be JSON`]);
  }
}

/** The limits that settings are checked against. */
export function rulesOf({
  upstreamTimeout,
  now,
  registration,
}: Pick<ApplyDependencies, 'upstreamTimeout' | 'now' | 'registration'>) {
  return { limits: { upstreamTimeout }, now, registration };
}
