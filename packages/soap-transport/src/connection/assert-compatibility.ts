import { describeProblem } from '@soapstone/options';
import { type Compatibility, compatibilityOption } from '../old-servers.js';
import { invalidRequest } from '../transport-error.js';

/** Throws `TransportError` `INVALID_REQUEST` for a profile of a request or a document that cannot be used. */
export function assertCompatibility(profile: Compatibility | undefined, what: string): void {
  if (profile === undefined) return;
  const [problem] = compatibilityOption(profile);
  if (problem === undefined) return;
  throw invalidRequest(describeProblem(what, { ...problem, path: `/compatibility${problem.path}` }));
}
