/**
 * Escaping of text and attribute values (XO-4, TY-4). Every writer of this repository escapes through this module, and markup
 * consists only of names from the schema, so JSON cannot inject markup (SE-3). `@soapstone/compat` escapes as node-soap does.
 */
import { kindOf, OptionError } from '@soapstone/options';

/**
 * Escapes text content: `&`, `<`, `>`, and CR, which a reader would otherwise normalise away. Throws `OptionError` for anything but
 * a string.
 *
 * @example
 * ```ts
 * `<a>${escapeText('1 < 2')}</a>`; // <a>1 &lt; 2</a>
 * ```
 */
export function escapeText(text: string): string {
  if (typeof text !== 'string') throw notText('escapeText', text);
  return /[&<>\r]/.test(text) ? escapeMarkup(text) : text;
}

/**
 * Escapes an attribute value, including the quote and the white space that attribute normalisation would change. Throws
 * `OptionError` for anything but a string.
 *
 * @example
 * ```ts
 * `<a b="${escapeAttribute('say "yes"')}"/>`;
 * ```
 */
export function escapeAttribute(text: string): string {
  if (typeof text !== 'string') throw notText('escapeAttribute', text);
  if (!/[&<>"\t\n\r]/.test(text)) return text;
  return escapeMarkup(text).replace(/"/g, '&quot;').replace(/\t/g, '&#x9;').replace(/\n/g, '&#xA;');
}

function notText(what: string, value: unknown): OptionError {
  return new OptionError(what, { path: '/text', expected: `expected a string, not ${kindOf(value)}` });
}

/** One native pass per character, `&` first; a callback would run ten million times. */
function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#xD;');
}
