import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledOperation, createMapper, parseJson } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { type Contender, interleave } from '../interleave.js';
import type { BenchOptions } from '../main.js';
import type { BenchRow, BenchTable } from '../table.js';
import { createAjvEncoder } from './encode-ajv.js';
import { makeRequest, REQUEST_KINDS, type RequestKind, storeWsdl } from './encode-documents.js';

const KB = 1000;
const SIZES = [
  { label: '1 KB', bytes: KB },
  { label: '20 KB', bytes: 20 * KB },
  { label: '200 KB', bytes: 200 * KB },
];
const LARGE = { label: '5 MB', bytes: 5000 * KB };

/**
 * JSON bytes to a validated SOAP envelope in bytes, side by side: this mapper in one pass over the bytes and through its
 * object interface, JSON.parse + ajv + a serializer made for the types, node-soap (which validates nothing), and
 * JSON.parse + JSON.stringify.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  for (const facets of [true, false]) {
    const wsdl = storeWsdl(facets);
    const { model } = await parseWsdlText(wsdl);
    const mapper = createMapper(model, { limits: { requestBytes: 1 << 30, requestNodes: 1 << 30 } });
    const nodeSoap = await loadNodeSoap(wsdl);
    for (const kind of REQUEST_KINDS) {
      for (const { label, bytes } of options.large ? [...SIZES, LARGE] : SIZES) {
        const json = Buffer.from(JSON.stringify(makeRequest(kind, bytes)));
        const contenders = contendersFor(mapper.compile(kind.operation), kind, facets, json, nodeSoap);
        const name = `request, ${kind.name}, ${label}, ${facets ? 'with' : 'without'} facets`;
        rows.push(...(await interleave(name, contenders, json.length / 1e6, options)));
      }
    }
  }
  return {
    name: 'mapper: JSON bytes to request envelope bytes',
    unit: 'MB/s',
    rounds: options.rounds,
    rows,
    notes: [
      'MB/s counts the JSON. Soapstone and the ajv way write the same bytes; node-soap writes what it writes, unvalidated.',
    ],
  };
}

function contendersFor(
  operation: CompiledOperation,
  kind: RequestKind,
  facets: boolean,
  json: Buffer,
  nodeSoap: NodeSoap,
): Contender[] {
  const ajvWay = createAjvEncoder(kind, facets);
  const ours = Buffer.from(operation.encodeJson(json).body).toString();
  check(
    `${kind.name}: object interface`,
    Buffer.from(operation.toXml(parseJson(json, { maxNodes: 1e9 })).body).toString(),
    ours,
  );
  check(`${kind.name}: ajv way`, ajvWay(json).toString(), ours);
  const repeat = (name: string, work: () => unknown): Contender => ({
    name,
    run(times) {
      for (let i = 0; i < times; i++) work();
    },
  });
  return [
    repeat('Soapstone', () => operation.encodeJson(json)),
    repeat('JSON.parse + ajv + generated serializer', () => ajvWay(json)),
    repeat('node-soap 1.13.0, not validated', () =>
      Buffer.from(nodeSoap(kind.operation, JSON.parse(json.toString()))),
    ),
    repeat('Soapstone, object interface after JSON.parse', () =>
      operation.toXml(JSON.parse(json.toString())),
    ),
    repeat('JSON.parse + JSON.stringify', () => Buffer.from(JSON.stringify(JSON.parse(json.toString())))),
  ];
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

type NodeSoap = (operation: string, value: unknown) => string;

/** It wants a file, and is used below the level of its HTTP client: only the encoding counts. */
async function loadNodeSoap(wsdl: string): Promise<NodeSoap> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(directory, 'store.wsdl');
  writeFileSync(file, wsdl);
  const client = await createRequire(import.meta.url)('soap').createClientAsync(file);
  rmSync(directory, { recursive: true });
  return (operation, value) =>
    client.wsdl.objectToDocumentXML(operation, value, 't', 'urn:bench:store', undefined);
}
