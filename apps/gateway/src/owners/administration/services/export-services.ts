import { createDocument, parsePart, parseYaml } from '../../../config/file/parse-yaml.js';
import { designSecretNames } from '../../../credentials/service-secrets.js';
import { DEFAULT_WATCH, type WatchChoice } from '../../../domain/services/contract-watch.js';
import { printDesign, readDesign, sameDesign } from '../../../domain/services/read-design.js';
import { DEFAULT_SETTINGS } from '../../../domain/services/service-settings.js';
import { type PageRequest, readAll } from '../../../store/tables/pages.js';
import type { SentKeyRules } from '../../management/inputs/key-rules.js';
import { findAccount } from '../../management/use-cases/administer-accounts.js';
import { showKeyRules } from '../../management/views/show-key.js';
import type { Administration } from '../open-administration.js';
import { readKeys } from './apply-keys.js';
import type { ServicesFile } from './services-file.js';

/**
 * Writes the services, policies and keys of an account as YAML that `apply` reads. It replaces secrets with references to variables, and
 * omits uploaded WSDLs.
 */
export async function exportServices(accountId: string, deps: Administration): Promise<string> {
  const { store } = deps;
  const account = await findAccount(accountId, deps);
  const services = [];
  // The designs as their owners wrote them.
  const texts: (string | undefined)[] = [];
  for (const service of await readAll((page: PageRequest) => store.services.list(account.id, page))) {
    const { id, slug, name, status } = service;
    const { captureUntil: _, ...settings } = service.settings;
    const [operations, secrets, revision, page, watch, text] = await Promise.all([
      store.services.findOperationSettings(account.id, id),
      store.secrets.find(account.id, id),
      store.services.findRevision(account.id, id, service.revision),
      store.servicePages.find(account.id, id),
      store.watches.find(account.id, id),
      store.services.findDesignText(account.id, id, service.revision),
    ]);
    const designSecrets = designSecretNames(secrets.keys());
    const changed = Object.entries(settings).filter(
      ([key, value]) =>
        JSON.stringify(value) !== JSON.stringify(DEFAULT_SETTINGS[key as keyof typeof DEFAULT_SETTINGS]),
    );
    const url = /^https?:\/\/[^@]+$/.test(revision?.source ?? '') ? revision?.source : undefined;
    const variable = (field: string) => ({ env: `${slug}_${field}`.toUpperCase().replace(/\W/g, '_') });
    texts.push(text !== undefined && says(text, revision?.design) ? text : undefined);
    services.push({
      slug,
      name,
      status,
      ...(url !== undefined && { wsdl: { url } }),
      ...(changed.length > 0 && { settings: Object.fromEntries(changed) }),
      ...(operations.size > 0 && { operations: Object.fromEntries([...operations].sort()) }),
      ...(secrets.has('credentials') && { credentials: variable('credentials') }),
      ...(secrets.has('headers') && { headers: variable('headers') }),
      ...(secrets.has('proxyLogin') && { proxyLogin: variable('proxy_login') }),
      ...(secrets.has('wsdlLogin') && { wsdlLogin: variable('wsdl_login') }),
      ...(revision?.design !== undefined && { design: { ...readDesign(revision.design) } }),
      ...(designSecrets.length > 0 && {
        secrets: Object.fromEntries(designSecrets.map((name) => [name, variable(name)])),
      }),
      ...(page !== undefined && { page: page.visibility }),
      ...watchOf(watch),
    });
  }
  // Sorted by name, because keys created by one `apply` may have the same creation time.
  const present = [...(await readKeys(account, deps))].sort(
    (one, other) => compare(one.name, other.name) || compare(one.purpose, other.purpose),
  );
  // Without the rules that a key does not have. One that only reads would otherwise be created as one that may do more.
  const keys = present.map((key) => ({
    name: key.name,
    purpose: key.purpose,
    ...withoutDefaults(showKeyRules(key)),
  }));
  const document = createDocument({ account: account.id, services, keys } satisfies ServicesFile);
  for (const [index, text] of texts.entries()) {
    const written = text === undefined ? undefined : parsePart(text);
    if (written !== undefined) document.setIn(['services', index, 'design'], written);
  }
  return document.toString();
}

/** Whether a text says what a design says: it may come from any client of the management API. */
function says(text: string, design: string | undefined): boolean {
  const { data, problems } = parseYaml(text, 'design', { exactNumbers: true });
  return problems.length === 0 && design !== undefined && sameDesign(printDesign(data), design);
}

/** The owner's choice about the watch, without what is the default. */
function watchOf({ schedule, activate }: WatchChoice): { readonly watch?: Partial<WatchChoice> } {
  const watch = {
    ...(schedule !== DEFAULT_WATCH.schedule && { schedule }),
    ...(activate !== DEFAULT_WATCH.activate && { activate }),
  };
  return Object.keys(watch).length === 0 ? {} : { watch };
}

function withoutDefaults(rules: ReturnType<typeof showKeyRules>): SentKeyRules {
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== null && value !== false));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
