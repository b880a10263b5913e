import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledOperation, createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { type Contender, interleave } from '../interleave.js';
import type { BenchOptions } from '../main.js';
import type { BenchRow, BenchTable } from '../table.js';
import { DOCUMENT_KINDS, type DocumentKind, makeDocument, SHOP_WSDL } from './decode-documents.js';
import { decodeWithFastXmlParser } from './decode-fast-xml-parser.js';
import { measureMemory } from './decode-memory.js';
import { decodeWithSaxes } from './decode-saxes.js';
import { runServices } from './decode-services.js';

const KB = 1000;
const SIZES = [
  { label: '1 KB', bytes: KB, peers: true },
  { label: '20 KB', bytes: 20 * KB, peers: true },
  { label: '200 KB', bytes: 200 * KB, peers: true },
  { label: '5 MB', bytes: 5000 * KB, peers: true },
];
const LARGE = { label: '50 MB', bytes: 50_000 * KB, peers: false };
/** What a socket gives at once. */
const CHUNK = 1 << 16;

/**
 * SOAP response to typed JSON text, side by side: this mapper, saxes with the same shapes, strong-soap, node-soap,
 * fast-xml-parser with types put right afterwards, and JSON.parse + JSON.stringify of the same result as JSON.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const { model } = await parseWsdlText(SHOP_WSDL);
  const mapper = createMapper(model, { limits: { responseBytes: 1 << 30, responseNodes: 1 << 30 } });
  const peers = await loadPeers();
  const rows: BenchRow[] = [];
  const notes: string[] = [];
  for (const kind of DOCUMENT_KINDS) {
    for (const size of options.large ? [...SIZES, LARGE] : SIZES) {
      const operation = mapper.compile(kind.operation);
      const text = makeDocument(kind, size.bytes);
      const bytes = Buffer.from(text);
      const json = decodeAll(operation, bytes);
      check(`${kind.name} ${size.label}: saxes`, decodeWithSaxes(operation.shape, text), json);
      if (streamBytes(operation, bytes) !== Buffer.byteLength(json))
        throw new Error('the stream lost something');
      const contenders = contendersFor(operation, kind, text, bytes, json, size.peers ? peers : undefined);
      const label = `${kind.name}, ${size.label}`;
      rows.push(...(await interleave(label, contenders, bytes.length / 1e6, options)));
    }
  }
  rows.push(...(await runServices(options)));
  notes.push(
    'MB/s counts the XML. Chunks of 64 KB. saxes gives byte-identical JSON; the other peers give what they give.',
  );
  notes.push(...measureMemory());
  return { name: 'mapper: response XML to JSON text', unit: 'MB/s', rounds: options.rounds, rows, notes };
}

function contendersFor(
  operation: CompiledOperation,
  kind: DocumentKind,
  text: string,
  bytes: Buffer,
  json: string,
  peers: Peers | undefined,
): Contender[] {
  const jsonBytes = Buffer.from(json);
  const repeat = (name: string, work: () => unknown): Contender => ({
    name,
    run(times) {
      for (let i = 0; i < times; i++) work();
    },
  });
  // Large responses are handed on while they come; the text of small ones is asked for whole.
  const streamed = bytes.length > 1_000_000;
  return [
    streamed
      ? repeat('Soapstone, streamed', () => streamBytes(operation, bytes))
      : repeat('Soapstone', () => decodeBytes(operation, bytes)),
    // The same job as ours: bytes in, bytes out.
    repeat('JSON.parse + JSON.stringify, bytes to bytes', () =>
      Buffer.from(JSON.stringify(JSON.parse(jsonBytes.toString()))),
    ),
    repeat('JSON.parse + JSON.stringify, text to text', () => JSON.stringify(JSON.parse(json))),
    repeat('saxes with the same shapes', () => decodeWithSaxes(operation.shape, text)),
    ...(peers === undefined
      ? []
      : [
          repeat('strong-soap 5.0.10', () => JSON.stringify(peers.strongSoap(kind.operation, text))),
          repeat('node-soap 1.13.0', () => JSON.stringify(peers.nodeSoap(text))),
          repeat('fast-xml-parser + types', () => decodeWithFastXmlParser(operation.shape, text)),
        ]),
  ];
}

function decodeBytes(operation: CompiledOperation, bytes: Uint8Array): Uint8Array {
  const decoder = operation.createDecoder();
  for (let at = 0; at < bytes.length; at += CHUNK) decoder.write(bytes.subarray(at, at + CHUNK));
  const reply = decoder.end();
  if (reply.kind !== 'result') throw new Error('expected a result');
  return reply.result;
}

/** @returns how many bytes were handed on */
function streamBytes(operation: CompiledOperation, bytes: Uint8Array): number {
  const stream = operation.createStream();
  let length = 0;
  for (let at = 0; at < bytes.length; at += CHUNK)
    length += stream.write(bytes.subarray(at, at + CHUNK)).length;
  const reply = stream.end();
  if (reply.kind !== 'result') throw new Error('expected a result');
  return length + reply.result.length;
}

function decodeAll(operation: CompiledOperation, bytes: Uint8Array): string {
  return Buffer.from(decodeBytes(operation, bytes)).toString();
}

/** A contender that does something else is no contender. */
function check(label: string, actual: string, expected: string): void {
  if (actual === expected) return;
  let at = 0;
  while (actual[at] === expected[at]) at++;
  throw new Error(
    `${label} differs: ${actual.slice(at - 40, at + 60)} instead of ${expected.slice(at - 40, at + 60)}`,
  );
}

interface Peers {
  nodeSoap(xml: string): unknown;
  strongSoap(operation: string, xml: string): unknown;
}

/** Both want a file. They are used below the level of their HTTP clients: only the decoding counts. */
async function loadPeers(): Promise<Peers> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(directory, 'shop.wsdl');
  writeFileSync(file, SHOP_WSDL);
  const require = createRequire(import.meta.url);
  const nodeSoap = require('soap');
  const strongSoap = require('strong-soap').soap;
  const nodeClient = await nodeSoap.createClientAsync(file);
  const strongClient = await new Promise<Record<string, never>>((resolve, reject) => {
    strongSoap.createClient(file, {}, (error: unknown, client: never) =>
      error ? reject(error) : resolve(client),
    );
  });
  rmSync(directory, { recursive: true });
  return {
    nodeSoap: (xml) => nodeClient.wsdl.xmlToObject(xml),
    strongSoap: strongDecoder(strongClient, require),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: strong-soap has no types for its insides
function strongDecoder(client: any, require: NodeJS.Require): Peers['strongSoap'] {
  const { XMLHandler } = require('strong-soap').soap;
  const { wsdl } = client;
  const descriptors = new Map<string, unknown>();
  const handler = new XMLHandler(wsdl.schemas, {});
  return (operation, xml) => {
    let descriptor = descriptors.get(operation);
    if (descriptor === undefined) {
      const binding = Object.values(wsdl.definitions.bindings)[0] as never as {
        operations: Record<string, never>;
      };
      descriptor = (
        binding.operations[operation] as never as { describe(d: unknown): { outputEnvelope: unknown } }
      ).describe(wsdl.definitions).outputEnvelope;
      descriptors.set(operation, descriptor);
    }
    return handler.xmlToJson(null, xml, descriptor);
  };
}
