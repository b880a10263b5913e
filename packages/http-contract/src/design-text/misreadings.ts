/**
 * `@soapstone/http-contract/internal/misreadings`: what a parser of YAML reads in silence in the text of a design, for the programs of
 * Soapstone. It may change in any release.
 *
 * @packageDocumentation
 */

/** A part of the text of a design that does not say what it seems to say. */
export interface Misreading {
  /** The offsets of the part. */
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** Problems that are found in one text. */
const MOST_FOUND = 100;
/** Collections inside each other, and aliases: designs have few of both, and a parser's work grows with the square of their number. */
const MOST_NESTED = 100;
const MOST_ALIASES = 1_000;

/** The tags of JSON's data (YAML 1.2, chapter 10). A parser makes other things of others: a set, bytes, a date. */
const TAGS: ReadonlySet<string> = new Set(
  ['map', 'seq', 'str', 'int', 'float', 'bool', 'null'].map((name) => `tag:yaml.org,2002:${name}`),
);

const NO_SUCH_VALUE = 'must not have this tag: JSON has no such value';
const INSIDE_ITSELF = 'An alias must not be inside of what it names';

/** What this reads of a node of the package `yaml`: a scalar has a value, a collection items, and an alias neither. */
interface YamlNode {
  readonly range?: readonly number[] | null;
  readonly items?: readonly (YamlNode | YamlPair | null)[];
  readonly value?: unknown;
  readonly source?: string;
  /** The name that aliases refer to. */
  readonly anchor?: string;
  /** The tag that the text gives it. */
  readonly tag?: string;
}

interface YamlPair {
  readonly key: YamlNode | null;
  readonly value: YamlNode | null;
}

/**
 * Finds what a parser of YAML reads in silence, or with work that grows with the square of the text: keys that a map has twice, keys that are
 * no texts, tags of what JSON does not have, aliases inside of what they name, and too many collections inside each other or aliases. The
 * work grows with the size of the text, so a parser can leave the first check out (`uniqueKeys: false`), in which it compares each key of a
 * map with all others.
 *
 * @param contents the root node that the package `yaml` returns for a text
 * @returns the first 100 problems, in the order of the text; if there is one, the text must not be turned into data
 *
 * @example
 * ```ts
 * const document = parseDocument(text, { uniqueKeys: false });
 * for (const { start, message } of misreadings(document.contents)) console.error(start, message);
 * ```
 */
export function misreadings(contents: unknown): readonly Misreading[] {
  const found: Misreading[] = [];
  let aliases = 0;
  /** The last node with each anchor, and the collections around a node: data that is inside itself has no end. */
  const anchors = new Map<string, YamlNode>();
  const around = new Set<YamlNode | undefined>();
  const isInsideItself = (node: YamlNode): boolean =>
    isAlias(node) && around.has(anchors.get(node.source ?? ''));
  /** Returns whether there is room for more. */
  const add = (node: YamlNode, message: string): boolean => found.push(at(node, message)) < MOST_FOUND;
  /** Reads a node and what is in it, in the order of the text. Returns whether to go on. */
  const read = (node: YamlNode | null, depth: number): boolean => {
    if (node === null) return true;
    if (node.tag !== undefined && !TAGS.has(node.tag) && !add(node, NO_SUCH_VALUE)) return false;
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isAlias(node) && ++aliases > MOST_ALIASES) {
      add(node, `must not have more than ${MOST_ALIASES} aliases`);
      return false;
    }
    if (isInsideItself(node)) return add(node, INSIDE_ITSELF);
    if (node.items === undefined) return true;
    if (depth >= MOST_NESTED) {
      add(node, 'must not nest so deep');
      return false;
    }
    around.add(node);
    const keys = new Set<string>();
    for (const item of node.items) {
      const isPair = item !== null && 'key' in item;
      const problem = isPair ? problemOf(item.key, keys) : undefined;
      if (problem !== undefined && !add((isPair && item.key) || node, problem)) return false;
      if (!read(isPair ? item.value : item, depth + 1)) return false;
    }
    around.delete(node);
    return true;
  };
  read((contents ?? null) as YamlNode | null, 0);
  return found.toSorted((one, other) => one.start - other.start);
}

/** What is wrong with a key beside those before it. */
function problemOf(key: YamlNode | null, keys: Set<string>): string | undefined {
  if (key !== null && (!('value' in key) || (key.tag !== undefined && !TAGS.has(key.tag))))
    return 'Map keys must be texts';
  const text = typeof key?.value === 'string' ? key.value : (key?.source ?? '');
  if (keys.has(text)) return 'Map keys must be unique';
  keys.add(text);
  return undefined;
}

function isAlias(node: YamlNode): boolean {
  return node.items === undefined && !('value' in node);
}

function at({ range }: YamlNode, message: string): Misreading {
  const [start = 0, end = start] = range ?? [];
  return { start, end, message };
}
