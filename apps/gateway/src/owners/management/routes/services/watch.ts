import { Type } from 'typebox';
import { arrayOf, enumOf, INSTANT, INTEGER, nullable, object, TEXT } from '../../../../domain/json-schema.js';
import {
  CALLER_DAYS,
  type ContractWatch,
  untilNextCheck,
  WATCH_ACTIVATIONS,
  WATCH_SCHEDULES,
} from '../../../../domain/services/contract-watch.js';
import type { RegisteredService } from '../../../../domain/services/registered-service.js';
import { conflict } from '../../../../errors/management-errors.js';
import { compareRevisions } from '../../../description/compare-revisions.js';
import { WATCH } from '../../answers/revisions.js';
import { audit, findService, SERVICES } from '../../routing/find-service.js';
import { type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { showInstant } from '../../views/show-instant.js';
import { watchState } from '../../views/states.js';
import { findRevision, REVISIONS } from './revisions.js';

const PATH = `${SERVICES}/:serviceId/watch`;
const DAY = 86_400_000;
/** The changed operations whose callers are counted. */
const MAX_OPERATIONS = 50;

const show = route({
  method: 'get',
  path: PATH,
  access: 'owner',
  state: watchState,
  summary:
    'How often the WSDL of a service is checked for changes, what happens to a change that breaks no client, and the last check',
  answer: WATCH,
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    return { body: await showWatch(service, deps) };
  },
});

const change = route({
  method: 'put',
  path: PATH,
  access: 'owner',
  state: watchState,
  summary:
    'Choose how often the WSDL of a service is checked, and whether a change that breaks no client and leaves the SOAP side as it is goes live by itself (`safe`) or waits (`never`). Changes that break clients always wait',
  body: object({ schedule: enumOf(WATCH_SCHEDULES) }, { activate: enumOf(WATCH_ACTIVATIONS) }),
  answer: WATCH,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const { accountId, id } = service;
    const before = await deps.store.watches.find(accountId, id);
    const { schedule, activate = before.activate } = call.body;
    if (schedule !== before.schedule || activate !== before.activate) {
      await deps.store.watches.choose(accountId, id, { schedule, activate }, planned(before, schedule, deps));
      await audit(deps, owner, `watch.${schedule}`, id);
    }
    return { body: await showWatch(service, deps) };
  },
});

/** When the next check is due after its owner chose a schedule. */
function planned(
  before: ContractWatch,
  schedule: ContractWatch['schedule'],
  { watch, now }: Pick<ManagementDependencies, 'watch' | 'now'>,
): number | undefined {
  if (schedule === before.schedule) return before.nextAt;
  const wait = untilNextCheck(schedule, 0, watch.minimum, Math.random());
  return wait === undefined ? undefined : now() + wait;
}

const check = route({
  method: 'post',
  path: `${PATH}/check`,
  access: 'owner',
  limit: 'jobs',
  summary:
    'Check the WSDL of a service now. The node that makes the checks begins within seconds; `checkedAt` of the watch changes when it has ended',
  body: object({}, {}),
  answer: WATCH,
  status: 202,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const { accountId, id } = service;
    if (!deps.watch.isOn) throw conflict('WATCH_OFF', 'The operator of this gateway has turned checks off');
    await watchedAddress(service, deps);
    await deps.store.watches.request(accountId, id, deps.now());
    await audit(deps, owner, 'watch.check', id);
    return { body: await showWatch(service, deps) };
  },
});

const callers = route({
  method: 'get',
  path: `${REVISIONS}/:number/callers`,
  access: 'owner',
  limit: 'queries',
  summary: `The API keys that called operations in the last ${CALLER_DAYS} days which a revision changes for clients of the live one; \`breaking\` leaves out operations whose changes break nobody. Calls are those of the call log, in which calls beyond ten a second are not listed`,
  query: { breaking: Type.Boolean() },
  answer: object({
    operations: INTEGER,
    callers: arrayOf(
      object({ operation: TEXT, keyId: TEXT, keyName: nullable(TEXT), calls: INTEGER, lastAt: INSTANT }),
    ),
  }),
  async handle(call, deps) {
    const { service, number } = await findRevision(call, deps);
    const { accountId, id } = service;
    const { changes } = await compareRevisions(service, service.revision, number, deps);
    const { breaking: only = false } = call.query;
    const changed = changes.filter(({ change: kind, breaking }) => (only ? breaking : kind !== 'soap'));
    const operations = [...new Set(changed.map(({ operation }) => operation))].slice(0, MAX_OPERATIONS);
    const from = deps.now() - CALLER_DAYS * DAY;
    const found = await deps.store.operationCallers.list(accountId, id, operations, from);
    const names = new Map<string, string | null>();
    for (const { keyId } of found) {
      if (names.has(keyId)) continue;
      names.set(keyId, (await deps.store.apiKeys.find(accountId, keyId))?.name ?? null);
    }
    return {
      body: {
        operations: operations.length,
        callers: found.map(({ operation, keyId, calls, lastAt }) => ({
          operation,
          keyId,
          keyName: names.get(keyId) ?? null,
          calls,
          lastAt: new Date(lastAt).toISOString(),
        })),
      },
    };
  },
});

/** Returns the address of the WSDL of the live revision. Throws 409 if that was imported from files. */
export async function watchedAddress(
  service: RegisteredService,
  deps: Pick<ManagementDependencies, 'store'>,
): Promise<string> {
  const address = await addressOf(service, deps);
  if (address !== null) return address;
  throw conflict('NOTHING_TO_WATCH', 'The live revision was imported from files, which cannot be checked');
}

/** The address of the WSDL of the live revision; null if that was imported from files. */
async function addressOf(
  { accountId, id }: RegisteredService,
  { store }: Pick<ManagementDependencies, 'store'>,
): Promise<string | null> {
  const source = (await store.services.summaries(accountId, [id])).get(id)?.source ?? '';
  return /^https?:\/\//.test(source) ? source : null;
}

async function showWatch(service: RegisteredService, deps: ManagementDependencies) {
  const [watch, url] = await Promise.all([
    deps.store.watches.find(service.accountId, service.id),
    addressOf(service, deps),
  ]);
  const { schedule, activate, nextAt, last, failingSince } = watch;
  return {
    enabled: deps.watch.isOn,
    minimumMinutes: deps.watch.minimum / 60_000,
    url,
    schedule,
    activate,
    nextAt: deps.watch.isOn && url !== null ? showInstant(nextAt) : null,
    checkedAt: showInstant(last?.at),
    result: last?.result ?? null,
    reason: last?.reason ?? null,
    revision: last?.revision ?? null,
    failingSince: showInstant(failingSince),
  };
}

export const watchRoutes: readonly Route[] = [show, change, check, callers];
