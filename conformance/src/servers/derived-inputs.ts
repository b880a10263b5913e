import { type CompiledOperation, type JsonObject, parseJson, stringify } from '@soapstone/json-xml-mapper';

type Path = readonly (string | number)[];
type Replacement = (value: unknown) => readonly unknown[];

/** Letters of one to four bytes of UTF-8, a combining mark, and markup. */
const TEXT = 'Größe € 漢字 😀 e\u0301 <&>';
const LARGEST = ['9223372036854775807', '2147483647', '32767', '127', '65535', '255'].map((text) =>
  parseJson(text),
);
const SMALLEST = ['-9223372036854775808', '-2147483648', '-32768', '-128', '0'].map((text) =>
  parseJson(text),
);

/** Kinds of input by the replacement for the values of the generated example: the first that the operation accepts, if any. */
const KINDS: Readonly<Record<string, Replacement>> = {
  'the example with Unicode': (value) => (typeof value === 'string' ? [TEXT] : []),
  'the example with empty texts': (value) => (typeof value === 'string' ? [''] : []),
  'the example with the largest numbers': (value) => (isNumber(value) ? LARGEST : []),
  'the example with the smallest numbers': (value) => (isNumber(value) ? SMALLEST : []),
  'the example with nil': () => [null],
  'the example with empty lists': (value) => (Array.isArray(value) ? [[]] : []),
  'the example with lists of one': (value) => (Array.isArray(value) ? [value.slice(0, 1)] : []),
  'the example with lists of many': (value) =>
    Array.isArray(value) && value.length > 0 ? [[value[0], value[0], value.at(-1)]] : [],
};

/** Inputs for any operation, by name: the generated example, its minimum, and modified examples. */
export function derivedInputs(operation: CompiledOperation): readonly (readonly [string, JsonObject])[] {
  const example = operation.example('input');
  const found: [string, JsonObject][] = [
    ['the generated example', example],
    ['the minimum of the example', leastOf(operation, example)],
    ...Object.entries(KINDS).map(([name, replacement]): [string, JsonObject] => [
      name,
      changed(operation, example, replacement),
    ]),
  ];
  const seen = new Set<string>();
  return found.filter(([, value]) => {
    const text = stringify(value);
    return !seen.has(text) && seen.add(text);
  });
}

/** The example without any member or item that is optional. */
function leastOf(operation: CompiledOperation, example: JsonObject): JsonObject {
  return [...pathsOf(example)].reduce((value, path) => {
    if (path.length === 0 || !has(value, path)) return value;
    const without = replaceAt(value, path, REMOVED) as JsonObject;
    return isValid(operation, without) ? without : value;
  }, example);
}

/** The example with each value replaced, if the operation accepts the replacement. */
function changed(operation: CompiledOperation, example: JsonObject, replacement: Replacement): JsonObject {
  return [...pathsOf(example)].reduce((value, path) => {
    if (path.length === 0 || !has(value, path)) return value;
    for (const candidate of replacement(at(value, path))) {
      const other = replaceAt(value, path, candidate) as JsonObject;
      if (isValid(operation, other)) return other;
    }
    return value;
  }, example);
}

function isValid(operation: CompiledOperation, value: JsonObject): boolean {
  return operation.validate(value).length === 0;
}

const REMOVED = Symbol('removed');

/** The places of a value, outer ones and the last of a list first, because their contents may disappear with them. */
function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (Array.isArray(value)) {
    for (const index of [...value.keys()].reverse()) yield* pathsOf(value[index], [...path, index]);
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      // The type of a value is not one of its values.
      if (key !== '$type') yield* pathsOf(value[key], [...path, key]);
    }
  }
}

function replaceAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const other = index === key ? replaceAt(item, rest, replacement) : item;
      return other === REMOVED ? [] : [other];
    });
  }
  const entries = Object.entries(value as JsonObject).map(([name, member]) => [
    name,
    name === key ? replaceAt(member, rest, replacement) : member,
  ]);
  return Object.fromEntries(entries.filter(([, member]) => member !== REMOVED));
}

function has(value: unknown, path: Path): boolean {
  return path.length === 0 || at(value, path) !== undefined;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      Array.isArray(inner) ? inner[key as number] : isObject(inner) ? inner[key as string] : undefined,
    value,
  );
}

function isNumber(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    (typeof value === 'object' && value !== null && !isObject(value) && !Array.isArray(value))
  );
}

/** An object of members, as opposed to a list or a number of many digits, which is a class instance. */
function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
