import { misreadings } from '@soapstone/http-contract/internal/misreadings';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
  YAMLParseError,
} from 'yaml';
import { segmentsOf } from '../text/pointer.js';
import { type Digits, printExact, withExactNumbers } from './digits.js';

/** Something that is wrong with a design file, and its place in the text. */
export interface PlacedProblem {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  /** The offsets of the text that is meant. */
  readonly start: number;
  readonly end: number;
  /** The keys to the line: `fill > GetUser/apiKey`; empty for a problem of the YAML. */
  readonly place: string;
  readonly message: string;
  /** The name that was probably meant. */
  readonly nearest?: string | undefined;
}

/** A problem in the words of the gateway. */
export interface DesignProblem {
  readonly at: readonly string[];
  readonly message: string;
  readonly nearest?: string | undefined;
}

/** The keys to a place in a design, from the JSON Pointer into the body that sent it; undefined for a place elsewhere. */
export function keysOfPointer(pointer: string): readonly string[] | undefined {
  const [part, ...keys] = segmentsOf(pointer);
  return part === 'design' ? keys : undefined;
}

/** A design file that has been read. */
export interface ReadDesign {
  /** The design as JSON, with the digits of its numbers; undefined if the text is not YAML. */
  readonly json: string | undefined;
  /** The reason why the text is not YAML. */
  readonly problems: readonly PlacedProblem[];
  /** Finds the places of problems. */
  place(problems: readonly DesignProblem[]): readonly PlacedProblem[];
}

/** How texts are read: a number as a key is not a warning, and `misreadings` compares keys, with less work than the parser. */
const READING = {
  customTags: withExactNumbers,
  prettyErrors: false,
  logLevel: 'error',
  uniqueKeys: false,
} as const;

/** Parses a design file for edits, which keep its comments and the order of its lines. */
export function parseDesign(text: string, lineCounter?: LineCounter): Document {
  const document = parseDocument(text, { ...READING, ...(lineCounter && { lineCounter }) });
  for (const { start, end, message } of misreadings(document.contents))
    document.errors.push(new YAMLParseError([start, end], 'DUPLICATE_KEY', message));
  return document as Document;
}

/** Prints an edited design file. One that says nothing any more is an empty text. */
export function printDesign(document: Document): string {
  const { contents } = document;
  const isEmpty = contents === null || (isMap(contents) && contents.items.length === 0);
  if (isEmpty && !document.commentBefore && !document.comment && !contents?.commentBefore) return '';
  return document.toString({ lineWidth: 0 });
}

/** A value that one line of a design has; undefined for none. */
export type LineValue = string | number | boolean | Digits | readonly (string | number)[] | undefined;

/**
 * Sets one value in the text of a design, which keeps its comments and the order of its lines, or removes it with what is empty without it. A text that
 * is not YAML, and one with another value in the way, stay what they are.
 */
export function changeAt(text: string, keys: readonly string[], value: LineValue): string {
  const document = parseDesign(text);
  if (document.errors.length > 0) return text;
  const path = keysIn(document, keys);
  if (value === undefined) removeAt(document, path);
  else {
    if (!isMap(document.contents)) document.contents = document.createNode({});
    for (let depth = 1; depth < path.length; depth++) {
      const above = document.getIn(path.slice(0, depth), true);
      if (above === undefined || isMap(above)) continue;
      // A key without a value is an empty map.
      if (!isScalar(above) || above.value !== null) return text;
      document.deleteIn(path.slice(0, depth));
      break;
    }
    const node = document.createNode(value, { flow: true });
    const before = document.getIn(path, true);
    // The comment behind a value is about its line.
    if (isScalar(before) && isScalar(node)) {
      node.comment = before.comment ?? null;
      node.commentBefore = before.commentBefore ?? null;
    }
    document.setIn(path, node);
  }
  return printDesign(document);
}

/** The keys of a path as the document has them: `1` without quotes is a number there. */
function keysIn({ contents }: Document, keys: readonly string[]): readonly unknown[] {
  let node: unknown = contents;
  return keys.map((key) => {
    const pair = isMap(node) ? node.items.find((each) => nameOf(each.key) === key) : undefined;
    node = pair?.value;
    return isScalar(pair?.key) ? pair.key.value : key;
  });
}

