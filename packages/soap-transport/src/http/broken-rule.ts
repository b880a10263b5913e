import { type BrokenRule, RULES } from './header-section.js';

/** A reason of undici's parser (llhttp), and the rule of HTTP that the server broke. */
interface Reason {
  readonly reason: RegExp;
  readonly rule: string;
  /** Whether the lenient reading accepts it; a pattern: only with such a byte. Default false. */
  readonly mends?: true | RegExp;
}

const CHUNK_LINE = 'a line of the chunked coding does not end with CR and LF (RFC 9112 §7.1)';

/** The reasons that the parser gives. For header sections, `readHeaderSection` knows more. */
const REASONS: readonly Reason[] = [
  { reason: /can't be present with/i, rule: RULES.both },
  { reason: /Duplicate Content-Length|Content-Length already/i, rule: RULES.lengths },
  { reason: /Content-Length/i, rule: RULES.length },
  { reason: /CR after chunk/i, rule: CHUNK_LINE, mends: true },
  { reason: /LF after chunk/i, rule: CHUNK_LINE },
  {
    reason: /chunk/i,
    rule: 'a chunk size has a character that is not a hexadecimal digit (RFC 9112 §7.1)',
    mends: /^[ \t\r\n;]/,
  },
  { reason: /Missing expected CR|Expected LF|Expected CRLF/i, rule: RULES.lineEnd, mends: true },
  { reason: /header value char/i, rule: RULES.control, mends: true },
  { reason: /header (?:token|field char)/i, rule: RULES.name, mends: true },
  { reason: /space after start line/i, rule: RULES.leading, mends: true },
  {
    reason: /status|version|HTTP\/|Expected dot/i,
    rule: 'it does not begin with a status line (RFC 9112 §4)',
  },
];

const TLS_RECORD = 'it is TLS, which is spoken at an https address';

const BROKEN = Symbol('the rule of HTTP that a response breaks');

/** Attaches what a header section breaks to the error of the parser that refused it. */
export function setBrokenRule(error: Error, broken: BrokenRule): void {
  Object.defineProperty(error, BROKEN, { value: broken });
}

/** Whether a rule was attached to an error. */
export function hasBrokenRule(error: Error): boolean {
  return BROKEN in error;
}

/**
 * Returns the rule that a response breaks: the one that was attached, otherwise the one of the parser's reason. `undefined` if the parser
 * gave none.
 *
 * @param error the parser's error: `Response does not match the HTTP/1.1 protocol (Invalid header token)`; its `data` is what was left to
 * parse, from the byte that was refused
 */
export function brokenRuleOf(error: Error & { readonly data?: unknown }): BrokenRule | undefined {
  const attached = (error as { readonly [BROKEN]?: BrokenRule })[BROKEN];
  if (attached !== undefined) return attached;
  const { message, data } = error;
  const start = message.lastIndexOf('(');
  if (start === -1) return undefined;
  const reason = message.slice(start + 1).replace(/\)$/, '');
  const rest = typeof data === 'string' ? data : '';
  const unit = rest === '' ? undefined : rest.charCodeAt(0);
  const found = REASONS.find((known) => known.reason.test(reason));
  const { mends = false } = found ?? {};
  // An alert, which servers of https send to those who do not begin with TLS (RFC 8446 §5.1).
  if (rest.startsWith('\x15\x03')) return { rule: TLS_RECORD, byte: 0x15, mends: false };
  return {
    rule: found?.rule ?? reason,
    byte: unit === undefined || unit > 0xff ? undefined : unit,
    mends: mends === true || (mends !== false && mends.test(rest)),
  };
}

/** `the rule, at the byte 0x20`. */
export function describeBrokenRule({ rule, byte }: BrokenRule): string {
  return byte === undefined ? rule : `${rule}, at the byte 0x${byte.toString(16).padStart(2, '0')}`;
}

/** The rule, if the parser failed after it had read Content-Length, which makes undici report the length instead. */
export const AFTER_LENGTH = 'a header field line after Content-Length is malformed (RFC 9112 §5)';
