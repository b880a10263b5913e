import { gatewayContract } from '@soapstone/http-contract';
import { createMapper } from '@soapstone/json-xml-mapper';
import { generateOpenApi } from '@soapstone/openapi-generator';
import { defined } from '@soapstone/options/defined';
import {
  bundleResolver,
  findDescriptions,
  isWsdlError,
  parseWsdl,
  type ResolvedDocument,
  type Resolver,
  readZip,
  type ServiceModel,
  type WantedDocument,
  WsdlError,
} from '@soapstone/wsdl-parser';
import { localThenRemote } from '@soapstone/wsdl-parser/internal';
import type { Channel } from '../../children/channel.js';
import type { DraftOutline, MissingDocument } from '../../domain/services/draft.js';
import { gradeRevision } from '../../domain/services/operation-grade.js';
import { digestOf, packModel } from '../../domain/services/pack-model.js';
import { makePages } from './make-pages.js';
import type { DocumentSource, FetchedDocument, FromChild, ToChild } from './messages.js';
import { packDocuments, unpackDocuments } from './pack-documents.js';

type ImportRequest = Extract<ToChild, { kind: 'import' }>;

/** The maximum length of a displayed address. */
const MAX_URI_CHARACTERS = 2048;

/**
 * Reads the documents of one service when the gateway asks for it, and reports the model. It opens no socket: the gateway fetches, behind
 * the egress guard.
 */
export function serveImports(channel: Channel<ToChild, FromChild>): void {
  const waiting = new Map<number, (document: FetchedDocument) => void>();
  let fetches = 0;
  const report = (message: FromChild): void => channel.send(message);
  const fetchFromParent: Resolver = async (uri): Promise<ResolvedDocument> => {
    fetches += 1;
    const id = fetches;
    const answer = new Promise<FetchedDocument>((resolve) => waiting.set(id, resolve));
    report({ kind: 'fetch', id, uri });
    const document = await answer;
    if (!document.ok) throw new Error(document.reason);
    const { ok: _, ...resolved } = document;
    return resolved;
  };
  channel.receive((message) => {
    if (message.kind === 'document') {
      waiting.get(message.id)?.(message.document);
      waiting.delete(message.id);
      return;
    }
    const checkCpu = channel.limitCpu(message.cpu);
    void runImport(message, { report, fetchFromParent }).then((result) => {
      checkCpu();
      report(result);
    });
  });
}

/** The gateway as an import needs it. */
interface Parent {
  readonly report: (message: FromChild) => void;
  /** Fetches a document. Rejects if it cannot be fetched. */
  readonly fetchFromParent: Resolver;
}

async function runImport({ source, described, keep }: ImportRequest, parent: Parent): Promise<FromChild> {
  try {
    const { report, fetchFromParent } = parent;
    const { location, files, resolve } = await open(source, fetchFromParent);
    const documents = watchDocuments(files, resolve);
    const parsed = await parseWsdl(location, { resolve: announce(documents.resolve, report) });
    report({ kind: 'step', step: { name: 'compiling' } });
    const { model } = parsed;
    const { diagnostics, grades } = gradeRevision(model, parsed.diagnostics);
    report({ kind: 'step', step: { name: 'describing' } });
    describe(model);
    const first = model.exposed[0];
    const packedModel = await packModel(model);
    return {
      kind: 'imported',
      packedModel,
      artefacts: await makePages(model, digestOf(packedModel), described),
      diagnostics,
      grades,
      location,
      name: (first && model.services[first.service]?.name.localName) ?? model.name ?? 'service',
      operations: model.exposed.map((operation) => operation.name),
      ...(keep ? { kept: { ...documents.keep(), outline: outlineOf(model) } } : {}),
    };
  } catch (error) {
    if (isWsdlError(error)) {
      return { kind: 'failed', code: error.code, message: error.message, diagnostics: error.diagnostics };
    }
    // Anything else is a bug. Its message may quote the documents, which belong to the reader anyway.
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', code: 'UNREADABLE', message: message.slice(0, 1000), diagnostics: [] };
  }
}

