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
  return name.namespace === '' ? name.localName : `{${name.namespace}}${name.localName}`;
}
