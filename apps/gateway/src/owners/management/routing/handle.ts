import { ChangedMeanwhile } from '../../../errors/management-errors.js';
import type { Store } from '../../../store/store.js';
import { entityTag, isMatch, readIfMatch } from './entity-tag.js';
import type { ManagementAnswer, ManagementCall, ManagementDependencies, ReadState, Route } from './route.js';

/**
 * Handles a call. The response to a GET of a resource that can be changed has the `ETag` of its state. A changing request may have
 * `If-Match`: its first write is made only if the resource still has that entity-tag, in one transaction with the comparison. Changing
 * requests of an account wait for each other there, so that of two with the same `If-Match` only one is carried out.
 *
 * @throws `IF_MATCH_INVALID`, and `CHANGED_MEANWHILE` (412) with the current state
 */
export async function handle(
  route: Route,
  call: ManagementCall,
  deps: ManagementDependencies,
): Promise<ManagementAnswer> {
  const { state } = route;
  if (route.method === 'get')
    return state === undefined ? route.handle(call, deps) : tagged(route, state, call, deps);
  const condition = readIfMatch(call.header('if-match'));
  if (state === undefined) {
    // It has no entity-tag, so none can match.
    if (condition !== undefined) throw new ChangedMeanwhile(undefined, undefined);
    return route.handle(call, deps);
  }
  const check = async (store: Store, isMissing: 'fails' | 'passes'): Promise<void> => {
    if (condition === undefined) return;
    const current = await state(call, store);
    if (isMatch(condition, current) || (current === undefined && isMissing === 'passes')) return;
    throw new ChangedMeanwhile(current?.shown, current && entityTag(current));
  };
  // Before the work of the request. A missing resource gets the 404 of its route.
  await check(deps.store, 'passes');
  const accountId = route.access === 'admin' ? call.params['accountId'] : call.owner?.account.id;
  const guarded = deps.store.guard(accountId ?? '', (store) => check(store, 'fails'));
  // A job of the request is recorded before its work, and is not a change of the resource.
  const store = { ...guarded, jobs: deps.store.jobs };
  return route.handle(call, { ...deps, store, registration: { ...deps.registration, store } });
}

async function tagged(
  route: Route,
  state: ReadState,
  call: ManagementCall,
  deps: ManagementDependencies,
): Promise<ManagementAnswer> {
  // Read before the body: the entity-tag may be older than the body, which costs a comparison, but never newer, which would lose a change.
  const before = await state(call, deps.store);
  const answer = await route.handle(call, deps);
  if (before === undefined) return answer;
  return { ...answer, headers: { ETag: entityTag(before), ...answer.headers } };
}
