/**
 * The runtime of the modules that `soapstone client` writes: a client from a model that was compiled at build time. No WSDL is
 * read at run time, and the parser is not part of the program.
 *
 * @packageDocumentation
 */

import { assertOptions, kindOf, wrong } from '@soapstone/options';
import { platform } from '#platform';
import type { Client, OperationMap } from './api/client.js';
import { SoapFaultError } from './api/errors.js';
import { assertClientOptions } from './api/options.js';
import { assemble } from './create/assemble.js';
import type {
  DesignedClientOptions,
  GeneratedOperation,
  GeneratedService,
} from './pieces/generated-service.js';

export { compilePatterns, unions } from '@soapstone/json-xml-mapper/internal';
export type { Client, ClientOperation } from './api/client.js';
export { SoapFaultError } from './api/errors.js';
export type { ClientOptions } from './api/options.js';
export type {
  DesignedClientOptions,
  GeneratedClientOptions,
  GeneratedOperation,
  GeneratedService,
  JoinedPieces,
} from './pieces/generated-service.js';
export { joinPieces } from './pieces/join-pieces.js';

/**
 * Creates the client of a generated service. Called by generated modules. Synchronous, because there is nothing to load.
 *
 * @example
 * ```ts
 * const directory = createGeneratedClient<Operations>(service, { endpoint: 'https://example.com/users' });
 * ```
 */
export function createGeneratedClient<Operations extends OperationMap<Operations>>(
  service: GeneratedService | GeneratedOperation,
  options: DesignedClientOptions = {},
): Client<Operations> {
  assertClientOptions(options);
  assertOptions(generatedService, service, 'createGeneratedClient', 'service');
  const { patterns, unions, uncommonContent, uncommonTypes } = service;
  const { model, ports, decided, designed } =
    'join' in service ? service.join(service) : { ...service, decided: undefined };
  const given = { ...options, ...decided };
  return assemble<Operations>(
    { model, ports: new Map(ports), diagnostics: [] },
    platform.openChannel(options),
    designed === undefined ? given : designed.filling(given),
    { patterns, unions, uncommonContent, uncommonTypes, designs: designed?.designs },
    designed,
  );
}

const generatedService = (value: unknown) =>
  Array.isArray((value as Partial<GeneratedService> | null)?.ports) || Object.hasOwn(Object(value), 'join')
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
