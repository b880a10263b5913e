import { assertOptions, bytes, type Check, kindOf, OptionError, wrong } from '@soapstone/options';
import { isServiceModel, type ServiceModel } from '@soapstone/soap-model';
import {
  type BundleFiles,
  type Diagnostic,
  parseWsdl,
  parseWsdlText,
  type SourceDocument,
} from '@soapstone/wsdl-parser';
import { identifySource } from '@soapstone/wsdl-parser/internal';

/**
 * The sources of a server's contract.
 *
 * - a string: the text of a WSDL (it begins with `<`), or a path: a WSDL file, a directory or zip archive that contains one
 * - a `URL`: `file:`
 * - bytes of a WSDL or of a zip archive
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

/** A contract that has been read. */
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
  const found = await identifySource(source as string | URL | Uint8Array | BundleFiles, 'create a server');
  switch (found.kind) {
    case 'document':
      return await parseWsdlText(found.content);
    case 'bundle':
      return await parseWsdl(found.location, { resolve: found.resolve });
    case 'address':
      throw new OptionError('createSoapServer', {
        path: '/source',
        expected:
          'expected local documents; fetch the WSDL first and pass its text, or a bundle that includes its imports',
      });
    case 'path': {
      const { openLocal } = await import('@soapstone/wsdl-parser/file');
      const { location, resolve } = await openLocal(found.location);
      return await parseWsdl(location, { resolve });
    }
  }
}

function isParsed(source: ServerSource): source is Extract<ServerSource, { readonly documents: unknown }> {
  const { model, documents } = source as { readonly model?: unknown; readonly documents?: unknown };
  return isServiceModel(model) && Array.isArray(documents);
}
