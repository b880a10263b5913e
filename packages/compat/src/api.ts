import { OptionError } from '@soapstone/options';
import { Client } from './client.js';
import { openWsdl } from './description/wsdl.js';
import type { Loose } from './loosely-typed-values.js';
import type { CompatOptions } from './options/options.js';
import * as classes from './security/index.js';

export { Client, type SoapCallback } from './client.js';
export { type LoadedWsdl, WSDL, type WsdlCache } from './description/wsdl.js';
export { HttpClient } from './http-client.js';
export type { Loose, LooseObject } from './loosely-typed-values.js';
export type { CompatOptions } from './options/options.js';
export * from './security/index.js';
export { createServerless, listen, Server, type ServerlessResponse } from './server.js';
export type * from './types.js';

/** The security classes by name, as `soap.security` of node-soap. */
export const security: typeof classes = classes;

/** The arguments of the callback of `createClient`: an error, or a client. */
export type CreateClientCallback = (error: Loose, client: Client) => void;

/**
 * Reads a WSDL and calls back with a client for it: `createClient(url, callback, endpoint)` or
 * `createClient(url, options, callback, endpoint)`.
 *
 * The callback gets an `OptionError` for an option that is unknown or has no counterpart, and a `WsdlError` for a WSDL that cannot be read.
 *
 * @example
 * ```ts
 * soap.createClient('https://example.com/users?wsdl', (error, client) => {
 *   client.GetUser({ userId: 1001 }, (failure, result) => console.log(result));
 * });
 * ```
 */
export function createClient(url: string, callback: CreateClientCallback, endpoint?: string): void;
export function createClient(
  url: string,
  options: CompatOptions,
  callback: CreateClientCallback,
  endpoint?: string,
): void;
export function createClient(url: string, ...given: Loose[]): void {
  const options: CompatOptions = typeof given[0] === 'function' ? {} : (given[0] ?? {});
  const at = given.findIndex((each) => typeof each === 'function');
  const callback: CreateClientCallback | undefined = given[at];
  if (callback === undefined) {
    const expected = 'expected a function; createClientAsync returns a promise';
    throw new OptionError('createClient', { path: '/callback', expected });
  }
  createClientAsync(url, options, given[at + 1]).then(
    // An exception of the callback is the program's, not one of createClient.
    (client) => process.nextTick(callback, null, client),
    (error) => process.nextTick(callback, error),
  );
}

/**
 * Reads a WSDL and resolves to a client for it.
 *
 * @param url an address, the path of a file, or the text of a WSDL
 * @param options those of node-soap, by their names
 * @param endpoint where calls go, instead of the address in the WSDL; the option of this name goes before it
 * @throws {OptionError} for an option that is unknown or has no counterpart; the message says what replaces it
 *
 * @example
 * ```ts
 * const client = await soap.createClientAsync('https://example.com/users?wsdl');
 * const [result] = await client.GetUserAsync({ userId: 1001 });
 * ```
 */
export async function createClientAsync(
  url: string,
  options: CompatOptions = {},
  endpoint?: string,
): Promise<Client> {
  const wsdl = await openWsdl(url, options);
  return new Client(wsdl, options['endpoint'] || endpoint, options);
}
