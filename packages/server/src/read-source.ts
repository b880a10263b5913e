import { isServiceModel, type ServiceModel } from '@soapstone/soap-model';
import { assertOptions, bytes, type Check, kindOf, OptionError, wrong } from '@soapstone/soap-model/options';
import {
  type BundleFiles,
  bundleResolver,
  type Diagnostic,
  findDescriptions,
  parseWsdl,
  parseWsdlText,
  readZip,
  type SourceDocument,
  WsdlError,
} from '@soapstone/wsdl-parser';

/**
 * The sources of a server's contract.
 *
 * - a string: the text of a WSDL (it begins with `<`), or a path: a WSDL file, a directory or zip archive with one in it
 * - a `URL`: `file:`
 * - bytes: of a WSDL or of a zip archive
 * - a bundle: documents by path, as a `Map` or an object
 * - what `parseWsdl` returned, or its `ServiceModel`; the model alone has no documents, so `?wsdl` is not served
 */
export type ServerSource =
  | string
  | URL
  | Uint8Array
  | BundleFiles
  | ServiceModel
  | { readonly model: ServiceModel; readonly documents: readonly SourceDocument[] };

/** A contract, read. */
export interface Contract {
  readonly model: ServiceModel;
  readonly diagnostics: readonly Diagnostic[];
  /** The WSDL first. */
  readonly documents: readonly SourceDocument[];
}

const serverSource: Check = (value) =>
  typeof value === 'string' || bytes(value).length === 0 || (typeof value === 'object' && value !== null)
    ? []
    : wrong(`expected a path, a WSDL, a bundle or a ServiceModel, not ${kindOf(value)}`);

/** Reads a source. Throws `WsdlError` and `OptionError`. */
export async function readSource(source: ServerSource): Promise<Contract> {
  assertOptions(serverSource, source, 'createSoapServer', 'source');
  if (isServiceModel(source)) return { model: source, diagnostics: [], documents: [] };
  if (isParsed(source)) return { diagnostics: [], ...source };
  if (source instanceof Uint8Array) {
    const isZip = source[0] === 0x50 && source[1] === 0x4b;
    return isZip ? await readBundle(readZip(source)) : await parseWsdlText(source);
  }
  if (source instanceof URL) return await readPath(source.href);
  if (typeof source !== 'string') return await readBundle(source as BundleFiles);
  return /^\uFEFF?\s*</.test(source) ? await parseWsdlText(source) : await readPath(source);
}

async function readPath(path: string): Promise<Contract> {
  if (/^https?:/i.test(path)) {
    throw new OptionError('createSoapServer', {
      path: '/source',
      expected:
        'expected documents that are here; fetch the WSDL first and pass its text, or a bundle with what it imports',
    });
  }
  const { openLocal } = await import('@soapstone/wsdl-parser/file');
  const isUrl = /^file:/i.test(path) && URL.canParse(path);
  const { location, resolve } = await openLocal(isUrl ? decodeURIComponent(new URL(path).pathname) : path);
  return await parseWsdl(location, { resolve });
}

async function readBundle(files: BundleFiles): Promise<Contract> {
  const [location] = findDescriptions(files);
  if (location === undefined) {
    throw new WsdlError({
      code: 'LOAD_FAILED',
      message: 'cannot create a server: the bundle has no WSDL in it',
    });
  }
  return await parseWsdl(location, { resolve: bundleResolver(files) });
}

function isParsed(source: ServerSource): source is Extract<ServerSource, { readonly documents: unknown }> {
  const { model, documents } = source as { readonly model?: unknown; readonly documents?: unknown };
  return isServiceModel(model) && Array.isArray(documents);
}
