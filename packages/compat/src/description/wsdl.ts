import { randomUUID } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createClient } from '@soapstone/client';
import { OptionError } from '@soapstone/options';
import type { BoundMessage, ServiceModel } from '@soapstone/soap-model';
import type { FetchDocumentOptions, FetchedDocument } from '@soapstone/soap-transport';
import { SaxesParser } from 'saxes';
import { HttpClient } from '../http-client.js';
import { isRecord, type Loose, type LooseObject } from '../loosely-typed-values.js';
import {
  assertCompatOptions,
  type CodecOptions,
  type CompatOptions,
  codecOptions,
} from '../options/options.js';
import { readXml } from '../xml/read-xml.js';
import { copyDescription, createSchemaView, type SchemaView } from '../xml/schema-view.js';
import { escapeText, XmlWriter } from '../xml/write-xml.js';
import { DEFAULT_NAMESPACE, type Definitions, definitionsOf, isDeclared } from './definitions.js';

/** The facts about a service once its documents are read: shared by the clients of a cached WSDL. */
export interface LoadedWsdl {
  readonly model: ServiceModel;
  readonly view: SchemaView;
  /** The text of the first document. */
  readonly xml: string;
  /** The prefixes that its root declares, with their namespaces. Programs use them in the names of arguments. */
  readonly prefixes: readonly (readonly [prefix: string, namespace: string])[];
}

/**
 * A WSDL, as node-soap offers it: it is read when `onReady` calls back. Most programs use the one at `client.wsdl`.
 *
 * @example
 * ```ts
 * const wsdl = new WSDL(text, 'https://example.com/users?wsdl', {});
 * wsdl.onReady((error) => console.log(error ?? wsdl.describeServices()));
 * ```
 */
export class WSDL {
  readonly uri: string;
  /** The options with their defaults, which can be changed until the next message is written or read. */
  options: CodecOptions;
  #loaded: LoadedWsdl | undefined;
  #definitions: Definitions | undefined;
  #envelopePrefixes: string | undefined;
  readonly #ready: Promise<LoadedWsdl>;

  /** @param definition the text of a WSDL, or what `load` of another one has read */
  constructor(definition: string | LoadedWsdl, uri: string, options: CompatOptions = {}) {
    if (typeof definition !== 'string' && !isRecord(definition)) {
      throw new OptionError('WSDL', { path: '/definition', expected: 'expected the text of a WSDL' });
    }
    this.uri = uri;
    this.options = codecOptions(options);
    if (typeof definition === 'string') this.#ready = readWsdl(definition, uri, options);
    else {
      this.#loaded = definition;
      this.#ready = Promise.resolve(definition);
    }
    this.#ready.then(
      (loaded) => {
        this.#loaded = loaded;
      },
      () => undefined,
    );
  }

  /** Calls back when the WSDL is read, with an error if it cannot be read. */
  onReady(callback: (error: Loose, wsdl?: WSDL) => void): void {
    this.#ready.then(
      () => process.nextTick(callback, undefined, this),
      (error) => process.nextTick(callback, error),
    );
  }

  /** The services as `describe` shows them. */
  describeServices(): LooseObject {
    const { model, view } = this.loaded;
    return byName(model.services, ({ ports }) =>
      byName(ports, ({ operations }) =>
        byName(operations, ({ input, output }) => ({
          input: copyDescription(view.describeMessage(input)),
          output: copyDescription(view.describeMessage(output)),
        })),
      ),
    );
  }

  /** The text of the document. */
  toXML(): string {
    return this.loaded.xml;
  }

  /** The object for a message. Throws an error with `root` for a fault. */
  xmlToObject(xml: string): LooseObject {
    return readXml(xml, this.loaded.view, this.options);
  }

  /** The XML of an object, without a schema; its elements are in `namespace`. */
  objectToXML(object: LooseObject, _name?: unknown, prefix?: string, namespace?: string): string {
    return this.writer.writeLoose(object, prefix, namespace);
  }

  /** The XML of an object in an element of this name. */
  objectToDocumentXML(name: string, params: Loose, prefix?: string, namespace?: string): string {
    return this.writer.writeLoose({ [name]: params }, prefix, namespace);
  }

  /** The content of the Body for a message. */
  messageToXML(
    message: BoundMessage,
    args: Loose,
    options?: { readonly overrideBaseElement?: boolean },
  ): string {
    return this.writer.writeMessage(message, args, options);
  }

  /** The documents that were read. Throws before `onReady` has called back. */
  get loaded(): LoadedWsdl {
    if (this.#loaded === undefined) throw new Error('the WSDL is not read yet: wait for onReady');
    return this.#loaded;
  }

  /** The prefixes, names and addresses of the document. Each client has its own, also with a cached WSDL. */
  get definitions(): Definitions {
    const { model, prefixes } = this.loaded;
    this.#definitions ??= definitionsOf(model, prefixes);
    return this.#definitions;
  }

  /** The services of `definitions`. */
  get services(): Definitions['services'] {
    return this.definitions.services;
  }

  /** The declarations of prefixes in the tag of each envelope. Programs add to it, or set it to `_xmlnsMap()`. */
  get xmlnsInEnvelope(): string {
    this.#envelopePrefixes ??= declarations(this.loaded.prefixes);
    return this.#envelopePrefixes;
  }

  set xmlnsInEnvelope(text: string) {
    this.#envelopePrefixes = text;
  }

  /** The declarations of the prefixes in `definitions.xmlns`, without those of WSDL, SOAP and XML Schema. */
  _xmlnsMap(): string {
    return declarations(Object.entries(this.definitions.xmlns));
  }

  private get writer(): XmlWriter {
    return new XmlWriter(this.loaded.view, this.options, this.loaded.prefixes.filter(isDeclared));
  }
}

