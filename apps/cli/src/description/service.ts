import {
  type CompiledOperation,
  createMapper,
  isOperationNotFoundError,
  type JsonObject,
  type Mapper,
  type MapperOptions,
} from '@soapstone/json-xml-mapper';
import type { Port } from '@soapstone/wsdl-parser';
import { CliError, usageError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import {
  type Description,
  type LoadingTerminal,
  type LoadOptions,
  loadDescription,
} from './load-description.js';

/** A description with the mapper of its operations. */
export interface Service {
  readonly description: Description;
  readonly mapper: Mapper;
  /** The design of the mapper, and the values that it fills in. */
  readonly designed: Pick<MapperOptions, 'design' | 'fills'>;
}

/**
 * Reads a description and creates its mapper. Throws what `loadDescription` throws.
 *
 * @param designedBy reads the design of the mapper: see `filledMapper`
 */
export async function loadService(
  wsdl: string,
  terminal: LoadingTerminal,
  options: LoadOptions,
  mapperOptions: MapperOptions = {},
  designedBy: (description: Description) => Promise<Service['designed']> = async () => ({}),
): Promise<Service> {
  const description = await loadDescription(wsdl, terminal, options);
  const designed = await designedBy(description);
  return {
    description,
    designed,
    mapper: createMapper(description.model, { ...mapperOptions, ...designed }),
  };
}

const numberStrings = new WeakMap<Service, Service>();

/** Returns the same service with strings for numbers that a double cannot hold (NM-2). Its mapper is created once. */
export function withNumberStrings(service: Service): Service {
  const known = numberStrings.get(service);
  if (known !== undefined) return known;
  const { description, designed } = service;
  const mapper = createMapper(description.model, { numbers: 'string', ...designed });
  const made = { description, designed, mapper };
  numberStrings.set(service, made);
  return made;
}

/**
 * Returns the operation with this name; without a name, the only operation of the service.
 *
 * @throws {CliError} for an unknown name, or for no name if there are several
 */
export function operationOf({ mapper }: Service, name: string | undefined): CompiledOperation {
  if (name !== undefined) return compileNamed(mapper, name);
  const [only, ...others] = mapper.operations;
  if (only !== undefined && others.length === 0) return mapper.compile(only.name);
  throw usageError(
    only === undefined
      ? 'the service offers no operation'
      : `which operation? The service offers ${namesOf(mapper)}`,
  );
}

function compileNamed(mapper: Mapper, name: string): CompiledOperation {
  try {
    return mapper.compile(name);
  } catch (error) {
    if (!isOperationNotFoundError(error)) throw error;
    const [near] = error.nearest;
    const hint = near === undefined ? `it offers ${namesOf(mapper) || 'none'}` : `did you mean ${near}?`;
    throw new CliError({
      code: 'OPERATION_NOT_FOUND',
      message: `no operation "${name}" in this service: ${hint}`,
      exitCode: EXIT.usage,
      cause: error,
    });
  }
}

/** The maximum number of operations that a message lists. */
const MAX_NAMES = 20;

function namesOf({ operations }: Mapper): string {
  const names = operations.slice(0, MAX_NAMES).map(({ name }) => name);
  return (
    names.join(', ') + (operations.length > MAX_NAMES ? ` and ${operations.length - MAX_NAMES} more` : '')
  );
}

/**
 * Returns the input that a query string represents, as in a GET.
 *
 * @throws {CliError} if the operation cannot be called with GET
 * @throws {MappingError} if the query does not match the input
 */
export function inputOfQuery(operation: CompiledOperation, query: string): JsonObject {
  const { info } = operation;
  if (!info.querySafe.safe) {
    throw usageError(`operation ${info.name} takes no query: ${info.querySafe.reason}`);
  }
  return operation.fromQuery(query);
}

/** Returns the port of an exposed operation. */
export function portOf({ description: { model } }: Service, operation: string): Port | undefined {
  const exposed = model.exposed.find(({ name }) => name === operation);
  return exposed === undefined ? undefined : model.services[exposed.service]?.ports[exposed.port];
}
