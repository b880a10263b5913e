import { type CompiledOperation, createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import type { IsolatedContender } from '../isolated/isolate.js';
import { createAjvEncoder } from './encode-ajv.js';
import { makeRequest, REQUEST_KINDS, type RequestKind, storeWsdl } from './encode-documents.js';
import { createNodeSoapClient } from './peer-clients.js';

/** A request: `kind` is the name of one of `REQUEST_KINDS`, `bytes` about how long its JSON is. */
export interface EncodeCase {
  readonly kind: string;
  readonly bytes: number;
  readonly facets: boolean;
}

export const OURS = 'Soapstone';
export const AJV_WAY = 'JSON.parse + ajv + generated serialiser';
export const OBJECT_INTERFACE = 'Soapstone, object interface after JSON.parse';

export const url: string = import.meta.url;

/** Contenders that write an envelope from the same JSON bytes. The peers reuse their memory; the last one is the lower bound. */
export function contendersOf(what: EncodeCase): readonly IsolatedContender[] {
  const kind = requestKind(what);
  const json = requestOf(what);
  return [
    {
      name: OURS,
      async prepare() {
        const operation = await compile(what, kind);
        return () => operation.encodeJson(json).body;
      },
    },
    {
      name: AJV_WAY,
      prepare() {
        const encode = createAjvEncoder(kind, what.facets);
        const write = reusedMemory(json);
        return () => write(encode(json));
      },
    },
    {
      name: 'node-soap 1.13.0, not validated',
      async prepare() {
        const encode = await loadNodeSoap(storeWsdl(what.facets));
        const write = reusedMemory(json);
        return () => write(encode(kind.operation, JSON.parse(json.toString())));
      },
    },
    {
      name: OBJECT_INTERFACE,
      async prepare() {
        const operation = await compile(what, kind);
        return () => operation.toXml(JSON.parse(json.toString())).body;
      },
    },
    {
      name: 'JSON.parse + JSON.stringify',
      prepare() {
        const write = reusedMemory(json);
        return () => write(JSON.stringify(JSON.parse(json.toString())));
      },
    },
  ];
}

/** Writes text as UTF-8 into a reused buffer that is large enough for the output of `json`. */
function reusedMemory(json: Buffer): (text: string) => Buffer {
  const memory = Buffer.alloc(json.length * 4 + 1000);
  return (text) => memory.subarray(0, memory.write(text));
}

/** The JSON of a case. */
export function requestOf(what: EncodeCase): Buffer {
  return Buffer.from(JSON.stringify(makeRequest(requestKind(what), what.bytes)));
}

function requestKind(what: EncodeCase): RequestKind {
  const kind = REQUEST_KINDS.find(({ name }) => name === what.kind);
  if (kind === undefined) throw new Error(`no requests of kind ${what.kind}`);
  return kind;
}

async function compile({ facets }: EncodeCase, { operation }: RequestKind): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(storeWsdl(facets));
  return createMapper(model, { limits: { requestBytes: 1 << 30, requestNodes: 1 << 30 } }).compile(operation);
}

type NodeSoap = (operation: string, value: unknown) => string;

/** node-soap's encoder, below its HTTP client: only the encoding counts. */
async function loadNodeSoap(wsdl: string): Promise<NodeSoap> {
  const client = await createNodeSoapClient(wsdl);
  return (operation, value) =>
    client.wsdl.objectToDocumentXML(operation, value, 't', 'urn:bench:store', undefined);
}
