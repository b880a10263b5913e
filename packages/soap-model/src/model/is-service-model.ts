import type { SchemaSet } from './schema.js';
import type { ExposedOperation, Port, ServiceModel, WsdlService } from './service-model.js';

/**
 * True for a `ServiceModel` of the version that these packages write. Checks the version and the outline, which is enough to tell a
 * stored model from other data; it does not detect tampering inside a model.
 *
 * @example
 * ```ts
 * isServiceModel(JSON.parse(stored)); // false for anything else
 * ```
 */
export function isServiceModel(value: unknown): value is ServiceModel {
  return modelProblem(value) === undefined;
}

/**
 * Why `value` is not a `ServiceModel`; `undefined` if it is one.
 *
 * @example
 * ```ts
 * const problem = modelProblem(JSON.parse(stored));
 * if (problem !== undefined) throw new Error(problem);
 * ```
 */
export function modelProblem(value: unknown): string | undefined {
  const model = membersOf<keyof ServiceModel>(value);
  if (model === undefined) return 'it is not an object';
  const { modelVersion, wsdlVersion, targetNamespace, services, exposed } = model;
  if (modelVersion !== 1) return `its version is ${JSON.stringify(modelVersion ?? null)}, not 1`;
  if (wsdlVersion !== '1.1' && wsdlVersion !== '2.0') return 'it has no WSDL version';
  if (typeof targetNamespace !== 'string') return 'it has no target namespace';
  if (!Array.isArray(services) || !Array.isArray(exposed))
    return 'it has no services or no exposed operations';
  const schema = membersOf<keyof SchemaSet>(model.schema);
  if (![schema?.types, schema?.elements, schema?.attributes].every(Array.isArray)) return 'it has no schema';
  const dangling = exposed.some((e) => !pointsToOperation(e, services));
  return dangling ? 'an exposed operation is not in any of its services' : undefined;
}

function pointsToOperation(value: unknown, services: readonly unknown[]): boolean {
  const exposed = membersOf<keyof ExposedOperation>(value);
  if (typeof exposed?.name !== 'string') return false;
  const service = membersOf<keyof WsdlService>(at(services, exposed.service));
  const port = membersOf<keyof Port>(at(service?.ports, exposed.port));
  return membersOf(at(port?.operations, exposed.operation)) !== undefined;
}

function at(list: unknown, index: unknown): unknown {
  return Array.isArray(list) && typeof index === 'number' ? list[index] : undefined;
}

/** The members of an object, none of them trusted; `undefined` for anything else. */
function membersOf<K extends string>(value: unknown): Readonly<Partial<Record<K, unknown>>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Readonly<Partial<Record<K, unknown>>>;
}
