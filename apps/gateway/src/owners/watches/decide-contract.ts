import type { ContractChange } from '@soapstone/openapi-generator';
import { defined } from '@soapstone/options/defined';
import type { NewEvent } from '../../domain/accounts/event.js';
import {
  CALLER_DAYS,
  type ContractWatch,
  NAMED_CALLERS,
  type WatchResult,
} from '../../domain/services/contract-watch.js';
import { digestOf } from '../../domain/services/pack-model.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { mappingOf } from '../../domain/services/service-settings.js';
import { GatewayError } from '../../errors/errors.js';
import type { WatchSettlement } from '../../store/repositories/services/watches.js';
import type { Store } from '../../store/store.js';
import { policiesOf } from '../description/artefact.js';
import { type Artefacts, compareModels } from '../description/artefacts.js';
import { compareRevisions, MAX_CHANGES, type RevisionComparison } from '../description/compare-revisions.js';
import { type RegistrationDependencies, storeRevision, writtenDesign } from '../registration/register.js';
import { originsOf, type ReadContract } from './read-contract.js';

/** The dependencies of deciding about a contract. */
export interface DecideDependencies {
  readonly store: Store;
  readonly registration: RegistrationDependencies;
  readonly artefacts: Artefacts;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

const DAY = 86_400_000;
/** The changed operations whose callers are counted. */
const MAX_OPERATIONS = 50;

/** The decision of a check, before it is stored. */
interface Decision extends Pick<WatchSettlement, 'outcome' | 'events' | 'waiting' | 'publish'> {
  /** The revision that the documents describe. */
  readonly described: number;
}

/** Compares what was read with the live revision, and stores it as a revision unless it is one. */
export async function decide(
  service: RegisteredService,
  { imported, live }: ReadContract,
  watch: ContractWatch,
  deps: DecideDependencies,
): Promise<Decision> {
  const { store } = deps;
  const { accountId, id } = service;
  if (imported === undefined || live === undefined) return sameAsBefore(service, watch, deps);
  const design = await writtenDesign(service, deps);
  const { json = null } = design ?? {};
  const equal = await store.watches.findEqual(accountId, id, imported.packedModel, json);
  if (equal?.number === service.revision) return unchanged(service);
  if (equal !== undefined && (equal.wasLive || equal.isRejected)) {
    const { number: revision } = equal;
    return { outcome: { result: 'decided', revision }, events: [], waiting: 'none', described: revision };
  }
  // Without a design, nothing that clients do not see could break.
  if (
    equal === undefined &&
    design === null &&
    (await isForNobody(service, live.packed, imported.packedModel, deps))
  )
    return unchanged(service);
  const number =
    equal?.number ?? (await storeRevision(service, imported, design, deps.registration, 'watch')).number;
  const compared = await compare(service, number, deps);
  if (compared !== undefined && compared.changes.length === 0 && !compared.breaking)
    return unchanged(service);
  const { model } = (await store.services.findRevision(accountId, id, number)) ?? { model: live.model };
  const mayCallElsewhere = originsOf(model, service.settings).some(
    (origin) => !originsOf(live.model, service.settings).includes(origin),
  );
  const result = resultOf(compared, watch, mayCallElsewhere);
  const at = deps.now();
  const data = {
    revision: number,
    result,
    ...(compared !== undefined && {
      changes: compared.changes.filter(({ change }) => change !== 'soap').length,
      breaking: compared.changes.filter(({ breaking }) => breaking).length + compared.design.length,
      ...defined({ callers: await callersOf(service, compared.changes, deps) }),
    }),
  };
  const event = eventOf('contract.changed', service, {
    // A contract that goes and comes back while the same revision is live is reported once.
    ...{ threshold: digestOf(Buffer.from(imported.packedModel)), period: String(service.revision), at },
  });
  return {
    outcome: { result, revision: number },
    described: number,
    events: [{ ...event, data: { ...event.data, ...data } }],
    ...(result === 'published'
      ? { publish: { revision: number, from: service.revision }, waiting: 'none' }
      : { waiting: number }),
  };
}

function unchanged({ revision }: RegisteredService): Decision {
  return { outcome: { result: 'unchanged' }, events: [], waiting: 'none', described: revision };
}

/** Decides about documents that are the same as at the last check: what they describe may be live now, or rejected. */
async function sameAsBefore(
  service: RegisteredService,
  { last, memory }: ContractWatch,
  { store }: DecideDependencies,
): Promise<Decision> {
  const { accountId, id, revision: live } = service;
  const described = memory?.revision ?? live;
  const same = { events: [], described };
  if (described === live) return { ...same, outcome: { result: 'unchanged' } };
  if (await store.services.isWaiting(accountId, id, described)) {
    const result = last?.result === 'held' ? 'held' : 'waiting';
    return { ...same, outcome: { result, revision: described } };
  }
  const [now, then] = await Promise.all(
    [live, described].map((number) => store.services.findPackedModel(accountId, id, number)),
  );
  // A design makes a revision of its own.
  if (now?.digest === then?.digest) return { ...same, outcome: { result: 'unchanged' }, described: live };
  return { ...same, outcome: { result: 'decided', revision: described } };
}

/** Whether two models differ in nothing that clients or messages show, such as in a comment or the time of their generation. */
async function isForNobody(
  service: RegisteredService,
  before: Uint8Array,
  after: Uint8Array,
  { store, registration }: DecideDependencies,
): Promise<boolean> {
  const operations = await store.services.findOperationSettings(service.accountId, service.id);
  const request = {
    kind: 'comparison',
    most: 1,
    policies: policiesOf(service.settings, operations),
  } as const;
  try {
    const { changes } = await compareModels(
      service.accountId,
      { before, model: after, mapping: mappingOf(service.settings, operations), request },
      registration,
    );
    return changes.length === 0;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'DESCRIPTION_TOO_COMPLEX') return false;
    throw error;
  }
}

