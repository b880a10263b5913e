import { type Check, count, listOf, members, text } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import type { ServiceModel } from '@soapstone/soap-model';
import { digest, type Message } from './contract.js';
import type { RecordedExchange } from './exchange-reader.js';
import { memberRules } from './member-rules.js';

/** The metadata of a recording: `recording.json` in its folder. */
export interface Manifest {
  /** The version of this format. */
  readonly soapstone: 1;
  readonly service?: string;
  /** The documents of the WSDL, the WSDL itself first, and their files; empty if there is a `model`. */
  readonly documents: readonly { readonly uri: string; readonly file: string }[];
  /** The file with the `ServiceModel` as JSON, if the recording was made without the documents. */
  readonly model?: string;
  /** Members whose text is replaced before a message is stored; see `MemberRules`. */
  readonly redact: readonly string[];
  /** Members that do not count when requests and responses are compared. */
  readonly ignore: readonly string[];
}

/** A message whose body is a file in the same folder. */
export interface StoredMessage {
  readonly file: string;
  readonly contentType: string;
  readonly soapAction?: string;
  readonly status?: number;
}

/** The metadata of an exchange, with the names of the files that contain its messages. */
export interface StoredExchange {
  readonly operation: string;
  readonly request: StoredMessage;
  readonly response: StoredMessage;
}

export const MANIFEST = 'recording.json';
/** In a subfolder, so that it is not mistaken for the metadata of an exchange. */
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

/** Returns the files of an exchange and their content, the metadata last. */
export function exchangeFiles({
  name,
  operation,
  request,
  response,
}: RecordedExchange): readonly (readonly [file: string, bytes: Uint8Array])[] {
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
 * Returns the files of a recording whose service is only known as a model, by path in its folder.
 *
 * @param exchanges the exchanges, with their own names; those of one request are in the order of their recording
 */
export function recordingFiles(
  model: ServiceModel,
  {
    service,
    redact,
    ignore,
  }: Pick<Manifest, 'redact' | 'ignore'> & { readonly service?: string | undefined },
  exchanges: readonly RecordedExchange[],
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

/** Returns the common start of an exchange's file names: readable, and the same whenever the same request is recorded. */
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

/** Compares names by the order in which exchanges were recorded: `GetUser.3f2a1c9b-2` after `GetUser.3f2a1c9b`. */
export function exchangeOrder(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** Returns the value of a JSON text, or what is wrong with it. */
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
