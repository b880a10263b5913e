import { anything, assertOptions, bytes, type Check, kindOf, members, wrong } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { type ExposedOperation, isServiceModel, type ServiceModel } from '@soapstone/soap-model';
import {
  type BundleFiles,
  operationsByPort,
  type ParsedWsdl,
  parseWsdl,
  type Resolver,
  type SelectionCriteria,
  selectOperations,
  WsdlError,
} from '@soapstone/wsdl-parser';
import {
  type IdentifiedSource,
  identifySource,
  localThenRemote,
  missingByOperation,
  openText,
  refuseIncomplete,
} from '@soapstone/wsdl-parser/internal';
import type { ClientOptions } from '../api/options.js';
import { inClientOptions } from '../call/transport-failure.js';
import type { Channel, Platform } from '../platform/platform.js';
import { documentSecurity } from '../security/merge-security.js';
import type { ServiceDefinition } from './assemble.js';

/**
 * The sources that a client can be created from.
 *
 * - a string: an `http:` or `https:` address, the text of a WSDL (it begins with `<`), or a path: a WSDL file, a directory or zip
 *   archive that contains one
 * - a `URL`: `http:`, `https:` or `file:`
 * - bytes of a WSDL or of a zip archive
 * - a bundle: documents by path, as a `Map` or an object
 * - a `ServiceModel`, as `parseWsdl` returns it
 */
export type ClientSource = string | URL | Uint8Array | BundleFiles | ServiceModel;

const clientSource: Check = (value) =>
  typeof value === 'string' || bytes(value).length === 0 || (typeof value === 'object' && value !== null)
    ? []
    : wrong(`expected an address, a path, a WSDL, a bundle or a ServiceModel, not ${kindOf(value)}`);

/** Reads a source. Throws `WsdlError`, `TransportError` and `OptionError`. */
export async function readSource(
  source: ClientSource,
  channel: Channel,
  platform: Platform,
  options: ClientOptions,
): Promise<ServiceDefinition> {
  assertOptions(clientSource, source, 'createClient', 'source');
  const { service, port, soapVersion } = options;
  const select: SelectionCriteria = { service, port, soapVersion };
  const { model, diagnostics, incomplete } = await parse(source, select, channel, platform, options);
  if (options.incomplete !== 'allow') {
    refuseIncomplete(incomplete, diagnostics, {
      task: 'cannot create a client',
      advice: 'the option incomplete: "allow"',
    });
  }
  if (model.exposed.length === 0) {
    throw new WsdlError({
      code: 'SELECTION_EMPTY',
      message: 'cannot create a client: the description has no SOAP operation',
      diagnostics,
    });
  }
  const ports = operationsByPort(model);
  assertOperations(options, [...ports.values(), model.exposed].flat());
  const names = new Set([...ports.values(), model.exposed].flat().map(({ name }) => name));
  return { model, diagnostics, ports, incomplete: missingByOperation(incomplete, [...names]) };
}

/** Throws `OptionError` if an option names an operation that the service does not have. */
function assertOperations({ unwrapByOperation }: ClientOptions, exposed: readonly ExposedOperation[]): void {
  if (unwrapByOperation === undefined) return;
  const known = members(Object.fromEntries(exposed.map(({ name }) => [name, anything])));
  assertOptions(known, unwrapByOperation, 'createClient', 'unwrapByOperation');
}

async function parse(
  source: ClientSource,
  select: SelectionCriteria,
  channel: Channel,
  platform: Platform,
  options: ClientOptions,
): Promise<Pick<ParsedWsdl, 'model' | 'diagnostics' | 'incomplete'>> {
  if (isServiceModel(source)) return { model: chosen(source, select), diagnostics: [], incomplete: [] };
  const found = await identifySource(source as Exclude<ClientSource, ServiceModel>, 'create a client');
  const { location, resolve } = await open(found, channel, platform, options);
  return options.cache === undefined
    ? await parseWsdl(location, { select, resolve })
    : await platform.parseCached(location, { select, resolve }, options.cache);
}

/** Returns where the description is, and the function that loads its documents. */
async function open(
  found: IdentifiedSource,
  channel: Channel,
  platform: Platform,
  options: ClientOptions,
): Promise<{ readonly location: string; readonly resolve: Resolver }> {
  if (found.kind === 'document') return openText(found.content, withRemote(nothingBeside, channel, options));
  if (found.kind === 'address') {
    return { location: found.location, resolve: remoteResolver(found.location, channel, options) };
  }
  const local = found.kind === 'path' ? await platform.openPath(found.location, options.root) : found;
  return { location: local.location, resolve: withRemote(local.resolve, channel, options) };
}

/** The selection of an existing model applies unless the options have another one. */
function chosen(model: ServiceModel, select: SelectionCriteria): ServiceModel {
  return Object.values(select).every((each) => each === undefined) ? model : selectOperations(model, select);
}

/** Documents with an HTTP address that are not in `local` are fetched, no matter which document refers to them. */
function withRemote(local: Resolver, channel: Channel, options: ClientOptions): Resolver {
  return localThenRemote(local, remoteResolver(undefined, channel, options));
}

/** Credentials are only sent to the origin of the WSDL. */
function remoteResolver(root: string | undefined, channel: Channel, options: ClientOptions): Resolver {
  const credentials = root === undefined ? undefined : documentSecurity(options.security);
  return async (uri) => {
    try {
      return await channel.fetchDocument(uri, {
        ...(credentials !== undefined && root !== undefined && { credentials, credentialsFor: root }),
        ...defined({ deadlineMs: options.timeout, signal: options.signal }),
      });
    } catch (error) {
      throw inClientOptions(error);
    }
  };
}

function nothingBeside(uri: string): never {
  throw new Error(`a WSDL passed as text cannot refer to local files; pass a bundle that contains ${uri}`);
}
