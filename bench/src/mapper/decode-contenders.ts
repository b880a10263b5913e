import { type CompiledOperation, createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import type { IsolatedContender } from '../isolated/isolate.js';
import { DOCUMENT_KINDS, type DocumentKind, makeDocument, SHOP_WSDL } from './decode-documents.js';
import { decodeWithFastXmlParser } from './decode-fast-xml-parser.js';
import { loadNodeSoap, loadStrongSoap } from './decode-peers.js';
import { decodeWithSaxes } from './decode-saxes.js';

/** A response: `kind` is the name of one of `DOCUMENT_KINDS`, `bytes` about how long its XML is. */
export interface DecodeCase {
  readonly kind: string;
  readonly bytes: number;
}

/** The size in bytes of the chunks that a socket delivers. */
const CHUNK = 1 << 16;

export const SAXES = 'saxes with the same shapes';

export const url: string = import.meta.url;

/** Each turns the same XML into JSON, except for the reference contenders, which start from the same JSON. */
export function contendersOf(what: DecodeCase): readonly IsolatedContender[] {
  const kind = documentKind(what);
  const compiled = (): Promise<CompiledOperation> => compile(kind);
  const text = documentOf(what);
  const bytes = Buffer.from(text);
  const json = async (): Promise<Buffer> => Buffer.from(decodeWhole(await compiled(), bytes));
  return [
    // Large responses are streamed; small ones are decoded as a whole.
    bytes.length > 1_000_000
      ? {
          name: 'Soapstone, streamed',
          async prepare() {
            const operation = await compiled();
            return () => decodeStreamed(operation, bytes);
          },
        }
      : {
          name: 'Soapstone',
          async prepare() {
            const operation = await compiled();
            return () => decodeWhole(operation, bytes);
          },
        },
    {
      // The same task as ours: bytes in, bytes out.
      name: 'JSON.parse + JSON.stringify, bytes to bytes',
      async prepare() {
        const source = await json();
        return () => Buffer.from(JSON.stringify(JSON.parse(source.toString())));
      },
    },
    {
      name: 'JSON.parse + JSON.stringify, text to text',
      async prepare() {
        const source = (await json()).toString();
        return () => JSON.stringify(JSON.parse(source));
      },
    },
    {
      name: SAXES,
      async prepare() {
        const { shape } = await compiled();
        return () => decodeWithSaxes(shape, text);
      },
    },
    {
      name: 'strong-soap 5.0.10',
      async prepare() {
        const decode = await loadStrongSoap(SHOP_WSDL);
        return () => JSON.stringify(decode(kind.operation, text));
      },
    },
    {
      name: 'node-soap 1.13.0',
      async prepare() {
        const decode = await loadNodeSoap(SHOP_WSDL);
        return () => JSON.stringify(decode(text));
      },
    },
    {
      name: 'fast-xml-parser + types',
      async prepare() {
        const { shape } = await compiled();
        return () => decodeWithFastXmlParser(shape, text);
      },
    },
  ];
}

/** The XML of a case. */
export function documentOf(what: DecodeCase): string {
  return makeDocument(documentKind(what), what.bytes);
}

/** The expected result of the case, as text. */
export async function resultOf(what: DecodeCase): Promise<string> {
  return Buffer.from(
    decodeWhole(await compile(documentKind(what)), Buffer.from(documentOf(what))),
  ).toString();
}

/** The number of output bytes when the case is streamed. */
export async function streamedLengthOf(what: DecodeCase): Promise<number> {
  return decodeStreamed(await compile(documentKind(what)), Buffer.from(documentOf(what)));
}

function documentKind({ kind }: DecodeCase): DocumentKind {
  const found = DOCUMENT_KINDS.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`no documents of kind ${kind}`);
  return found;
}

async function compile({ operation }: DocumentKind): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(SHOP_WSDL);
  return createMapper(model, { limits: { responseBytes: 1 << 30, responseNodes: 1 << 30 } }).compile(
    operation,
  );
}

function decodeWhole(operation: CompiledOperation, bytes: Uint8Array): Uint8Array {
  const decoder = operation.createDecoder();
  for (let at = 0; at < bytes.length; at += CHUNK) decoder.write(bytes.subarray(at, at + CHUNK));
  const reply = decoder.end();
  if (reply.kind !== 'result') throw new Error('expected a result');
  return reply.result;
}

/** @returns the number of output bytes */
function decodeStreamed(operation: CompiledOperation, bytes: Uint8Array): number {
  const stream = operation.createStream();
  let length = 0;
  for (let at = 0; at < bytes.length; at += CHUNK)
    length += stream.write(bytes.subarray(at, at + CHUNK)).length;
  const reply = stream.end();
  if (reply.kind !== 'result') throw new Error('expected a result');
  return length + reply.result.length;
}
