import { ADDRESSING_2004, ADDRESSING_2005 } from '@soapstone/soap-model/namespaces';
import { type Check, describeProblem, flag, members, oneOf, text } from '@soapstone/soap-model/options';
import { escapeText } from '@soapstone/soap-model/xml';
import { invalidRequest } from '../transport-error.js';
import { isXmlText } from './credential-profile.js';
import { assertHeaderContext, drawBytes, type HeaderContext } from './header-context.js';
import { ENVELOPE } from './namespaces.js';
import { hexOf } from './print-bytes.js';

/** WS-Addressing options of one request (WA-1). */
export interface Addressing {
  /** `wsa:Action` of the operation's input. */
  readonly action: string;
  /** `wsa:To`: the address of the port. */
  readonly to: string;
  /** Default: a new `urn:uuid:`. */
  readonly messageId?: string | undefined;
  /** `1.0` is the Recommendation (2005/08); `2004/08` is the member submission that older servers support. Default `1.0`. */
  readonly version?: '1.0' | '2004/08' | undefined;
  /** `mustUnderstand` on Action and To. Default false. */
  readonly mustUnderstand?: boolean | undefined;
}

const addressingOptions: Check = members<Addressing>(
  { action: text, to: text, messageId: text, version: oneOf('1.0', '2004/08'), mustUnderstand: flag },
  ['action', 'to'],
);

const NAMESPACES: Readonly<Record<'1.0' | '2004/08', { readonly uri: string; readonly anonymous: string }>> =
  {
    '1.0': {
      uri: ADDRESSING_2005,
      anonymous: `${ADDRESSING_2005}/anonymous`,
    },
    '2004/08': {
      uri: ADDRESSING_2004,
      anonymous: `${ADDRESSING_2004}/role/anonymous`,
    },
  };

/**
 * Returns `wsa:Action`, `wsa:To`, `wsa:MessageID` and an anonymous `wsa:ReplyTo`, for the envelope writer to insert (WA-1, WA-3).
 * The reply address is always anonymous: a response comes back on the connection or not at all (A12). Throws `TransportError`
 * `INVALID_REQUEST` for an unknown option, and for a value that is not XML text.
 *
 * @example
 * ```ts
 * const blocks = addressingHeaders(addressing, { soapVersion: '1.1', random: randomBytes });
 * ```
 */
export function addressingHeaders(
  addressing: Addressing,
  context: Pick<HeaderContext, 'soapVersion' | 'random'>,
): string[] {
  const [problem] = addressingOptions(addressing);
  if (problem !== undefined) throw invalidRequest(describeProblem('addressingHeaders', problem));
  assertHeaderContext('addressingHeaders', context, ['soapVersion', 'random']);
  const { action, to, version = '1.0', mustUnderstand = false } = addressing;
  const messageId = addressing.messageId ?? createMessageId(context.random);
  for (const value of [action, to, messageId]) {
    if (!isXmlText(value)) {
      throw invalidRequest('cannot write WS-Addressing headers: a value is not XML text');
    }
  }
  const { uri, anonymous } = NAMESPACES[version];
  const flag = mustUnderstand
    ? ` xmlns:soapenv="${ENVELOPE[context.soapVersion]}" soapenv:mustUnderstand="1"`
    : '';
  const block = (name: string, content: string, attributes = ''): string =>
    `<wsa:${name} xmlns:wsa="${uri}"${attributes}>${content}</wsa:${name}>`;
  return [
    block('Action', escapeText(action), flag),
    block('To', escapeText(to), flag),
    block('MessageID', escapeText(messageId)),
    block('ReplyTo', `<wsa:Address>${anonymous}</wsa:Address>`),
  ];
}

/**
 * Returns a new `wsa:MessageID`: `urn:uuid:` and a version 4 UUID (RFC 9562 §5.4), for callers that compare the response with it.
 * Throws `TransportError` `INVALID_REQUEST` if `random` is not a function.
 *
 * @param random returns the given number of unguessable bytes
 *
 * @example
 * ```ts
 * const messageId = createMessageId(randomBytes);
 * const extraHeaders = addressingHeaders({ action, to, messageId }, { soapVersion: '1.1', random: randomBytes });
 * ```
 */
export function createMessageId(random: HeaderContext['random']): string {
  assertHeaderContext('createMessageId', { random }, ['random']);
  const bytes = Uint8Array.from(drawBytes(random, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const uuid = hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return `urn:uuid:${uuid}`;
}