function removeAt(document: Document, path: readonly unknown[]): void {
  if (!isMap(document.contents) || !document.hasIn(path)) return;
  document.deleteIn(path);
  for (let depth = path.length - 1; depth > 0; depth--) {
    const above = document.getIn(path.slice(0, depth));
    if (!isMap(above) || above.items.length > 0) return;
    document.deleteIn(path.slice(0, depth));
  }
}

/** The characters of the longest design file: the gateway takes bodies of 1 MiB. */
const LONGEST = 1_048_576;

/** Reads a design file in YAML or JSON. */
export function readDesign(text: string): ReadDesign {
  if (text.length > LONGEST) {
    const message = 'is longer than 1,048,576 characters, which the gateway does not take';
    const problem = { line: 1, column: 1, start: 0, end: 0, place: '', message };
    return { json: undefined, problems: [problem], place: () => [problem] };
  }
  const lines = new LineCounter();
  const at = (start: number, end: number) => {
    const { line, col } = lines.linePos(start);
    return { line, column: col, start, end: Math.max(end, start) };
  };
  try {
    const document = parseDesign(text, lines);
    const problems = document.errors.map(({ pos, message }) => ({
      ...at(pos[0], pos[1]),
      place: '',
      message: firstLine(message),
    }));
    const contents = document.contents as Node | null;
    return {
      json: problems.length > 0 ? undefined : printExact(document.toJS({ maxAliasCount: 100 }) ?? {}),
      problems,
      place: (found) =>
        found.map(({ at: keys, message, nearest }) => ({
          ...at(...rangeOf(contents, keys)),
          place: keys.join(' > '),
          message,
          nearest,
        })),
    };
  } catch (error) {
    // Aliases that expand to too much, or collections that nest too deep.
    const message = error instanceof RangeError ? 'nests too deep' : firstLine((error as Error).message);
    const problem = { line: 1, column: 1, start: 0, end: 0, place: '', message };
    return { json: undefined, problems: [problem], place: () => [problem] };
  }
}

/**
 * Reads the design in a response of the gateway, whose text is `body`: the text to edit, and its JSON. `written` is the text that is stored
 * beside the design, and is used if it says the same: it may come from any program.
 */
export function readStored(
  body: string,
  written: string | null,
): { readonly text: string; readonly json: string } {
  const printed = printStored(body);
  const json = readDesign(printed).json ?? '{}';
  return { text: written !== null && readDesign(written).json === json ? written : printed, json };
}

/** Prints the design in a response of the gateway as YAML: `body` is its text, whose numbers keep their digits. Empty for no design. */
export function printStored(body: string): string {
  const root = parseTree(body);
  const node = root && findNodeAtLocation(root, ['design']);
  if (node === undefined || node.type !== 'object') return '';
  const document = parseDesign(body.slice(node.offset, node.offset + node.length));
  // JSON is YAML in flow style: write it in block style, without quotes where they are not needed.
  visit(document, {
    Collection(_key, collection) {
      collection.flow = false;
    },
    Scalar(_key, scalar) {
      delete scalar.type;
    },
  });
  visit(document, {
    Map(_key, map) {
      if (isShort(map)) map.flow = true;
    },
  });
  return printDesign(document);
}

/** Whether a map fits on the line of its key: `{ secret: carrier-key }`. Paths have lines of their own. */
function isShort({ items }: YAMLMap): boolean {
  const [pair, ...others] = items;
  return pair !== undefined && others.length === 0 && isScalar(pair.value) && !nameOf(pair.key).includes('/');
}

/** The range of the entry at a path of keys, or of the last one that exists. */
function rangeOf(contents: Node | null, path: readonly string[]): readonly [number, number] {
  let node: unknown = contents;
  let range: readonly [number, number] = [contents?.range?.[0] ?? 0, contents?.range?.[0] ?? 0];
  const take = (found: unknown) => {
    const place = (found as Node | undefined)?.range;
    if (place !== undefined && place !== null) range = [place[0], place[1]];
  };
  for (const key of path) {
    if (isSeq(node)) {
      node = node.items[Number(key)];
      take(node);
      continue;
    }
    if (!isMap(node)) break;
    const pair = node.items.find((each) => nameOf(each.key) === key);
    if (pair === undefined) break;
    take(pair.key);
    node = pair.value;
  }
  return range;
}

/** The text of a key. */
export function nameOf(key: unknown): string {
  const value = isScalar(key) ? key.value : key;
  return typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : String(value);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
