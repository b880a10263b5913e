import {
  type CompiledOperation,
  createMapper,
  type Mapper,
  type MapperOptions,
} from '@soapstone/json-xml-mapper';
import type { Port } from '@soapstone/wsdl-parser';
import { usageError } from './errors.js';
import { type Description, type LoadOptions, loadDescription } from './load-description.js';
import type { Terminal } from './terminal.js';

/** A description with the mapper of its operations. */
export interface Service {
  readonly description: Description;
  readonly mapper: Mapper;
}

/** Read a description and create its mapper. Throws what `loadDescription` throws. */
export async function loadService(
  wsdl: string,
  terminal: Pick<Terminal, 'cwd' | 'readInput'>,
  options: LoadOptions,
  mapperOptions: MapperOptions = {},
): Promise<Service> {
  const description = await loadDescription(wsdl, terminal, options);
  return { description, mapper: createMapper(description.model, mapperOptions) };
}

/**
 * The operation of this name; without a name, the only operation of the service.
 *
 * @throws {OperationNotFoundError} for a name that there is not
 */
export function operationOf({ mapper }: Service, name: string | undefined): CompiledOperation {
  if (name !== undefined) return mapper.compile(name);
  const [only, ...others] = mapper.operations;
  if (only !== undefined && others.length === 0) return mapper.compile(only.name);
  const names = mapper.operations.slice(0, 20).map((operation) => operation.name);
  throw usageError(
    only === undefined
      ? 'the service offers no operation'
      : `which operation? The service offers ${names.join(', ')}`,
  );
}

/** The port of an exposed operation. */
export function portOf({ description: { model } }: Service, operation: string): Port | undefined {
  const exposed = model.exposed.find(({ name }) => name === operation);
  return exposed === undefined ? undefined : model.services[exposed.service]?.ports[exposed.port];
}
