import { isJsonNumber, type JsonObject, parseJson, stringify } from '@soapstone/json-xml-mapper';
import { SoapFault } from '@soapstone/server';
import { fillIn, isRecord } from '../servers/templates.js';
import { type FaceRule, type FaultRule, requestOf } from './face-rules.js';

/** A call of an operation that becomes an HTTP request. */
export interface FaceCall {
  readonly operation: string;
  readonly input: JsonObject;
  readonly headers: JsonObject;
  /** The names of the faults that the WSDL declares. */
  readonly faults: readonly string[];
  readonly signal: AbortSignal;
}

/** The address of the back end and how to reach it. */
export interface Backend {
  readonly address: string;
  readonly fetch: typeof globalThis.fetch;
  /** The maximum size of a response. Default 10 MiB. */
  readonly maxBytes?: number;
}

const DEFAULT_BYTES = 10_485_760;

/**
 * Calls the back end for one operation.
 *
 * @returns the result
 * @throws {SoapFault} for a failure that the caller may know about: an error status
 * @throws for any other failure, which the caller must not see: no connection, no JSON
 */
export async function callBackend(backend: Backend, call: FaceCall, rule: FaceRule): Promise<unknown> {
  const { operation, input, headers, signal } = call;
  const values = { input, headers };
  const { method, path } = requestOf(operation, rule);
  const used = new Set<string>();
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    used.add(name.split('.')[0]!);
    return segmentOf(name, fillIn(`{{input.${name}}}`, values));
  });
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !used.has(name)));
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method);
  const query = rule.query === undefined ? (hasBody ? {} : rest) : fillIn(rule.query, values);
  const body = rule.body === undefined ? (hasBody ? rest : undefined) : fillIn(rule.body, values);
  const address = new URL(backend.address.replace(/\/+$/, '') + filled);
  for (const [name, value] of parametersOf(query)) address.searchParams.append(name, value);
  const response = await backend.fetch(address.href, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(fillIn(rule.headers ?? {}, values) as Record<string, string>),
    },
    ...(body !== undefined && { body: stringify(body as never) }),
    redirect: 'manual',
    signal,
  });
  const text = await readText(response, backend.maxBytes ?? DEFAULT_BYTES);
  if (response.ok) return resultOf(jsonOf(text, operation, response.status), rule, values);
  throw faultOf(response.status, text, rule, call);
}

/** Encodes a value as one path segment, so that no value can change the path around it. */
function segmentOf(name: string, value: unknown): string {
  const text = isScalar(value) ? String(value) : '';
  if (text === '' || text === '.' || text === '..') {
    const reason = `${name} must be text that can be part of an address`;
    throw new SoapFault({ reason, code: 'Client' });
  }
  return encodeURIComponent(text);
}

function* parametersOf(query: unknown): Generator<readonly [string, string]> {
  if (!isRecord(query)) return;
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (isScalar(each)) yield [name, String(each)];
      else if (each !== undefined && each !== null) yield [name, stringify(each as never)];
    }
  }
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value) || isJsonNumber(value);
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > maxBytes)
      throw new Error(`the back end sent more than ${maxBytes} bytes (--response-bytes raises this limit)`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

/** Parses the JSON of a response; an empty body counts as an empty object. */
function jsonOf(text: string, operation: string, status: number): unknown {
  if (text.trim() === '') return {};
  try {
    return parseJson(text);
  } catch (cause) {
    throw new Error(`the back end answered ${operation} with ${status} and no JSON`, { cause });
  }
}

/** Returns the result by the rule, or else the body. The body of a gateway has the result in `result`. */
function resultOf(body: unknown, rule: FaceRule, values: Readonly<Record<string, unknown>>): unknown {
  if (rule.result !== undefined) return fillIn(rule.result, { ...values, body });
  if (
    isRecord(body) &&
    'result' in body &&
    Object.keys(body).every((name) => ['result', 'meta'].includes(name))
  )
    return body['result'];
  return body;
}

/**
 * Creates the fault for an error status: by the rule of this status; else the fault in the body of a gateway; else a declared fault
 * whose name is a member of the body; else one with only a reason.
 */
function faultOf(status: number, text: string, { faults = {} }: FaceRule, call: FaceCall): SoapFault {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    body = undefined;
  }
  const code = status < 500 ? 'Client' : 'Server';
  const named: FaultRule | undefined = faults[status] ?? faults[`${Math.floor(status / 100)}xx`];
  if (named !== undefined) {
    const values = { input: call.input, headers: call.headers, body, status };
    const { reason, detail, code: own } = fillIn(named, values) as FaultRule;
    return new SoapFault({
      reason: String(reason ?? `the back end answered ${status}`),
      code: own ?? code,
      ...(detail !== undefined && { detail }),
    });
  }
  const { error } = isRecord(body) ? body : {};
  const { fault, message } = isRecord(error) ? error : {};
  const reason = typeof message === 'string' ? message : `the back end answered ${status}`;
  if (isRecord(fault) && isRecord(fault['detail']))
    return new SoapFault({ reason: String(fault['reason'] ?? reason), code, detail: fault['detail'] });
  const declared = isRecord(body)
    ? call.faults.find((name) => Object.hasOwn(body as object, name))
    : undefined;
  if (declared === undefined) return new SoapFault({ reason, code });
  return new SoapFault({ reason, code, detail: { [declared]: (body as JsonObject)[declared] } });
}
