import { kindOf, OptionError } from '../options.js';

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
  if (typeof name?.namespace !== 'string' || typeof name.localName !== 'string') refuseName(name);
  return name.namespace === '' ? name.localName : `{${name.namespace}}${name.localName}`;
}

function refuseName(name: unknown): never {
  const expected = `expected {namespace, localName}, not ${kindOf(name)}`;
  throw new OptionError('clarkName', { path: '/name', expected });
}