/** Compares a revision with the live one. Undefined if they are too complex for that: then the owner has to look. */
async function compare(
  service: RegisteredService,
  number: number,
  deps: DecideDependencies,
): Promise<RevisionComparison | undefined> {
  try {
    return await compareRevisions(service, service.revision, number, deps);
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'DESCRIPTION_TOO_COMPLEX') return undefined;
    throw error;
  }
}

/**
 * Decides about a new contract. What breaks a client is held. It goes live automatically only if the owner chose so, and if it changes
 * nothing of the SOAP side: credentials are sent where the WSDL says, and secured as it says.
 */
function resultOf(
  compared: RevisionComparison | undefined,
  { activate }: ContractWatch,
  mayCallElsewhere: boolean,
): Exclude<WatchResult, 'unchanged' | 'decided' | 'failed' | 'no-address'> {
  if (compared === undefined || compared.breaking) return 'held';
  const { changes } = compared;
  const isKnownWhole = changes.length < MAX_CHANGES;
  const isSafe = isKnownWhole && !mayCallElsewhere && changes.every(({ change }) => change !== 'soap');
  return activate === 'safe' && isSafe ? 'published' : 'waiting';
}

/** Names the keys that called the operations that can break, and how often; undefined if none did. */
async function callersOf(
  { accountId, id }: RegisteredService,
  changes: readonly ContractChange[],
  { store, now }: DecideDependencies,
): Promise<string | undefined> {
  const broken = changes.filter(({ breaking }) => breaking).map(({ operation }) => operation);
  const operations = [...new Set(broken)].slice(0, MAX_OPERATIONS);
  const callers = await store.operationCallers.list(accountId, id, operations, now() - CALLER_DAYS * DAY);
  const calls = new Map<string, number>();
  for (const { keyId, calls: some } of callers) calls.set(keyId, (calls.get(keyId) ?? 0) + some);
  const named: string[] = [];
  const sorted = [...calls].sort(([, one], [, other]) => other - one);
  for (const [keyId, count] of sorted.slice(0, NAMED_CALLERS)) {
    const key = await store.apiKeys.find(accountId, keyId);
    named.push(`“${key?.name ?? keyId}” (${count})`);
  }
  if (named.length === 0) return undefined;
  const others = sorted.length - named.length;
  return others === 0 ? named.join(', ') : `${named.join(', ')} and ${others} more`;
}

/** An event about the contract of a service. */
export function eventOf(
  kind: NewEvent['kind'],
  { accountId, id: serviceId, name: serviceName }: RegisteredService,
  over: Pick<NewEvent, 'at' | 'period' | 'threshold'>,
): NewEvent {
  return { accountId, kind, subject: serviceId, data: { serviceId, serviceName }, ...over };
}
