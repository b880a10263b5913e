import { kindOf, OptionError } from '@soapstone/options';

/** An expanded name (XML Namespaces 1.0 §2.1); prefixes never leave the reader. `namespace` is `''` for no namespace. */
export interface ExpandedName {
  readonly namespace: string;
  readonly localName: string;
}

/** The location of a component in its document. `line` and `column` start at 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Prints a name in Clark notation: `{namespace}local`, or just `local` for no namespace.
 *
 * @example
 * ```ts
 * clarkName({ namespace: 'urn:users', localName: 'User' }); // {urn:users}User
 * ```
 */
export function clarkName(name: ExpandedName): string {
  if (typeof name?.namespace !== 'string' || typeof name.localName !== 'string') {
    refuse('clarkName', 'name', `expected {namespace, localName}, not ${kindOf(name)}`);
  }
  return name.namespace === '' ? name.localName : `{${name.namespace}}${name.localName}`;
}

/**
 * Parses Clark notation; `{}local` is `local` in no namespace. Undefined if the text is not a name.
 *
 * @example
 * ```ts
 * parseClarkName('{urn:users}User'); // { namespace: 'urn:users', localName: 'User' }
 * ```
 */
export function parseClarkName(text: string): ExpandedName | undefined {
  if (typeof text !== 'string') refuse('parseClarkName', 'text', `expected a string, not ${kindOf(text)}`);
  if (!text.startsWith('{')) return text === '' ? undefined : { namespace: '', localName: text };
  const close = text.indexOf('}');
  if (close < 0 || close === text.length - 1) return undefined;
  return { namespace: text.slice(1, close), localName: text.slice(close + 1) };
}

function refuse(what: string, argument: string, expected: string): never {
  throw new OptionError(what, { path: `/${argument}`, expected });
}
