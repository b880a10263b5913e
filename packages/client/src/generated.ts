/**
 * The runtime of the modules that `soapstone client` writes: a client from a model that was compiled at build time. No WSDL is
 * read at run time, and the parser is not part of the program.
 *
 * @packageDocumentation
 */

import type { MapperParts } from '@soapstone/json-xml-mapper/internal';
import type { ExposedOperation, ServiceModel } from '@soapstone/soap-model';
import { assertOptions, kindOf, wrong } from '@soapstone/soap-model/options';
import { platform } from '#platform';
import { assemble } from './assemble.js';
import type { Client, OperationMap } from './client.js';
import { SoapFaultError } from './errors.js';
import { assertClientOptions, type ClientOptions } from './options.js';

export { compilePatterns, unions } from '@soapstone/json-xml-mapper/internal';
export type { Client, ClientOperation } from './client.js';
export { SoapFaultError } from './errors.js';
export type { ClientOptions } from './options.js';

/** A service as `soapstone client` writes it, with the optional parts of the mapper that it needs, so that no other client bundles them. */
export interface GeneratedService extends MapperParts {
  readonly model: ServiceModel;
  /** The names of the ports with the operations that they offer. */
  readonly ports: readonly (readonly [name: string, exposed: readonly ExposedOperation[]])[];
}

/** The options of a generated client. Those for reading a WSDL are missing: it was read at build time. */
export type GeneratedClientOptions = Omit<
  ClientOptions,
  'service' | 'port' | 'soapVersion' | 'root' | 'cache' | 'signal'
>;

/**
 * Creates the client of a generated service. Called by generated modules. Synchronous, because there is nothing to load.
 *
 * @example
 * ```ts
 * const directory = createGeneratedClient<Operations>(service, { endpoint: 'https://example.com/users' });
 * ```
 */
export function createGeneratedClient<Operations extends OperationMap<Operations>>(
  service: GeneratedService,
  options: GeneratedClientOptions = {},
): Client<Operations> {
  assertClientOptions(options);
  assertOptions(generatedService, service, 'createGeneratedClient', 'service');
  const { model, ports, patterns, unions, uncommonContent } = service;
  return assemble<Operations>(
    { model, ports: new Map(ports), diagnostics: [] },
    platform.openChannel(options),
    options,
    { patterns, unions, uncommonContent },
  );
}

const generatedService = (value: unknown) =>
  Array.isArray((value as Partial<GeneratedService> | null)?.ports)
    ? []
    : wrong(`expected what "soapstone client" wrote, not ${kindOf(value)}`);

/**
 * Whether an error is a given fault of an operation: the check behind `instanceof` of generated fault classes.
 *
 * @example
 * ```ts
 * if (isFaultOf(error, 'UserNotFound')) return undefined;
 * ```
 */
export function isFaultOf(error: unknown, faultName: string): error is SoapFaultError {
  return error instanceof SoapFaultError && error.faultName === faultName;
}
