import type { Design } from '@soapstone/json-xml-mapper/design';
import { compilePatterns, declaresIdentities, unions } from '@soapstone/json-xml-mapper/internal';
import { fastPath } from '@soapstone/json-xml-mapper/internal/fast-path';
import { rawXml } from '@soapstone/json-xml-mapper/internal/raw-xml';
import { uncommonContent } from '@soapstone/json-xml-mapper/internal/uncommon-content';
import { uncommonTypes } from '@soapstone/json-xml-mapper/internal/uncommon-types';
import { WsdlError } from '@soapstone/wsdl-parser';
import { platform } from '#platform';
import type { Client, OperationMap, UntypedOperations } from '../api/client.js';
import { assertClientOptions, type ClientOptions } from '../api/options.js';
import { assemble } from './assemble.js';
import { fillingFrom } from './filling.js';
import { type ClientSource, readSource } from './read-source.js';

/**
 * Reads a WSDL and creates a client with a function for each of its operations.
 *
 * @param source an address, a path, the text of a WSDL, a bundle or a `ServiceModel`: see `ClientSource`
 * @typeParam Operations the types of the operations, as `soapstone types --values` prints them. Without them inputs and results are
 *   untyped JSON, still checked at run time.
 * @throws {WsdlError} if the WSDL cannot be fetched or read, or has no SOAP operation that the options select. Its `cause` says why
 *   a fetch failed.
 * @throws {OptionError} for an unknown option or an unusable value
 * @throws {DesignError} for a design that does not fit the service, with all problems
 *
 * @example
 * ```ts
 * const directory = await createClient('https://example.com/users?wsdl', {
 *   security: usernameToken({ username, password, digest: true }),
 *   numbers: 'bigint',
 * });
 * const { name } = await directory.GetUser({ userId: 9007199254740993n });
 * ```
 */
export async function createClient<Operations extends OperationMap<Operations> = UntypedOperations>(
  source: ClientSource,
  options: ClientOptions = {},
): Promise<Client<Operations>> {
  // biome-ignore lint/complexity/noArguments: a callback is not a parameter here, and would be ignored silently
  assertClientOptions(typeof arguments[2] === 'function' ? (arguments[2] as ClientOptions) : options);
  if (options.signal?.aborted === true)
    throw new WsdlError({
      code: 'LOAD_FAILED',
      message: 'cannot create a client: its signal was aborted before',
    });
  const channel = platform.openChannel(options);
  try {
    const definition = await readSource(source, channel, platform, options);
    const { identities } = declaresIdentities(definition.model.schema)
      ? await import('@soapstone/json-xml-mapper/internal/identities')
      : NO_IDENTITIES;
    const { designs } =
      options.design === undefined ? NO_DESIGNS : await import('@soapstone/json-xml-mapper/internal/design');
    const { openSession } =
      options.design?.session === undefined ? NO_SESSION : await import('./open-session.js');
    const hasPages = Object.values(Object(options.design?.operations)).some((each) => Object(each).page);
    const { createPages } = hasPages ? await import('../call/paged-items.js') : NO_PAGES;
    return assemble<Operations>(
      definition,
      channel,
      designs === undefined ? options : fillingFrom(options),
      {
        patterns: compilePatterns,
        unions,
        uncommonTypes,
        uncommonContent,
        rawXml,
        identities,
        fastPath,
        designs,
      },
      { openSession, pages: createPages?.(options.design as Design) },
    );
  } catch (error) {
    await channel.close();
    throw error;
  }
}

/** Most services have no identity constraints, and need not load their check. */
const NO_IDENTITIES = { identities: undefined };
const NO_DESIGNS = { designs: undefined };
const NO_SESSION = { openSession: undefined };
const NO_PAGES = { createPages: undefined };