function byName<Item extends { readonly name: string | { readonly localName: string } }>(
  items: readonly Item[],
  describe: (item: Item) => Loose,
): LooseObject {
  return Object.fromEntries(
    items.map((item) => [typeof item.name === 'string' ? item.name : item.name.localName, describe(item)]),
  );
}

/** Waits for a WSDL. */
export function ready(wsdl: WSDL): Promise<WSDL> {
  return new Promise((resolve, reject) => {
    wsdl.onReady((error) => (error ? reject(error) : resolve(wsdl)));
  });
}

/**
 * Reads the documents of a service: `source` is an address, a path or the text of a WSDL. `uri`: the address or the path of a text, which
 * its imports are relative to.
 */
async function readWsdl(source: string, uri: string, options: CompatOptions): Promise<LoadedWsdl> {
  const http: HttpClient = options['httpClient'] ?? new HttpClient(options);
  const documents: LooseObject = options['wsdl_options'] ?? {};
  if (documents['fixedPath']) {
    throw new OptionError('createClient', {
      path: '/wsdl_options/fixedPath',
      expected:
        'put the documents into the folders that their imports name, or pass a bundle to @soapstone/client',
    });
  }
  const { overrideImportLocation, ...request } = documents;
  let first: string | undefined;
  const fetchDocument = async (
    address: string,
    _options?: FetchDocumentOptions,
  ): Promise<FetchedDocument> => {
    if (address === place) return { bytes: new TextEncoder().encode(source.trimStart()), uri: address };
    const isImport = first !== undefined || source !== address;
    const wanted = pathIn(address) ?? address;
    const from = isImport && overrideImportLocation ? String(overrideImportLocation(wanted)) : wanted;
    if (place !== undefined && !/^https?:/i.test(from))
      return { bytes: new TextEncoder().encode(await readFile(from)), uri: placeOf(from) ?? address };
    const body = await getDocument(http, from, options['wsdl_headers'], request);
    first ??= body;
    return { bytes: new TextEncoder().encode(body), uri: from };
  };
  const isText = source.trimStart().startsWith('<');
  const place = isText && uri !== source ? placeOf(uri) : undefined;
  const client = await createClient(place ?? source.trimStart(), {
    incomplete: 'allow',
    transport: {
      fetchDocument,
      send: () => Promise.reject(new Error('only documents are read here')),
    },
  }).catch((error: unknown) => {
    throw plainError(error);
  });
  const model = client.$model;
  await client.$close();
  const xml = isText ? source : (first ?? (await readFile(source)));
  return { model, view: createSchemaView(model), xml, prefixes: rootPrefixes(xml) };
}

