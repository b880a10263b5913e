import { isXmlText } from '@soapstone/credentials';
import { type Check, describeProblem, flag, listOf, members, oneOf, text } from '@soapstone/options';
import { ADDRESSING_2004, ADDRESSING_2005 } from '@soapstone/soap-model/namespaces';
import { escapeText } from '@soapstone/soap-model/xml';
import { ENVELOPE } from '../namespaces.js';
import { hexOf } from '../print-bytes.js';
import { unusableRequest } from '../security-error.js';
import { assertHeaderContext, drawBytes, type HeaderContext } from './header-context.js';

/** A WS-Addressing header block of a request. */
export type AddressingBlock = 'Action' | 'To' | 'MessageID' | 'From' | 'ReplyTo' | 'FaultTo';

/** The message addressing properties that a user may choose (WS-Addressing 1.0 Core §3.1). */
export interface AddressingProperties {
  /** `wsa:Action`. Default: the action of the operation's input (WA-1). */
  readonly action?: string | undefined;
  /** `wsa:To`. Default: the address that is called. */
  readonly to?: string | undefined;
  /** The address of `wsa:From`. Default: no such block. */
  readonly from?: string | undefined;
  /** The address of `wsa:ReplyTo`. Default: anonymous, the connection of the request. A response sent elsewhere does not reach the caller. */
  readonly replyTo?: string | undefined;
  /** The address of `wsa:FaultTo`. Default: no such block, so faults go where responses go. */
  readonly faultTo?: string | undefined;
  /** `mustUnderstand`: `true` for Action and To, or the names of the blocks. Default false. */
  readonly mustUnderstand?: boolean | readonly AddressingBlock[] | undefined;
}

/** WS-Addressing options of one request (WA-1). */
export interface Addressing extends AddressingProperties {
  /** `wsa:Action` of the operation's input. */
  readonly action: string;
  /** `wsa:To`: the address of the port. */
  readonly to: string;
  /** Default: a new `urn:uuid:`. */
  readonly messageId?: string | undefined;
  /** `1.0` is the Recommendation (2005/08); `2004/08` is the member submission that older servers support. Default `1.0`. */
  readonly version?: '1.0' | '2004/08' | undefined;
}

const BLOCKS: readonly AddressingBlock[] = ['Action', 'To', 'MessageID', 'From', 'ReplyTo', 'FaultTo'];
const isUnderstood: Check = (value) => (Array.isArray(value) ? listOf(oneOf(...BLOCKS))(value) : flag(value));

const addressingPropertyChecks: Readonly<Record<keyof AddressingProperties, Check>> = {
  action: text,
  to: text,
  from: text,
  replyTo: text,
  faultTo: text,
  mustUnderstand: isUnderstood,
};

const addressingOptions: Check = members<Addressing>(
  { ...addressingPropertyChecks, messageId: text, version: oneOf('1.0', '2004/08') },
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
 * Returns the WS-Addressing blocks of a request, for the envelope writer to insert (WA-1, WA-3): `wsa:Action`, `wsa:To`,
 * `wsa:MessageID` and `wsa:ReplyTo`, and `wsa:From` and `wsa:FaultTo` if given. The default of the reply address is anonymous: the
 * response comes back on the connection (A12). Throws `SecurityError` `INVALID_REQUEST` for an unknown option, and for a value that
 * is not XML text.
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
  if (problem !== undefined) throw unusableRequest(describeProblem('addressingHeaders', problem));
  assertHeaderContext('addressingHeaders', context, ['soapVersion', 'random']);
  const { action, to, from, faultTo, version = '1.0', mustUnderstand = false } = addressing;
  const { uri, anonymous } = NAMESPACES[version];
  const { messageId = createMessageId(context.random), replyTo = anonymous } = addressing;
  const understood: readonly AddressingBlock[] =
    mustUnderstand === true ? ['Action', 'To'] : mustUnderstand === false ? [] : mustUnderstand;
  const flag = ` xmlns:soapenv="${ENVELOPE[context.soapVersion]}" soapenv:mustUnderstand="1"`;
  const block = (name: AddressingBlock, content: string): string =>
    `<wsa:${name} xmlns:wsa="${uri}"${understood.includes(name) ? flag : ''}>${content}</wsa:${name}>`;
  const endpoint = (name: AddressingBlock, address: string | undefined): string[] =>
    address === undefined ? [] : [block(name, `<wsa:Address>${written(address)}</wsa:Address>`)];
  return [
    block('Action', written(action)),
    block('To', written(to)),
    block('MessageID', written(messageId)),
    ...endpoint('From', from),
    ...endpoint('ReplyTo', replyTo),
    ...endpoint('FaultTo', faultTo),
  ];
}

/** Returns a value as XML text. */
function written(value: string): string {
  if (isXmlText(value)) return escapeText(value);
  throw unusableRequest('cannot write WS-Addressing headers: a value is not XML text');
}

/**
 * Returns a new `wsa:MessageID`: `urn:uuid:` and a version 4 UUID (RFC 9562 §5.4), for callers that compare the response with it.
 * Throws `SecurityError` `INVALID_REQUEST` if `random` is not a function.
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
