import { createMapper, type Mapper, type OperationInfo } from '@soapstone/json-xml-mapper';
import { createSoapServer } from '@soapstone/server';
import { listen } from '@soapstone/server/node';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { infosetOf } from '../material/infoset.js';
import { differences, type Leaf, leavesOf } from './leaves.js';

/** An operation as a client is to call it. */
export interface ExampleCall {
  readonly info: OperationInfo;
  /** The example, in its normal form. */
  readonly input: unknown;
  /** The envelope of the example, as this project writes it. */
  readonly request: string;
}

/** A call that has arrived. */
export interface Received {
  /** How the input differs from the example. */
  readonly different: readonly string[];
  /** The values of the response. */
  readonly answer: readonly Leaf[];
}

/** A server that answers each operation of a WSDL with its example. */
export interface ExampleService {
  readonly address: string;
  /** The target namespace of the WSDL. */
  readonly namespace: string;
  readonly calls: readonly ExampleCall[];
  /** The request to an operation since the last query: `undefined` if there was none, or if it was rejected. */
  received(operation: string): Received | undefined;
  stop(): Promise<void>;
}

/** Starts the server; `undefined` if the WSDL has no SOAP operation. Only the default port of the service is called. Throws `WsdlError` if the WSDL cannot be read. */
export async function startExamples(path: string, most: number): Promise<ExampleService | undefined> {
  const { location, resolve } = await openLocal(path);
  const contract = await parseWsdl(location, { resolve });
  const { model } = contract;
  const mapper = createMapper(model);
  if (mapper.operations.length === 0) return undefined;
  const requests = new Map<string, ExampleCall>();
  for (const info of mapper.operations.slice(0, most)) {
    const operation = mapper.compile(info.name);
    const input = operation.example('input');
    const request = new TextDecoder().decode(operation.toXml(input).body);
    // Some WSDLs have operations with one message and one action: nobody can tell which of them is called.
    const key = `${info.soapAction} ${request}`;
    if (!requests.has(key)) requests.set(key, { info, input, request });
  }
  const received = new Map<string, { input: unknown; answer?: string }>();
  let last: { input: unknown; answer?: string } | undefined;
  const server = await createSoapServer(
    contract,
    {},
    {
      unwrap: 'none',
      fallback(input, { operation, example }) {
        last = { input };
        received.set(operation, last);
        return example();
      },
      onError: () => undefined,
    },
  );
  const http = await listen({
    async fetch(request) {
      const before = last;
      const response = await server.fetch(request);
      const answer = await response.text();
      if (last !== undefined && last !== before) last.answer = answer;
      return new Response(answer, response);
    },
  });
  return {
    address: http.address,
    namespace: model.targetNamespace,
    calls: [...requests.values()],
    received(operation) {
      const call = received.get(operation);
      received.delete(operation);
      if (call === undefined) return undefined;
      return {
        different: differenceOf(mapper, operation, call.input),
        answer: leavesOf(call.answer ?? ''),
      };
    },
    stop: () => http.close(),
  };
}

/** How the XML of an input differs from that of the example. */
function differenceOf(mapper: Mapper, name: string, input: unknown): readonly string[] {
  const operation = mapper.compile(name);
  const write = (value: unknown) => new TextDecoder().decode(operation.toXml(value).body);
  const [example, given] = [write(operation.example('input')), write(input)];
  if (example === given) return [];
  const values = differences(leavesOf(example), leavesOf(given));
  if (values.length > 0) return values;
  const [expected, other] = [structureOf(example), structureOf(given)];
  const length = Math.max(expected.length, other.length);
  const at = Array.from({ length }).findIndex((_, index) => other[index] !== expected[index]);
  if (at === -1) return [];
  return [`another structure: ${other[at] ?? 'the end'} instead of ${expected[at] ?? 'the end'}`];
}

/** The elements and attributes of a document, without values. */
function structureOf(xml: string): readonly string[] {
  return infosetOf(xml)
    .split('\n')
    .filter((line) => !line.trim().startsWith('"'))
    .map((line) => line.replace(/="?.*$/, '').trim());
}
