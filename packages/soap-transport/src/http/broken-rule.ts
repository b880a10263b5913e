/** The rules of HTTP that servers break, by the reasons that undici's parser (llhttp) gives. */
const RULES: readonly (readonly [reason: RegExp, rule: string])[] = [
  [
    /can't be present with/i,
    'it has both Content-Length and Transfer-Encoding, as in an attempt to split responses (RFC 9112 §6.3)',
  ],
  [/Duplicate Content-Length|Content-Length already/i, 'Content-Length is there twice (RFC 9112 §6.3)'],
  [/Content-Length/i, 'Content-Length is not a number (RFC 9110 §8.6)'],
  [/(?:CR|LF) after chunk/i, 'a line of the chunked coding does not end with CR and LF (RFC 9112 §7.1)'],
  [/chunk/i, 'a chunk size has a character that is not a hexadecimal digit (RFC 9112 §7.1)'],
  [
    /whitespace after header value/i,
    'a header field line is folded where it cannot be unfolded (RFC 9112 §5.2)',
  ],
  [
    /Missing expected CR|Expected LF|Expected CRLF/i,
    'a line of the header section does not end with CR and LF (RFC 9112 §2.2)',
  ],
  [/header value char/i, 'a header field value has a control character (RFC 9110 §5.5)'],
  [
    /header (?:token|field char)/i,
    'a header field name has a character that no name has, such as a space, also before the colon (RFC 9112 §5.1)',
  ],
  [/space after start line/i, 'a line with leading white space follows the status line (RFC 9112 §2.2)'],
  [/status|version|HTTP\//i, 'it does not begin with a status line (RFC 9112 §4)'],
];

/**
 * Names the rule that a response breaks, and the byte that breaks it: lower case, without a full stop. `undefined` if the parser gave no
 * reason.
 *
 * @param text the text of the parser's error: `Response does not match the HTTP/1.1 protocol (Invalid header token)`
 * @param rest what was left to parse, from the byte that was refused
 */
export function brokenRule(text: string, rest: unknown): string | undefined {
  const start = text.lastIndexOf('(');
  if (start === -1) return undefined;
  const reason = text.slice(start + 1).replace(/\)$/, '');
  const rule = RULES.find(([pattern]) => pattern.test(reason))?.[1] ?? reason;
  const unit = typeof rest === 'string' && rest !== '' ? rest.charCodeAt(0) : undefined;
  if (unit === undefined || unit > 0xff) return rule;
  return `${rule}, at the byte 0x${unit.toString(16).padStart(2, '0')}`;
}

/** What is known if the parser failed after it had read Content-Length, which makes undici report the length instead. */
export const AFTER_LENGTH =
  'a header field line after Content-Length is malformed, or Content-Length is there twice (RFC 9112 §5 and §6.3)';
