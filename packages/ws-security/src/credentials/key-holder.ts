import { type SecurityError, unusableRequest } from '../security-error.js';

/** The error of a synchronous function for an external key. */
export function needsAsync(name: string): SecurityError {
  return unusableRequest(`the key of the credential profile is not in this process: use ${name}`);
}