interface OpenedSource {
  readonly location: string;
  /** The uploaded files, whether or not the WSDL refers to them. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly resolve: Resolver;
}

async function open(source: DocumentSource, fetchFromParent: Resolver): Promise<OpenedSource> {
  if (source.kind === 'url') return { location: source.url, files: new Map(), resolve: fetchFromParent };
  if (source.kind === 'kept') return openKept(source, fetchFromParent);
  const files = source.kind === 'archive' ? await readZip(source.bytes) : source.files;
  const [found] = findDescriptions(files);
  // If there is only one file, the parser says what it is instead.
  const [only] = files.size === 1 ? files.keys() : [];
  const location = source.main ?? found ?? only;
  if (location === undefined) {
    throw new WsdlError({ code: 'NOT_WSDL', message: 'none of the files is a service description' });
  }
  return { location, files, resolve: localThenRemote(bundleResolver(files), fetchFromParent) };
}

/** Opens the kept documents and the added files; fetches only what neither contains. */
function openKept(
  source: Extract<DocumentSource, { kind: 'kept' }>,
  fetchFromParent: Resolver,
): OpenedSource {
  const kept = unpackDocuments(source.documents);
  const files = new Map([...kept.files, ...source.added]);
  const bundle = bundleResolver(files);
  return {
    location: source.location,
    files,
    async resolve(uri, wanted) {
      const document = kept.fetched.get(uri);
      if (document !== undefined) return document;
      const named = files.get(uri);
      if (named !== undefined) return { bytes: named, uri };
      try {
        const { bytes, uri: path } = await bundle(uri, wanted);
        // References inside an added file are relative to the address at which it was missing.
        return { bytes, uri: isAddress(uri) ? uri : (path ?? uri) };
      } catch (error) {
        if (isAddress(uri)) return fetchFromParent(uri);
        throw error;
      }
    },
  };
}

const isAddress = (uri: string) => /^https?:/i.test(uri);

/** Remembers the documents that a resolver returned, and those that it could not return. */
function watchDocuments(files: ReadonlyMap<string, Uint8Array>, resolve: Resolver) {
  const fetched = new Map<string, ResolvedDocument>();
  const missing: MissingDocument[] = [];
  return {
    async resolve(uri: string, wanted?: WantedDocument): Promise<ResolvedDocument> {
      try {
        const document = await resolve(uri, wanted);
        if (isAddress(uri)) fetched.set(uri, document);
        return document;
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'cannot be fetched';
        if (missing.length < MAX_MISSING) missing.push({ uri: uri.slice(0, MAX_URI_CHARACTERS), reason });
        throw error;
      }
    },
    keep: () => ({ documents: packDocuments({ files, fetched }), missing }),
  };
}

/** The maximum number of missing documents that a preview lists. */
const MAX_MISSING = 200;

function outlineOf({ services }: ServiceModel): DraftOutline {
  return {
    services: services.map(({ name, ports }) => ({
      name,
      ports: ports.map(({ name: port, portType, soapVersion, address, operations, ...policies }) => ({
        name: port,
        portType,
        soapVersion,
        ...defined({ address }),
        securityPolicies: policies.securityPolicies,
        ...defined({ security: policies.security }),
        operations: operations.map((operation) => ({
          name: operation.name,
          input: { name: operation.input.name },
        })),
      })),
    })),
  };
}

/** Reports which document is requested, and when it arrives. */
function announce(resolve: Resolver, report: Parent['report']): Resolver {
  return async (uri, ...rest) => {
    report({ kind: 'step', step: { name: 'fetching', document: uri.slice(0, MAX_URI_CHARACTERS) } });
    const document = await resolve(uri, ...rest);
    report({ kind: 'step', step: { name: 'reading' } });
    return document;
  };
}

/**
 * Tries to generate the OpenAPI document. A service that cannot be described can still be called: the document is generated again on
 * request, which then reports the problem. Only time and memory matter here, and this process limits both.
 */
function describe(model: ServiceModel): void {
  try {
    const contract = gatewayContract({ baseUrl: '/', accountId: 'account', serviceSlug: 'service' });
    generateOpenApi(createMapper(model), contract);
  } catch {
    // See above.
  }
}
