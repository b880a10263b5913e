import type { ServiceModel } from '@soapstone/soap-model';
import { defined } from '@soapstone/soap-model/defined';
import { type Check, count, listOf, members, text } from '@soapstone/soap-model/options';
import { digest, type Message } from './contract.js';
import type { Exchange } from './exchange-reader.js';
import { memberRules } from './member-rules.js';

/** The recorded facts about a service: `recording.json` of its folder. */
export interface Manifest {
  /** The version of this form. */
  readonly soapstone: 1;
  readonly service?: string;
  /** The documents of the WSDL, itself first, and the files that have them; none where there is a `model`. */
  readonly documents: readonly { readonly uri: string; readonly file: string }[];
  /** The file with the `ServiceModel` as JSON, of a recording that was made without the documents. */
  readonly model?: string;
  /** Members whose text is replaced before a message is stored; see `MemberRules`. */
  readonly redact: readonly string[];
  /** Members that do not count when requests and responses are compared. */
  readonly ignore: readonly string[];
}

/** A message whose body is a file of the same folder. */
export interface StoredMessage {
  readonly file: string;
  readonly contentType: string;
  readonly soapAction?: string;
  readonly status?: number;
}

/** The metadata of an exchange, and the files that have its messages. */
export interface StoredExchange {
  readonly operation: string;
  readonly request: StoredMessage;
  readonly response: StoredMessage;
}

export const MANIFEST = 'recording.json';
/** Below its own folder, so that it is not taken for the metadata of an exchange. */
const MODEL = 'wsdl/model.json';

export const manifestForm: Check = members<Manifest>(
  {
    soapstone: (value) => (value === 1 ? [] : [{ path: '', expected: 'expected 1' }]),
    service: text,
    model: text,
    documents: listOf(members<Manifest['documents'][number]>({ uri: text, file: text }, ['uri', 'file'])),
    redact: memberRules,
    ignore: memberRules,
  },
  ['soapstone', 'documents'],
);
const messageForm: Check = members<StoredMessage>(
  { file: text, contentType: text, soapAction: text, status: count },
  ['file', 'contentType'],
);
export const exchangeForm: Check = members<StoredExchange>(
  { operation: text, request: messageForm, response: messageForm },
  ['operation', 'request', 'response'],
);

/** The files of an exchange and their content, its metadata last. */
export function exchangeFiles({
  name,
  operation,
  request,
  response,
}: Exchange): readonly (readonly [file: string, bytes: Uint8Array])[] {
  const describe = (part: string, { contentType, soapAction }: Message): StoredMessage => {
    const file = `${name}.${part}.${extensionOf(contentType)}`;
    return { file, contentType, ...defined({ soapAction }) };
  };
  const [sent, received] = [describe('request', request), describe('response', response)];
  const stored = { operation, request: sent, response: { ...received, status: response.status } };
  return [
    [sent.file, request.body],
    [received.file, response.body],
    [`${name}.json`, jsonBytes(stored)],
  ];
}

/**
 * The files of a recording whose service is only known as a model, by their paths in its folder.
 *
 * @param exchanges those of one request in the order of their recording, with their own names
 */
export function recordingFiles(
  model: ServiceModel,
  {
    service,
    redact,
    ignore,
  }: Pick<Manifest, 'redact' | 'ignore'> & { readonly service?: string | undefined },
  exchanges: readonly Exchange[],
): ReadonlyMap<string, Uint8Array> {
  const manifest: Manifest = {
    soapstone: 1,
    ...defined({ service }),
    documents: [],
    model: MODEL,
    redact,
    ignore,
  };
  return new Map([
    [MANIFEST, jsonBytes(manifest)],
    [MODEL, new TextEncoder().encode(JSON.stringify(model))],
    ...exchanges.flatMap(exchangeFiles),
  ]);
}

function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** The name of an exchange's files: readable, and the same whenever the same request is recorded. */
export function exchangeName(operation: string, key: string, number: number): string {
  const readable = operation.replaceAll(/[^\w.-]+/g, '_').slice(0, 80);
  return `${readable}.${digest(key).slice(0, 8)}${number === 1 ? '' : `-${number}`}`;
}

function extensionOf(contentType: string): string {
  if (/^multipart\//i.test(contentType)) return 'mime';
  if (/xml/i.test(contentType)) return 'xml';
  if (/^text\/html/i.test(contentType)) return 'html';
  return /^text\//i.test(contentType) ? 'txt' : 'bin';
}

/** The order in which exchanges were recorded: `GetUser.3f2a1c9b-2` after `GetUser.3f2a1c9b`. */
export function exchangeOrder(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** The value of a JSON text, or what is wrong with it. */
export function readJsonText(
  json: string,
  form: Check,
): { readonly value: unknown } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    return { problem: `expected JSON (${cause instanceof Error ? cause.message : cause})` };
  }
  const [problem] = form(value);
  if (problem === undefined) return { value };
  return { problem: (problem.path === '' ? '' : `${problem.path}: `) + problem.expected };
}
