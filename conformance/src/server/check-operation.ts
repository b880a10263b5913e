import type { SoapServer } from '@soapstone/server';
import { printTree, type XmlNode } from '../laws/xml-tree.js';
import { type BaseRequest, bodyOf, type Expected, payloadOf, type SentRequest } from './base-request.js';
import { MESSAGE_KINDS } from './message-kinds.js';
import { PAYLOAD_KINDS, sitesOf } from './payload-kinds.js';
import { SPELLINGS } from './spellings.js';

/** The reaction of a server to a request. */
interface Response {
  readonly status: number;
  readonly text: string;
  /** The fault code as SOAP 1.2 names it; absent if the response is not a fault. */
  readonly code?: string;
  /** JSON Pointers of the problems. */
  readonly paths: readonly string[];
}

/** A changed payload, and the response that it got. */
export interface ChangedPayload {
  readonly base: BaseRequest;
  readonly kind: string;
  readonly payload: XmlNode;
  readonly path: readonly string[];
  readonly response: Response;
}

/** The reason of the fault that handlers throw: their result is not what is tested. */
export const ACCEPTED = 'accepted by a handler';

/** Places of a payload at which each kind is tried. */
const SITES = 6;

/** Sends a request to a server. */
export async function send(
  server: SoapServer,
  { body, headers, method = 'POST' }: SentRequest,
): Promise<Response> {
  const given = Object.entries(headers).filter(([, value]) => value !== '');
  const request = new Request('http://localhost/', { method, body: body as string, headers: given });
  // `Request` adds its own media type to a text.
  if (headers['content-type'] === '') request.headers.delete('content-type');
  const response = await server.fetch(request);
  const text = await response.text();
  const code =
    /<faultcode[^>]*>\s*(?:[\w.-]+:)?([\w.-]+)/.exec(text)?.[1] ??
    /:Code>\s*<[\w.-]+:Value[^>]*>(?:[\w.-]+:)?([\w.-]+)/.exec(text)?.[1];
  const names: Readonly<Record<string, string>> = {
    Client: 'Sender',
    Server: 'Receiver',
    OnlyAnonymousAddressSupported: 'Sender',
  };
  return {
    status: response.status,
    text,
    ...(code !== undefined && { code: names[code] ?? code }),
    paths: Array.from(text.matchAll(/<p:problem path="([^"]*)"/g), ([, path = '']) => path),
  };
}

/** Sends every kind of wrong message. Returns the names of the kinds that apply, and what is wrong with the responses. */
export async function checkMessages(
  server: SoapServer,
  base: BaseRequest,
  takesEmptyBody: boolean,
): Promise<{ readonly kinds: readonly string[]; readonly wrong: readonly string[] }> {
  const kinds: string[] = [];
  const wrong: string[] = [];
  for (const { name, expected, make } of Object.values(MESSAGE_KINDS).flat()) {
    const request = make(base);
    // It is the message of another operation.
    if (request === undefined || (takesEmptyBody && name === 'an empty Body')) continue;
    kinds.push(name);
    const response = await send(server, request);
    const problem = compare(response, expected);
    if (problem !== undefined) wrong.push(`${name}: ${problem}`);
  }
  for (const { name, make } of SPELLINGS) {
    const { status, text } = await send(server, make(base));
    if (status !== 202 && !text.includes(ACCEPTED))
      wrong.push(`valid, ${name}: refused: ${status} ${text.slice(0, 700)}`);
  }
  return { kinds, wrong };
}

function compare({ status, text, code }: Response, expected: Expected): string | undefined {
  const got = `${status} ${code ?? 'no fault'}: ${text.replace(/^.*<faultstring|^.*<env:Text/s, '').slice(0, 300)}`;
  if (expected.status !== undefined)
    return status === expected.status && code === undefined
      ? undefined
      : `${got}, expected ${expected.status}`;
  if (code !== expected.code) return `${got}, expected ${expected.code}`;
  if (expected.says?.test(text) === false) return `${got} does not say ${expected.says.source}`;
  return undefined;
}

/** Sends every kind of changed payload, at some places each. */
export async function changePayloads(
  server: SoapServer,
  base: BaseRequest,
): Promise<readonly ChangedPayload[]> {
  const original = payloadOf(base.tree());
  if (original === undefined) return [];
  const changed: ChangedPayload[] = [];
  const count = sitesOf(original).length;
  for (const { name, change } of Object.values(PAYLOAD_KINDS).flat()) {
    let tried = 0;
    for (let index = 0; index < count && tried < SITES; index++) {
      const envelope = base.tree();
      const payload = payloadOf(envelope) as XmlNode;
      const path = change(sitesOf(payload)[index]!);
      if (path === undefined) continue;
      tried++;
      bodyOf(envelope).children = [payload];
      const response = await send(server, { body: printTree(envelope), headers: base.headers });
      changed.push({ base, kind: name, payload, path, response });
    }
  }
  return changed;
}

/**
 * Whether a problem names the place: the names of its pointer are names on the way to what is wrong, and the last of them is the
 * wrong element or the one around it.
 */
export function namesPlace(paths: readonly string[], path: readonly string[]): boolean {
  return paths.some((pointer) => {
    const names = pointer
      .split('/')
      .filter((name) => name !== '' && !/^\d+$|^\$/.test(name))
      .map((name) => decodeName(name));
    let at = 0;
    for (const name of path) if (names[at] === name) at++;
    return at >= names.length - 1 || names.length <= 1;
  });
}

/** The local name of a key: without `@`, prefix and Clark namespace. */
function decodeName(key: string): string {
  return key
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
    .replace(/^.*\}/, '')
    .replace(/^@/, '')
    .replace(/^[^:]*:/, '');
}