/**
 * Stands for the file system in the addresses of documents, so that imports of a text with a path are relative to it. Nobody can guess it: an
 * import of a document of others must not name a file.
 */
const FILES = `http://files-${randomUUID()}.invalid`;

/** The address of a document at `uri`, an address or a path; `undefined` for none. */
function placeOf(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri === '') return undefined;
  return /^https?:/i.test(uri) ? uri : FILES + pathToFileURL(uri).pathname;
}

/** The path in an address that `placeOf` made from one. */
function pathIn(address: string): string | undefined {
  if (!address.startsWith(`${FILES}/`)) return undefined;
  return fileURLToPath(`file://${new URL(address).pathname}`);
}

function declarations(prefixes: LoadedWsdl['prefixes']): string {
  return prefixes
    .filter(isDeclared)
    .map(([prefix, uri]) => ` xmlns:${prefix}="${escapeText(uri)}"`)
    .join('');
}

/** The prefixes that the root element of a document declares. */
function rootPrefixes(xml: string): LoadedWsdl['prefixes'] {
  const found: [string, string][] = [];
  const parser = new SaxesParser();
  let isRead = false;
  parser.on('error', () => {
    isRead = true;
  });
  parser.on('opentag', ({ attributes }) => {
    if (isRead) return;
    isRead = true;
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'xmlns') found.push([DEFAULT_NAMESPACE, value]);
      else if (name.startsWith('xmlns:')) found.push([name.slice(6), value]);
    }
  });
  // Piece by piece, so that only the beginning of a long document is read twice.
  for (let at = 0; at < xml.length && !isRead; at += 4096) parser.write(xml.slice(at, at + 4096));
  return found;
}

async function readFile(path: string): Promise<string> {
  const { readFile: read } = await import('node:fs/promises');
  return await read(path, 'utf8');
}

/** The error below those of the loader, if it is one of the program's own HTTP client or of the file system. */
function plainError(error: unknown): unknown {
  let inner = error;
  for (let step = 0; step < 10 && inner instanceof Error; step += 1) {
    if (inner instanceof DocumentError || 'errno' in inner) return inner;
    inner = inner.cause;
  }
  return error;
}

/** A document that cannot be fetched. `code` is the one of Node for the failed connection, if there is one. */
class DocumentError extends Error {}

function getDocument(
  http: HttpClient,
  address: string,
  headers: Loose,
  request: LooseObject,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const done = (error: Loose, response?: Loose, body?: Loose): void => {
      if (error) {
        reject(Object.assign(new DocumentError(error.message, { cause: error }), { code: error.code }));
      } else if (response?.status === 200) resolve(String(body));
      else {
        const text = `Invalid WSDL URL: ${address}\n\n\r Code: ${response?.status}\n\n\r Response Body: ${response?.data}`;
        reject(new DocumentError(text));
      }
    };
    http.request(address, null, done, headers, request);
  });
}

/** The cache of node-soap: any object with these three functions can take its place. */
export interface WsdlCache {
  has(key: string): boolean;
  get(key: string): WSDL;
  set(key: string, wsdl: WSDL): void;
}

const sharedCache = new Map<string, WSDL>() as unknown as WsdlCache;

/** Reads a WSDL, or finds it in the cache. The options of a client are its own, also with a cached WSDL. */
export async function openWsdl(source: string, options: CompatOptions): Promise<WSDL> {
  assertCompatOptions(options, 'createClient');
  if (typeof source !== 'string') {
    const expected = 'expected an address, a path or the text of a WSDL';
    throw new OptionError('createClient', { path: '/url', expected });
  }
  const cache: WsdlCache = options['wsdlCache'] ?? sharedCache;
  const useCache = options['disableCache'] !== true;
  if (useCache && cache.has(source)) return new WSDL(cache.get(source).loaded, source, options);
  const wsdl = await ready(new WSDL(source, source, options));
  if (useCache) cache.set(source, wsdl);
  return wsdl;
}
