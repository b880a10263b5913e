import { misreadings } from '@soapstone/http-contract/internal/misreadings';
import { isJsonNumber, parseJson } from '@soapstone/json-xml-mapper';
import {
  Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type ScalarTag,
  visit,
  type YAMLError,
} from 'yaml';

/** Why a file cannot be used: `file:line:column: sentence`. */
export type FileProblem = string;

/** A place in a parsed file: member names and indices, from the root. */
export type DataPath = readonly (string | number)[];

/** The data of a YAML or JSON file, and the positions of its parts. */
export interface ParsedYaml {
  /** Plain data; an empty file is an empty object. */
  readonly data: unknown;
  /** Syntax errors. If there are any, `data` is an empty object. */
  readonly problems: readonly FileProblem[];
  /** `file:line:column` of the value at `path`, or of the nearest part that contains it. */
  locate(path: DataPath): string;
  /** `file:line:column` of the name of the member at `path`. */
  locateName(path: DataPath): string;
  /** Prints the value at `path` as a file of its own, with its comments; undefined if it has none, or uses anchors. */
  print(path: DataPath): string | undefined;
}

/** Keeps the digits of numbers that a double cannot hold. */
const EXACT_NUMBER: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: isJsonNumber,
  resolve: Number,
  stringify: ({ value }) => String(value),
};

/** Creates a document from data. Numbers are written with their digits. */
export function createDocument(data: unknown): Document {
  return new Document(data, { customTags: (tags) => [EXACT_NUMBER, ...tags] });
}

/**
 * Parses a YAML text as a part of another document, with its comments and the digits of its numbers.
 *
 * @returns undefined if it is not YAML, is empty, or uses anchors, which another part may have, too
 */
export function parsePart(text: string): Node | undefined {
  const document = parseDocument(text, READING);
  const { contents } = document;
  if (document.errors.length > 0 || contents === null || usesAnchors(contents)) return undefined;
  if (misreadings(contents).length > 0) return undefined;
  keepDigits(document);
  const before = [document.commentBefore, contents.commentBefore].filter((comment) => comment != null);
  if (before.length > 0) contents.commentBefore = before.join('\n');
  const after = [contents.comment, document.comment].filter((comment) => comment != null);
  if (after.length > 0) contents.comment = after.join('\n');
  return contents;
}

function hasComments(node: Node): boolean {
  return hasNode(node, ({ comment, commentBefore }) => Boolean(comment ?? commentBefore));
}

function usesAnchors(node: Node): boolean {
  return hasNode(node, (each) => isAlias(each) || ('anchor' in each && each.anchor !== undefined));
}

function hasNode(node: Node, has: (each: Node) => boolean): boolean {
  let found = false;
  visit(node, {
    Node(_key, each) {
      if (has(each)) {
        found = true;
        return visit.BREAK;
      }
      return undefined;
    },
  });
  return found;
}

/** Replaces numbers that a double cannot hold, and that JSON has, too. Keys are texts as they are written: `1.50`. */
function keepDigits(document: Document): void {
  visit(document, {
    Scalar(role, node) {
      if (role === 'key' && typeof node.value === 'number') node.value = node.source ?? node.value;
      if (typeof node.value !== 'number' || node.source === undefined || !JSON_NUMBER.test(node.source))
        return;
      node.value = parseJson(node.source);
    },
  });
}

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** The parser compares each key of a map with all others; `misreadings` does not. */
const READING = { prettyErrors: false, uniqueKeys: false } as const;

/** The maximum number of aliases in a file: configuration needs few, and each can multiply the size of the data. */
const ALIASES = 100;

/** The parser's message; in words for people where it is for programmers. */
function inWords({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'Source contains multiple documents, and must be one';
  // The parser recurses.
  return message.includes('call stack') ? 'must not nest so deep' : message;
}

/**
 * Parses YAML 1.2, and JSON, which is YAML. Duplicate members, unknown tags and further documents are problems.
 *
 * @param text the content of the file
 * @param file the name of the file, for messages
 * @param options `exactNumbers`: numbers that a double cannot hold are `JsonNumber`. Default: the nearest double
 */
export function parseYaml(
  text: string,
  file: string,
  { exactNumbers = false }: { readonly exactNumbers?: boolean } = {},
): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { ...READING, lineCounter: lines });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const problems = [
    ...[...document.errors, ...document.warnings].map((error) => ({
      start: error.pos[0],
      message: inWords(error),
    })),
    ...misreadings(document.contents),
  ]
    .sort((one, other) => one.start - other.start)
    .map(({ start, message }) => `${at(start)}: ${message.split('\n')[0]}`);
  let data: unknown = {};
  if (problems.length === 0) {
    try {
      if (exactNumbers) keepDigits(document);
      data = document.toJS({ maxAliasCount: ALIASES }) ?? {};
    } catch (error) {
      problems.push(`${at(0)}: ${(error as Error).message}`);
    }
  }

  /** Finds the node at `path`, or the nearest one above it, and the offset of its name if it is a member. */
  function find(path: DataPath): { value: number; name: number } {
    let node: Node | null | undefined = document.contents as ParsedNode | null;
    let value = node?.range?.[0] ?? 0;
    let name = value;
    for (const step of path) {
      if (isAlias(node)) node = node.resolve(document);
      let next: Node | null | undefined;
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
        if (pair === undefined) break;
        name = (pair.key as ParsedNode).range[0];
        next = pair.value as Node | null;
      } else if (isSeq(node)) {
        next = node.items[Number(step)] as Node | undefined;
        if (next === undefined) break;
        name = next.range?.[0] ?? name;
      } else break;
      node = next;
      value = node?.range?.[0] ?? name;
    }
    return { value, name };
  }
  return {
    data,
    problems,
    locate: (path) => at(find(path).value),
    locateName: (path) => at(find(path).name),
    print(path) {
      const node = document.getIn(path, true);
      if (!isNode(node) || !hasComments(node) || usesAnchors(node)) return undefined;
      const printed = createDocument(undefined);
      printed.contents = node as ParsedNode;
      return printed.toString({ lineWidth: 0 });
    },
  };
}
