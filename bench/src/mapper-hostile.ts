import {
  type CompiledOperation,
  createMapper,
  isMappingError,
  isResponseError,
} from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { cpuSeconds } from './cpu-time.js';
import { median } from './interleave.js';
import type { BenchOptions } from './main.js';
import type { HostileCase } from './mapper-hostile/hostile-case.js';
import { HOSTILE_QUERIES, HOSTILE_REQUESTS, SOUND_REQUEST } from './mapper-hostile/requests.js';
import { HOSTILE_RESPONSES, SOUND_RESPONSE } from './mapper-hostile/responses.js';
import type { BenchRow, BenchTable } from './table.js';

/** What one case may take, in milliseconds. */
const GOAL = 250;
/** Memory per byte of input. */
const MEMORY_GOAL = 100;
const CHUNK = 1 << 16;

/** Input that somebody made to hurt: what each case costs, and how it ends. */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const { model } = await parseWsdlText(WSDL);
  // Wider than the default of 1 MiB for requests, or most cases would end before they begin.
  const operation = createMapper(model, { limits: { requestBytes: 1 << 28 } }).compile('tree');
  const rows: BenchRow[] = [];
  const notes: string[] = [];
  const measure = (group: string, { name, make }: HostileCase, work: (input: Buffer) => string): void => {
    const input = Buffer.from(make());
    const { ms, memory, end } = cost(() => work(input), options.rounds);
    const ratio = memory / Math.max(input.length, 1 << 16);
    rows.push({
      case: `${group}, ms`,
      contender: `${name} (${size(input.length)}): ${end}`,
      rate: ms,
      ratio: 1,
    });
    if (ms > GOAL) notes.push(`over ${GOAL} ms: ${group}, ${name}`);
    if (ratio > MEMORY_GOAL) notes.push(`${ratio.toFixed(0)} bytes per byte of input: ${group}, ${name}`);
  };
  for (const each of HOSTILE_RESPONSES) measure('responses', each, (xml) => decode(operation, xml));
  measure('responses', { name: 'every truncation of a response', make: () => SOUND_RESPONSE }, (xml) =>
    everyTruncation(xml, (piece) => decode(operation, piece)),
  );
  for (const each of HOSTILE_REQUESTS) measure('requests', each, (json) => encode(operation, json));
  measure('requests', { name: 'every truncation of a request', make: () => SOUND_REQUEST }, (json) =>
    everyTruncation(json, (piece) => encode(operation, piece)),
  );
  for (const each of HOSTILE_QUERIES) {
    measure('query strings', each, (query) => attempt(() => operation.fromQuery(query.toString())));
  }
  if (notes.length === 0)
    notes.push(`every case within ${GOAL} ms and ${MEMORY_GOAL} times the memory of its input`);
  return { name: 'hostile input', unit: 'ms of CPU time', rounds: options.rounds, rows, notes };
}

/** The median CPU time, and the most memory that was held at the end of a round. */
function cost(work: () => string, rounds: number): { ms: number; memory: number; end: string } {
  const times: number[] = [];
  let memory = 0;
  let end = '';
  for (let round = 0; round < Math.min(rounds, 5); round++) {
    globalThis.gc?.();
    const before = used();
    const start = cpuSeconds();
    end = work();
    times.push((cpuSeconds() - start) * 1000);
    memory = Math.max(memory, used() - before);
  }
  return { ms: median(times), memory, end };
}

function used(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function decode(operation: CompiledOperation, xml: Buffer): string {
  return attempt(() => {
    const stream = operation.createStream();
    for (let at = 0; at < xml.length; at += CHUNK) stream.write(xml.subarray(at, at + CHUNK));
    stream.end();
  });
}

function encode(operation: CompiledOperation, json: Buffer): string {
  return attempt(() => operation.encodeJson(json));
}

/** How it ended: anything but a value or a typed error goes on, and the bench with it. */
function attempt(work: () => unknown): string {
  try {
    work();
    return 'ok';
  } catch (error) {
    if (isResponseError(error)) return error.code;
    if (isMappingError(error)) return `${error.code} ${error.errors[0]?.keyword}`;
    throw error;
  }
}

function everyTruncation(input: Buffer, work: (piece: Buffer) => string): string {
  const ends = new Set<string>();
  for (let length = 1; length < input.length; length++) ends.add(work(input.subarray(0, length)));
  return [...ends].join(', ');
}

function size(bytes: number): string {
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

const WSDL = `<definitions name="Hostile" targetNamespace="urn:hostile" xmlns:t="urn:hostile" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:hostile" elementFormDefault="qualified">
    <xs:complexType name="Tree"><xs:sequence>
      <xs:element name="n" type="xs:string" minOccurs="0"/>
      <xs:element name="amount" type="xs:decimal" minOccurs="0"/>
      <xs:element name="evil" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="(a|aa)+"/><xs:pattern value="(a*)*b"/><xs:pattern value="(.*a){20}"/></xs:restriction></xs:simpleType></xs:element>
      <xs:element name="counted" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="((a{0,29}){0,29}){0,29}"/></xs:restriction></xs:simpleType></xs:element>
      <xs:element name="child" type="t:Tree" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="free" type="xs:anyType" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:element name="tree" type="t:Tree"/><xs:element name="treeResponse" type="t:Tree"/>
  </xs:schema></types>
  <message name="tree"><part name="p" element="t:tree"/></message><message name="treeResponse"><part name="p" element="t:treeResponse"/></message>
  <portType name="Hostile"><operation name="tree"><input message="t:tree"/><output message="t:treeResponse"/></operation></portType>
  <binding name="Hostile" type="t:Hostile"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="tree"><soap:operation soapAction="t"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Hostile"><port name="Hostile" binding="t:Hostile"><soap:address location="http://localhost/"/></port></service>
</definitions>`;
