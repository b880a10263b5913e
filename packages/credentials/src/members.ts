import {
  flag as boolean,
  type Check,
  kindOf,
  listOf,
  oneOf,
  recordOf,
  text as string,
  wrong,
} from '@soapstone/options';
import { type Decrypter, decryptingKey, type Signer, signingKey } from './external-key.js';

/** A JSON Schema, or a part of one. */
export type MemberSchema = Readonly<Record<string, unknown>>;

/** One member of a credential kind: how it is checked, its schema in a stored profile, and whether it must be redacted. */
export interface Member {
  readonly check: Check;
  /**
   * The JSON Schema of the member in a profile that the gateway stores. It may be narrower than `check`: it has no empty texts and no
   * objects with methods, and lists of certificates are bounded.
   */
  readonly schema: MemberSchema;
  /** Whether `redactSecrets` removes the text. */
  readonly secret?: true;
}

/** A member whose values have a type. */
export interface MemberOf<Value> extends Member {
  /** Has no value. It ties the member to the type of the profile, both ways. */
  readonly type?: (value: Value) => Value;
}

/** A form that a text must have. */
export interface TextForm {
  /** Whether a text, which is not longer than the member allows, has the form. */
  readonly accepts: (text: string) => boolean;
  /** The expectation, for the problem. */
  readonly expected: string;
}

/** Text of an XML document: surrogates in pairs, no control characters. */
export const XML_TEXT: TextForm = { accepts: isXmlText, expected: 'expected text that XML can hold' };

/** Text of a header: can be encoded as UTF-8, no control characters. */
export const PLAIN_TEXT: TextForm = { accepts: isPlainText, expected: 'expected no control character' };

/** A user name that a colon follows, as in Basic and Digest. */
export const NO_COLON: TextForm = {
  accepts: (name) => isPlainText(name) && !name.includes(':'),
  expected: 'expected no colon and no control character',
};

/**
 * Whether every character is a `Char` of XML 1.0: surrogates come in pairs, no control characters.
 *
 * @example
 * ```ts
 * isXmlText('Zoë'); // true
 * isXmlText('\u0000'); // false
 * ```
 */
export function isXmlText(text: string): boolean {
  return typeof text === 'string' && /^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(text);
}

/** Whether the text can be encoded as UTF-8 and has no control characters. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}

/**
 * A text.
 *
 * @param max the greatest number of UTF-16 units
 * @param form the form of the text. Default: any
 *
 * @example
 * ```ts
 * const workstation = text(256, PLAIN_TEXT);
 * ```
 */
export function text(max: number, form?: TextForm): MemberOf<string> {
  return { check: textCheck(max, form), schema: { type: 'string', minLength: 1, maxLength: max } };
}

/** A text that is redacted. Parameters as for `text`. */
export function secret(max = 8192, form?: TextForm): MemberOf<string> {
  return { ...text(max, form), secret: true };
}

/** Base64, which is redacted. */
export function secretBase64(form: TextForm): MemberOf<string> {
  return { check: textCheck(Number.POSITIVE_INFINITY, form), schema: BASE64, secret: true };
}

/** The schema of Base64. */
export const BASE64: MemberSchema = { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' };

/** The schema of one or more PEM blocks. */
const PEM: MemberSchema = { type: 'string', maxLength: 65_536 };

/** A certificate in PEM, which those of its issuers may follow. */
export const pem: MemberOf<string> = { check: string, schema: PEM };

/** A private key in PEM. */
export const privateKey: MemberOf<string> = { check: string, schema: PEM, secret: true };

/** A private key that signs: PEM, or a `Signer`. */
export const signing: MemberOf<string | Signer> = { check: signingKey, schema: PEM, secret: true };

/** A private key that decrypts: PEM, or a `Decrypter`. */
export const decrypting: MemberOf<string | Decrypter> = { check: decryptingKey, schema: PEM, secret: true };

/** PEM blocks, as one text or several. `storedMax`: the greatest length in a stored profile, where they are one text. */
export function pems(storedMax = 65_536): MemberOf<string | readonly string[]> {
  const texts = listOf(string);
  return {
    check: (value) => (Array.isArray(value) ? texts(value) : string(value)),
    schema: { type: 'string', maxLength: storedMax },
  };
}

/** One of these texts. */
export function choice<const Value extends string>(...values: readonly Value[]): MemberOf<Value> {
  return { check: oneOf(...values), schema: { enum: values } };
}

/** True or false. */
export const flag: MemberOf<boolean> = { check: boolean, schema: { type: 'boolean' } };

/** A whole number in a range. */
export function integer(least: number, most: number): MemberOf<number> {
  return {
    check: (value) => {
      if (typeof value !== 'number') return wrong(`expected a number, not ${kindOf(value)}`);
      const isRight = Number.isInteger(value) && value >= least && value <= most;
      return isRight ? [] : wrong(`expected an integer from ${least} to ${most}`);
    },
    schema: { type: 'integer', minimum: least, maximum: most },
  };
}

/** A list of up to `most` items in a stored profile, and of at least `least`. */
export function list<Item>(item: MemberOf<Item>, most: number, least = 0): MemberOf<readonly Item[]> {
  const bounds = least === 0 ? { maxItems: most } : { minItems: least, maxItems: most };
  return { check: listOf(item.check), schema: { type: 'array', items: item.schema, ...bounds } };
}

/** An object whose names are data. `most`: how many a stored profile may have. */
export function record(values: MemberOf<string>, most: number): MemberOf<Readonly<Record<string, string>>> {
  return {
    check: recordOf(values.check),
    schema: { type: 'object', additionalProperties: values.schema, maxProperties: most },
  };
}

/** An address to which secrets and tokens travel unseen: `https:`, or `http:` on this machine. */
export const safeEndpoint: MemberOf<string> = {
  check: (value) =>
    typeof value === 'string' && isSafe(value)
      ? []
      : wrong('expected an https: address, or one of this machine'),
  schema: { type: 'string', minLength: 1, maxLength: 2048 },
};

function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isLocal = /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}

function textCheck(max: number, form?: TextForm): Check {
  return (value) => {
    if (typeof value !== 'string') return string(value);
    if (value.length > max) return wrong(form?.expected ?? `expected at most ${max} characters`);
    return form === undefined || form.accepts(value) ? [] : wrong(form.expected);
  };
}

/** Checks no more than that a value is an object: what has been checked before is not checked again. */
export const anObject: Check = (value) =>
  typeof value === 'object' && value !== null ? [] : wrong(`expected an object, not ${kindOf(value)}`);
