import { kindOf, OptionError } from './options.js';

/** An expanded name (XML Namespaces 1.0 §2.1): a prefix never leaves the reader. `namespace` is `''` for no namespace. */
export interface ExpandedName {
  readonly namespace: string;
  readonly localName: string;
}

/** Where a component stands in its document. `line` and `column` count from 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Print a name in Clark notation: `{namespace}local`, or `local` alone in no namespace. */
export function clarkName(name: ExpandedName): string {
  if (typeof name?.namespace !== 'string' || typeof name.localName !== 'string') {
    refuse('clarkName', 'name', `expected {namespace, localName}, not ${kindOf(name)}`);
  }
  return name.namespace === '' ? name.localName : `{${name.namespace}}${name.localName}`;
}

/** Read Clark notation; `{}local` is read as `local` in no namespace. Undefined where the text is not a name. */
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
