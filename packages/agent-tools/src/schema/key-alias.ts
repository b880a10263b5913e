import { assertOptions, text } from '@soapstone/options';
import { HASH_LENGTH, hash } from '../hash.js';

/** The property names that every model API takes in the schema of a tool. */
export const PROPERTY_KEY: RegExp = /^[A-Za-z0-9_.-]{1,64}$/;

const MAX_KEY_CHARACTERS = 64;
/** The room for readable letters before two underscores and the hash. */
const MAX_PLAIN_CHARACTERS = MAX_KEY_CHARACTERS - HASH_LENGTH - 2;
const ATTRIBUTE = 'attr__';
const RESERVED = 'soap__';
/** Attributes of XML itself, such as `@xml:lang`. */
const XML_ATTRIBUTE = '@xml:';
const XML_ALIAS = `${ATTRIBUTE}xml.`;
/** The ending of an alias that cannot be turned back without a table. */
const HASHED = /__[0-9a-f]{8}$/;
/** The alias of an attribute or a reserved key, which can. */
const LITERAL = /^(?:attr|soap)__[A-Za-z0-9_.-]+$/;

/**
 * The name that a member has in the schema of a tool: its key, or an alias if model APIs do not take the key. It depends on the key alone,
 * so a member has the same name in every tool.
 *
 * | key | alias |
 * |---|---|
 * | `@version` | `attr__version` |
 * | `@xml:lang` | `attr__xml.lang` |
 * | `$headers` | `soap__headers` |
 * | any other key that is too long or has other characters, or that looks like an alias | what is left of it, and its hash |
 *
 * @param key the key of a member, as results have it
 * @throws {OptionError} for anything but a string
 *
 * @example
 * ```ts
 * aliasOf('@version'); // 'attr__version'
 * ```
 */
export function aliasOf(key: string): string {
  if (typeof key !== 'string') assertOptions(text, key, 'aliasOf', 'key');
  const literal = literalAlias(key);
  const isLiteral = literal !== undefined && LITERAL.test(literal) && literal.length <= MAX_KEY_CHARACTERS;
  if (isLiteral && !HASHED.test(literal)) return literal;
  if (literal === undefined && PROPERTY_KEY.test(key) && !HASHED.test(key) && !LITERAL.test(key)) return key;
  return hashedAlias(key, literal);
}

/** Whether a name may be an alias with a hash, which only a table turns back. */
export function isHashedAlias(name: string): boolean {
  return HASHED.test(name) && name.length <= MAX_KEY_CHARACTERS;
}

/** The key of an alias without a hash; other names are returned as they are. */
export function keyOfLiteral(name: string): string {
  if (!LITERAL.test(name) || HASHED.test(name)) return name;
  if (name.startsWith(XML_ALIAS)) return XML_ATTRIBUTE + name.slice(XML_ALIAS.length);
  return (name.startsWith(ATTRIBUTE) ? '@' : '$') + name.slice(ATTRIBUTE.length);
}

function literalAlias(key: string): string | undefined {
  if (key.startsWith(XML_ATTRIBUTE)) return XML_ALIAS + key.slice(XML_ATTRIBUTE.length);
  // Such a name belongs to the attributes of XML itself.
  if (key.startsWith('@xml.')) return undefined;
  if (key.startsWith('@')) return ATTRIBUTE + key.slice(1);
  return key.startsWith('$') ? RESERVED + key.slice(1) : undefined;
}

/** Keeps the letters that a model can read: the local part of `{namespace}local`, and Latin letters without their accents. */
function hashedAlias(key: string, literal: string | undefined): string {
  const readable = literal ?? key;
  const brace = readable.lastIndexOf('}');
  const start = readable.startsWith(ATTRIBUTE) && brace !== -1 ? ATTRIBUTE : '';
  const plain = (start + readable.slice(brace + 1, brace + 1 + 4 * MAX_KEY_CHARACTERS))
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .slice(0, MAX_PLAIN_CHARACTERS);
  // Google's APIs want a letter or an underscore first.
  return `${/^[A-Za-z_]/.test(plain) ? plain : `_${plain}`.slice(0, MAX_PLAIN_CHARACTERS)}__${hash(key)}`;
}
