import { fieldsOf, type ReceivedFields } from './received-answer.js';

/** The authentication schemes that a credential profile can satisfy, and what it is called there. */
const SUPPORTED: ReadonlySet<string> = new Set(['basic', 'bearer', 'digest', 'ntlm', 'negotiate']);

/** The maximum length of a challenge; the rest is not read. */
const MAX_CHALLENGE = 4_000;
/** Schemes of one answer that are named. */
const MAX_SCHEMES = 5;

/** The schemes that a server asks for. */
export interface AskedSchemes {
  /** In the server's spelling and order, each once: `Digest`, `Basic`. */
  readonly names: readonly string[];
  /** Those that this transport can satisfy. */
  readonly supported: readonly string[];
  /** The realm of the first challenge that has one. */
  readonly realm?: string;
  /** Why a token was rejected (RFC 6750 §3). */
  readonly description?: string;
}

/**
 * Reads the authentication schemes of `WWW-Authenticate` or `Proxy-Authenticate`.
 *
 *     WWW-Authenticate = #challenge
 *     challenge        = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
export function readSchemes(
  headers: ReceivedFields,
  field: 'www-authenticate' | 'proxy-authenticate',
): AskedSchemes {
  const text = fieldsOf(headers, field).join(', ').slice(0, MAX_CHALLENGE);
  const names: string[] = [];
  let realm: string | undefined;
  let description: string | undefined;
  for (const item of listItems(text)) {
    const [, first = '', rest = ''] = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*(.*)$/s.exec(item) ?? [];
    // An auth-param has `=` after its name; token68 may end with `=` but follows a scheme.
    if (first !== '' && !rest.startsWith('=') && !names.includes(first)) names.push(first);
    realm ??= /(?:^|[\s,])realm[ \t]{0,9}=[ \t]{0,9}"?([^"]{1,200})/i.exec(item)?.[1];
    description ??= /(?:^|[\s,])error_description[ \t]{0,9}=[ \t]{0,9}"?([^"]{1,200})/i.exec(item)?.[1];
  }
  const shown = names.slice(0, MAX_SCHEMES);
  return {
    names: shown,
    supported: shown.filter((name) => SUPPORTED.has(name.toLowerCase())),
    ...(realm === undefined ? {} : { realm }),
    ...(description === undefined ? {} : { description }),
  };
}

/** The items of a list that are separated by commas outside quoted strings. */
export function listItems(text: string): string[] {
  const items: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    const unit = text[at];
    if (quoted && unit === '\\') at += 1;
    else if (unit === '"') quoted = !quoted;
    else if (at >= text.length || (unit === ',' && !quoted)) {
      const item = text.slice(start, at).trim();
      if (item !== '') items.push(item);
      start = at + 1;
    }
  }
  return items;
}
