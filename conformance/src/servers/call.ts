import { readFile } from 'node:fs/promises';
import { type CompiledOperation, createMapper, type JsonObject, stringify } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import type { ServiceModel } from '@soapstone/soap-model';
import type { Transport } from '@soapstone/soap-transport';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { inputsOf } from './inputs.js';
import type { SoapServer } from './servers.js';

/** The outcome of one call. */
export interface Outcome {
  readonly operation: string;
  /** The name of the input. */
  readonly input: string;
  /** Why the response is wrong; absent if it is right. */
  readonly problem?: string;
}

/** Calls every operation of the server's contract with every input. */
export async function callAll(server: SoapServer, url: string, transport: Transport): Promise<Outcome[]> {
  const wsdl = await readContract(server);
  const { model } = await parseWsdlText(wsdl);
  const mapper = createMapper(model, { unwrap: 'none' });
  const outcomes: Outcome[] = [];
  for (const { name } of mapper.operations) {
    const operation = mapper.compile(name);
    for (const [input, value] of inputsOf(operation)) {
      const problem = await callOnce(operation, value, url, transport, server.mtom === true);
      outcomes.push({ operation: name, input, ...defined({ problem }) });
    }
    for (const [input, operation, value] of documentsOf(model, name)) {
      const problem = await callOnce(operation, value, url, transport, server.mtom === true);
      outcomes.push({ operation: name, input, ...defined({ problem }) });
    }
  }
  return outcomes;
}

/** Calls whose text is a document (XM-12), however it is written: the server reads a text, and writes it in its own way. */
function documentsOf(
  model: ServiceModel,
  name: string,
): readonly (readonly [input: string, CompiledOperation, JsonObject])[] {
  const key = TEXTS[name];
  if (key === undefined) return [];
  const plain = inputsOf(createMapper(model).compile(name)).find(([input]) => input === 'full')?.[1];
  return (['escaped', 'cdata'] as const).map((as) => {
    const input = { documents: { [key]: { element: '*', as, declaration: as === 'cdata' } } };
    const result = { documents: { [key]: '*' } };
    const operation = createMapper(model, { design: { operations: { [name]: { input, result } } } }).compile(
      name,
    );
    return [`a document, ${as}`, operation, { ...plain, [key]: DOCUMENT }] as const;
  });
}

/** The operations with a text that any document fits into, by the key of the text. */
const TEXTS: Readonly<Record<string, string>> = { EchoScalars: 'text', echoText: 'value' };

const DOCUMENT: JsonObject = {
  $any: [{ '{urn:n}notice': { '@id': 'n"1', '{urn:n}to': 'Pão € & ]]> <Cia>', sum: '12.5' } }],
};

/** The WSDL of a server, with bindings of the version in use. */
export async function readContract({ contract, soap12 }: SoapServer): Promise<string> {
  const wsdl = await readFile(new URL(contract, import.meta.url), 'utf8');
  return soap12 === true ? wsdl.replaceAll('.org/wsdl/soap/"', '.org/wsdl/soap12/"') : wsdl;
}

async function callOnce(
  operation: CompiledOperation,
  value: JsonObject,
  url: string,
  transport: Transport,
  mtom: boolean,
): Promise<string | undefined> {
  try {
    const problems = operation.validate(value);
    if (problems.length > 0) return `the input is refused: ${stringify(problems)}`;
    const request = operation.toXml(value, mtom ? { xopThreshold: 1 } : {});
    const response = await transport.send({
      url,
      body: request.body,
      contentType: request.contentType,
      soapAction: request.soapAction,
      soapVersion: operation.info.soapVersion,
      attachments: request.attachments,
      packaging: mtom ? 'mtom' : undefined,
      account: 'conformance',
    });
    const attachments = await response.attachments();
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const { contentType } = response;
    const reply = operation.fromXml(Buffer.concat(chunks), { contentType, attachments });
    return judge(operation, value, reply);
  } catch (error) {
    return String(error).slice(0, 300);
  }
}

/** Compares the server's echo with what was sent: the result, the headers, or the detail of the fault. */
function judge(
  operation: CompiledOperation,
  value: JsonObject,
  reply: ReturnType<CompiledOperation['fromXml']>,
): string | undefined {
  const { $headers: headers, ...body } = operation.normalise(value);
  const isRefusal = /^refuse/i.test(operation.info.name);
  if (reply.kind === 'fault') {
    if (!isRefusal) return `fault: ${reply.fault.reason}`;
    const [detail] = Object.values(reply.fault.detail ?? {});
    const said = detail ?? { value: reply.fault.reason };
    return difference(body, said);
  }
  if (isRefusal) return `no fault: ${stringify(reply.result)}`;
  // Unwrap nothing: the response then has the shape of the request below the name of its element.
  const echo = reply.result[`${operation.info.name}Response`] ?? reply.result;
  return difference(body, echo) ?? difference(headers ?? {}, reply.headers ?? {});
}

/** The first difference between two values, as JSON. */
function difference(sent: unknown, came: unknown): string | undefined {
  const [left, right] = [stringify(sorted(sent)), stringify(sorted(came))];
  if (left === right) return undefined;
  let at = 0;
  while (left[at] === right[at]) at += 1;
  const from = Math.max(0, at - 30);
  return `sent …${left.slice(from, from + 90)}, came …${right.slice(from, from + 90)}`;
}

/** The value with sorted keys in every object. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.getPrototypeOf(value)?.constructor?.name === 'JsonNumber'
  )
    return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
