import { modelProblem, type ServiceModel } from '@soapstone/soap-model';
import { WsdlError } from './errors.js';

/**
 * Validates a stored model, as `isServiceModel` does.
 *
 * @throws {WsdlError} `BAD_MODEL` with the reason
 *
 * @example
 * ```ts
 * const model: unknown = JSON.parse(stored);
 * assertServiceModel(model);
 * ```
 */
export function assertServiceModel(value: unknown): asserts value is ServiceModel {
  const problem = modelProblem(value);
  if (problem === undefined) return;
  throw new WsdlError({ code: 'BAD_MODEL', message: `cannot use the stored model: ${problem}` });
}
