import type { Directory } from '../catalog/directory.js';
import type { Plans } from '../domain/plan.js';
import { invalidKey, overloaded } from '../errors/errors.js';
import { authenticate, type Caller } from '../proxy/authenticate.js';
import type { AgentRequest } from './http.js';

/** The dependencies of the decision who may send messages. */
export interface AdmitDependencies {
  readonly directory: Directory;
  readonly plans: Plans;
  /** The load level: from 2 on the Free plan is rejected, at 3 everybody is. */
  readonly pressure: () => number;
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Returns the holder of a request's key, who can reach the services of their own account only. Throws the errors of a proxy call. */
export async function admit(
  request: Pick<AgentRequest, 'accountId' | 'apiKeys'>,
  { directory, plans, pressure, now }: AdmitDependencies,
): Promise<Caller> {
  const level = pressure();
  if (level >= 3) throw overloaded();
  const caller = await authenticate(request.apiKeys, { directory, plans }, now());
  if (level === 2 && !caller.plan.paid) throw overloaded();
  if (caller.account.id !== request.accountId) throw invalidKey();
  return caller;
}
