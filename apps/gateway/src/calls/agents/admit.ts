import type { Plans } from '../../domain/accounts/plan.js';
import { invalidKey, overloaded } from '../../errors/errors.js';
import type { Directory } from '../catalog/directory.js';
import { authenticate, type Caller } from '../proxy/authenticate.js';
import type { AgentRequest } from './http.js';
import type { TokenAccess } from './token-access.js';
import { isToken } from './verify-token.js';

/** The dependencies of deciding who may send messages. */
export interface AdmitDependencies {
  readonly directory: Directory;
  readonly plans: Plans;
  /** Access with tokens; absent if the operator allows no authorization server. */
  readonly tokens?: TokenAccess | undefined;
  /** The load level: at 2 the Free plan is rejected, at 3 everyone is. */
  readonly pressure: () => number;
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/**
 * Returns the holder of a request's key, who can reach only the services of their own account. The result is not a promise if the key is
 * cached. Throws or rejects with the errors of a proxy call.
 */
export function admit(
  request: Pick<AgentRequest, 'accountId' | 'serviceSlug' | 'apiKeys' | 'address' | 'header'>,
  deps: AdmitDependencies,
): Caller | Promise<Caller> {
  const level = deps.pressure();
  if (level >= 3) throw overloaded();
  const token = tokenOf(request, deps);
  const found =
    deps.tokens !== undefined && token !== undefined
      ? deps.tokens.admit(request, token)
      : authenticate(request, deps, deps.now());
  return found instanceof Promise
    ? found.then((caller) => admitted(caller, request.accountId, level))
    : admitted(found, request.accountId, level);
}

/** The access token of a request; undefined if it has none, or if the operator allows no authorization server. */
export function tokenOf(
  { apiKeys, header }: Pick<AgentRequest, 'apiKeys' | 'header'>,
  { tokens }: Pick<AdmitDependencies, 'tokens'>,
): string | undefined {
  const [credential = ''] = apiKeys;
  const isBearer = apiKeys.length === 1 && header('x-api-key') === undefined;
  return tokens !== undefined && isBearer && isToken(credential) ? credential : undefined;
}

function admitted(caller: Caller, accountId: string, level: number): Caller {
  if (level === 2 && !caller.plan.paid) throw overloaded();
  if (caller.account.id !== accountId) throw invalidKey();
  return caller;
}
