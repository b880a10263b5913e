import { nearestOf } from '@soapstone/options';
import { type CliError, usageError } from '../errors/errors.js';

/** The maximum number of operations that a message lists. */
const MAX_NAMES = 20;

/** Creates the error for an option that names an unknown operation. */
export function unknownOperation(option: string, name: string, known: readonly string[]): CliError {
  const nearest = nearestOf(name, known);
  const more = known.length > MAX_NAMES ? ` and ${known.length - MAX_NAMES} more` : '';
  const hint =
    nearest === undefined
      ? `it offers ${known.slice(0, MAX_NAMES).join(', ') || 'none'}${more}`
      : `did you mean ${nearest}?`;
  return usageError(`${option}: no operation "${name}" in this service: ${hint}`);
}
