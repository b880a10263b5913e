import { modelProblem, type ServiceModel } from '@soapstone/soap-model';
import { WsdlError } from './errors.js';

/**
 * Validates a stored model, as `isServiceModel` does.
 *
 * @throws {WsdlError} `BAD_MODEL` with the reason
 */
export function assertServiceModel(value: unknown): asserts value is ServiceModel {
  const problem = modelProblem(value);
  if (problem === undefined) return;
  throw new WsdlError({ code: 'BAD_MODEL', message: `cannot use the stored model: ${problem}` });
}
