import { defined } from '@soapstone/options/defined';
import type { Transport } from '@soapstone/soap-transport';
import type { Diagnostic, ServiceModel } from '@soapstone/wsdl-parser';
import type { FairSlots } from '../../children/fair-slots.js';
import { loadServiceSecrets, loginFor } from '../../credentials/service-secrets.js';
import type { Sealer } from '../../domain/seal.js';
import type { ContractWatch, WatchMemory } from '../../domain/services/contract-watch.js';
import type { RegisteredService, StoredRevision } from '../../domain/services/registered-service.js';
import { selectModel } from '../../domain/services/select-model.js';
import { mappingOf, type ServiceSettings } from '../../domain/services/service-settings.js';
import type { Store } from '../../store/store.js';
import { createVersionFetch } from '../registration/fetch-document.js';
import type { ImportedDocuments } from '../registration/messages.js';
import {
  noOperation,
  onItsWay,
  type RegistrationDependencies,
  readDocuments,
} from '../registration/register.js';
import { createCheckedDocuments } from './known-documents.js';

/** The dependencies of reading the contract of a service again. */
export interface ReadContractDependencies {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly transport: Pick<Transport, 'fetchDocument'>;
  readonly registration: RegistrationDependencies;
  /** The imports of checks, of which few run at once, so that they never hold up those that owners wait for. */
  readonly lane: FairSlots;
}

/** The documents that a check read: they are the same, or were imported. */
export interface ReadContract {
  /** Absent if every document is the same as before. */
  readonly imported?: ImportedDocuments;
  /** The live revision. Present if the documents were imported. */
  readonly live?: StoredRevision;
  readonly memory: WatchMemory;
}

/** The documents cannot be read as a whole now. The message is for the owner. */
export class UnreadableContract extends Error {
  override readonly name = 'UnreadableContract';
}

/** Findings that say that a document was not read. */
const UNREAD: ReadonlySet<Diagnostic['code']> = new Set([
  'LOAD_FAILED',
  'NOT_WELL_FORMED',
  'BAD_ENCODING',
  'DOCTYPE_REFUSED',
  'NOT_WSDL',
]);

/**
 * Reads the documents of a service again, as the import of the live revision did: one conditional request for each document that the last check
 * knows, and an import if one of them differs. The login is the one for the WSDL, or that of the service; the proxy and the compatibility are
 * those of the service.
 *
 * Rejects with `UnreadableContract` if a document is missing or broken that was not so in the live revision: a server that is being
 * deployed is not a new contract. Rejects with what imports reject with, too.
 *
 * @param url the address of the first document
 */
export async function readContract(
  service: RegisteredService,
  url: string,
  watch: Pick<ContractWatch, 'memory'>,
  deps: ReadContractDependencies,
  signal: AbortSignal,
): Promise<ReadContract> {
  const { store, sealer, registration, transport } = deps;
  const { accountId, id, settings } = service;
  const { credentials, proxyLogin, wsdlLogin } = await loadServiceSecrets(store, sealer, accountId, id);
  const login = loginFor(url, wsdlLogin);
  let live: StoredRevision | undefined;
  const findLive = async () => {
    live ??= await store.services.findRevision(accountId, id, service.revision);
    if (live === undefined) throw new Error(`service ${id} has no revision ${service.revision}`);
    return live;
  };
  // A public site with a WSDL must not get the password for the service (decision 0075).
  const of = JSON.stringify([service.revision, settings.select ?? null, settings.endpoint ?? null]);
  let { origins } = watch.memory ?? {};
  if (credentials === undefined || login !== undefined) origins = undefined;
  else if (origins?.of !== of) origins = { of, list: originsOf((await findLive()).model, settings) };
  const mayLogIn = origins?.list.includes(new URL(url).origin) === true;
  const source = onItsWay({ kind: 'url', url }, settings, registration, proxyLogin);
  const within = AbortSignal.any([signal, AbortSignal.timeout(registration.timeout)]);
  const fetchVersion = createVersionFetch(transport, {
    account: accountId,
    credentialsFor: url,
    ...defined({ credentials: login ?? (mayLogIn ? credentials : undefined) }),
    ...(source.kind === 'url' && source.way),
  });
  const documents = createCheckedDocuments((uri, known) => fetchVersion(uri, known, within));
  const remembered = watch.memory?.documents ?? [];
  const isSame =
    remembered[0]?.uri === url &&
    (await documents.areSame(remembered).catch((error: unknown) => {
      if (!within.aborted || signal.aborted) throw error;
      throw new UnreadableContract(`fetching the documents took longer than ${registration.timeout} ms`);
    }));
  if (isSame) return { memory: { ...defined({ documents: documents.known(), origins }) } };

  const operations = await store.services.findOperationSettings(accountId, id);
  const imported = await readDocuments(accountId, source, mappingOf(settings, operations), {
    ...registration,
    slots: {
      run: (account, work, end) =>
        deps.lane.run(account, () => registration.slots.run(account, work, end), end),
    },
    fetch: (uri) => documents.fetch(uri),
    signal,
  });
  const unread = findUnread(imported.diagnostics, (await findLive()).diagnostics);
  if (unread !== undefined) throw new UnreadableContract(unread);
  if (imported.operations.length === 0) throw noOperation(imported.diagnostics);
  return { imported, live: await findLive(), memory: defined({ documents: documents.known(), origins }) };
}

/** Returns the first finding about a document that could be read before, and cannot be now. */
function findUnread(now: readonly Diagnostic[], before: readonly Diagnostic[]): string | undefined {
  const known = new Set(before.filter(({ code }) => UNREAD.has(code)).map(placeOf));
  const found = now.find((finding) => UNREAD.has(finding.code) && !known.has(placeOf(finding)));
  if (found === undefined) return undefined;
  const { component, file, message } = found;
  return `${component ?? file}: ${message}`;
}

/** Not its line: an unrelated change moves it. */
function placeOf({ code, file, component = '' }: Diagnostic): string {
  return [code, file, component].join('\n');
}

/** The origins that the exposed operations of a model are called at; at most 100. */
export function originsOf(
  model: ServiceModel,
  { endpoint, select }: Pick<ServiceSettings, 'endpoint' | 'select'>,
): readonly string[] {
  if (endpoint !== undefined) return [new URL(endpoint).origin];
  const { exposed, services } = selectModel(model, select);
  const addresses = exposed.map(({ service, port }) => services[service]?.ports[port]?.address);
  const origins = addresses.flatMap((address) =>
    address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [],
  );
  return [...new Set(origins)].slice(0, 100);
}
