import { createMapper, type JsonObject, type JsonValue, stringify } from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import type { ObjectShape, Scope, Shape, SimpleShape } from '@soapstone/json-xml-mapper/shapes';
import { drawPath, escapeKey, OPTIONS, outcome, problems, spoil, verdict } from './design-laws.js';
import type { Draw } from './draw.js';
import { drawSimple } from './draw-simple.js';
import { drawObject, isObject } from './draw-value.js';
import { JUDGED_LAWS } from './judged-laws.js';
import { LAWS, type Law, resultOf, type Subject, same, text } from './laws.js';

/** Laws of the names that a design gives to values. */
export const VALUE_LAWS: readonly Law[] = [
  {
    id: 'L24',
    statement: 'a message with names of values is the message with the values, and names can be turned back',
    check(subject, draw) {
      const { operation: plain, model } = subject;
      const tables = drawTables(subject, draw);
      const design = designOf(tables);
      const designed = createMapper(model, { ...OPTIONS, design }).compile('Do');
      const tree = treeOf(tables);
      const { root } = plain.shape.input;
      const exact = (input: JsonObject) => turned(input, root, tree, 'toValue') as JsonObject;
      const input = drawObject(draw, designed.shape.input.root);
      const context = `${stringify(design as JsonValue)}\n${stringify(input)}\n${stringify(exact(input))}`;
      same(stringify(turned(exact(input), root, tree, 'toName')), stringify(input), context);
      same(problems(designed, input), problems(plain, exact(input)), context);
      same(outcome(designed, input), outcome(plain, exact(input)), context);
      if (problems(designed, input) === '')
        same(text(designed.toXml(input).body), text(plain.toXml(exact(input)).body), context);
      for (let count = 0; count < 3; count++) {
        const other = spoil(input, draw) as JsonObject;
        const spoilt = `${stringify(design as JsonValue)}\n${stringify(other)}\n${stringify(exact(other))}`;
        same(verdict(designed, other), verdict(plain, exact(other)), spoilt);
        same(outcome(designed, other), outcome(plain, exact(other)), spoilt);
      }
      const result = plain.normalise(drawObject(draw, root));
      const xml = text(plain.responseToXml(result).body);
      const named = turned(result, root, tree, 'toName');
      if (!stringify(named).includes(stringify(NOTHING)))
        same(resultOf(designed, xml), stringify(named), `${context}\n${xml}`);
      const own = designed.normalise(input);
      const written = text(designed.responseToXml(own).body);
      same(written, text(plain.responseToXml(exact(own)).body), context);
      same(resultOf(designed, written), stringify(own), `${context}\n${written}`);
    },
  },
  {
    id: 'L25',
    statement: 'the laws of requests, results and published schemas hold with names of values',
    async check(subject, draw) {
      const design = designOf(drawTables(subject, draw));
      const operation = createMapper(subject.model, { ...OPTIONS, design }).compile('Do');
      const law = draw.pick([...LAWS, ...JUDGED_LAWS].filter(({ id }) => HOLD.includes(id)));
      try {
        await law.check({ ...subject, operation }, draw);
      } catch (error) {
        throw new Error(`${law.id} with ${stringify(design as JsonValue)}: ${(error as Error).message}`);
      }
    },
  },
];

/** Laws about the message and the published schema of an operation. */
const HOLD: readonly string[] = ['L1', 'L2', 'L3', 'L4', 'L5'];

/** The names of the values of one member, or of the items of a list in one text. */
export interface ValueTable {
  readonly shape: SimpleShape;
  readonly pairs: readonly { readonly value: JsonValue; readonly text: string; readonly name: JsonValue }[];
}

/** Random lines that fit the operation, by path. */
function drawTables({ operation, model }: Subject, draw: Draw): Map<string, ValueTable> {
  const tables = new Map<string, ValueTable>();
  for (let count = draw.int(1, 6); count > 0; count--) {
    const found = drawTable(operation.shape.input.root, draw);
    if (found !== undefined) tables.set(...found);
  }
  for (;;) {
    const { problems: found } = checkDesign(model, designOf(tables), OPTIONS);
    if (found.length === 0) return tables;
    for (const { at } of found) tables.delete(at[4] ?? '');
  }
}

/** The path of a random simple member with names of its values; undefined if there is none. */
export function drawTable(root: Shape, draw: Draw): readonly [string, ValueTable] | undefined {
  const found = drawPath(draw, root, [], 0);
  const shape = found && simpleAt(root, found.keys);
  if (found === undefined || shape === undefined) return undefined;
  const kind = draw.pick(['string', 'number', 'boolean'] as const);
  const [item, name] = shape.kind === 'list' ? [shape.item, 'name'] : [shape, 'name '];
  const values = new Map<string, JsonValue>();
  for (let drawn = draw.int(1, 6); drawn > 0; drawn--) {
    const value = drawSimple(draw, item);
    // White space that a type normalises would make another value of it.
    if (typeof value !== 'object' && !/[\t\n\r]|^ | $| {2}/.test(String(value)))
      values.set(String(value), value);
  }
  const pairs = [...values].map(([text, value], at) => ({
    value,
    text,
    name: { string: draw.pick([`${name}${at}`, `é"${at}`, text]), number: at + 0.5, boolean: at === 0 }[kind],
  }));
  return [found.keys.map(escapeKey).join('/'), { shape, pairs }];
}

/** The simple type of a member; undefined if there are several, or none. */
function simpleAt(root: Shape, keys: readonly string[]): SimpleShape | undefined {
  let shapes: readonly Shape[] = [root];
  for (const key of keys)
    shapes = shapes
      .flatMap(objectsOf)
      .flatMap((object) => [
        ...(key === '$value' && object.value !== undefined ? [object.value] : []),
        ...[...object.attributes, ...object.members]
          .filter((each) => each.key === key)
          .map((each) => each.shape),
      ]);
  const [shape, ...others] = shapes;
  const isSimple = shape?.kind === 'scalar' || shape?.kind === 'list' || shape?.kind === 'union';
  return isSimple && others.length === 0 ? shape : undefined;
}

function objectsOf(shape: Shape): readonly ObjectShape[] {
  if (shape.kind === 'soapArray') return objectsOf(shape.item);
  if (shape.kind === 'polymorphic') return [shape.declared, ...shape.variants.map((each) => each.shape)];
  return shape.kind === 'object' ? [shape] : [];
}

function designOf(tables: ReadonlyMap<string, ValueTable>): Design {
  if (tables.size === 0) return {};
  const values = linesOf(tables);
  return { operations: { Do: { input: { values }, result: { values } } } } as Design;
}

/** The lines of `values` in a design. */
export function linesOf(tables: ReadonlyMap<string, ValueTable>): object {
  return Object.fromEntries(
    [...tables].map(([path, { pairs }]) => [
      path,
      Object.fromEntries(pairs.map(({ text: given, name }) => [given, name])),
    ]),
  );
}

interface Tree {
  readonly children: Map<string, Tree>;
  table?: ValueTable;
}

export function treeOf(tables: ReadonlyMap<string, ValueTable>): Tree {
  const root: Tree = { children: new Map() };
  for (const [path, table] of tables) {
    let branch = root;
    for (const key of path.split('/')) {
      const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
      const child = branch.children.get(name) ?? { children: new Map() };
      branch.children.set(name, child);
      branch = child;
    }
    branch.table = table;
  }
  return root;
}

type Direction = 'toName' | 'toValue';

/** A message with the names of values, or with the values. */
export function turned(value: JsonValue, shape: Shape, tree: Tree, way: Direction): JsonValue {
  if (Array.isArray(value))
    return shape.kind === 'soapArray' ? value.map((item) => turned(item, shape.item, tree, way)) : value;
  if (!isObject(value)) return value;
  if (shape.kind === 'polymorphic') {
    const variant = shape.variants.find(({ key }) => key === value['$type']);
    return turned(value, variant?.shape ?? shape.declared, tree, way);
  }
  if (shape.kind !== 'object') return value;
  const result = Object.create(null) as JsonObject;
  for (const key of Object.keys(value)) {
    const given = value[key] as JsonValue;
    const branch = tree.children.get(key);
    const attribute = shape.attributes.find((each) => each.key === key);
    if (key === '$content' && Array.isArray(given))
      result[key] = given.map((entry) => (isObject(entry) ? turnedMembers(entry, shape, tree, way) : entry));
    else if (branch?.table !== undefined && (attribute !== undefined || key === '$value'))
      result[key] = turnedScalar(given, branch.table, way);
    else
      Object.assign(
        result,
        turnedMembers(Object.assign(Object.create(null), { [key]: given }), shape, tree, way),
      );
  }
  return result;
}

function turnedMembers(value: JsonObject, scope: Scope, tree: Tree, way: Direction): JsonObject {
  const result = Object.create(null) as JsonObject;
  for (const key of Object.keys(value)) {
    const given = value[key] as JsonValue;
    const branch = tree.children.get(key);
    const member = scope.members.find((each) => each.key === key);
    const one = (each: JsonValue): JsonValue => {
      if (branch === undefined || member === undefined) return each;
      return branch.table === undefined
        ? turned(each, member.shape, branch, way)
        : turnedScalar(each, branch.table, way);
    };
    result[key] = member?.array === true && Array.isArray(given) ? given.map(one) : one(given);
  }
  return result;
}

/** What no atomic type accepts. */
export const NOTHING: JsonValue = { '': 0 };

/** The other side of a value. What is on neither side becomes something that no type accepts. */
function turnedScalar(given: JsonValue, { shape, pairs }: ValueTable, way: Direction): JsonValue {
  if (given === null) return null;
  if (shape.kind === 'list')
    return Array.isArray(given)
      ? given.map((item) => turnedScalar(item, { shape: shape.item, pairs }, way))
      : given;
  const [from, to] = way === 'toName' ? (['value', 'name'] as const) : (['name', 'value'] as const);
  const isNumber = typeof pairs[0]?.name === 'number';
  const found = pairs.find(
    (pair) =>
      pair[from] === given ||
      stringify(pair[from]) === stringify(given) ||
      (way === 'toValue' && isNumber && typeof given === 'string' && Number(given) === pair.name),
  );
  if (found !== undefined) return found[to];
  const isListed = hasListedValues(shape);
  // Values of an enumeration that have no name stay; of any other type they become texts, or are not values of the member.
  if (way === 'toName' && !isListed) {
    const shown = typeof given === 'string' ? given : stringify(given);
    // Numbers of JavaScript have exponents where the digits of a message have none.
    return typeof pairs[0]?.name !== 'string' || /^-?\d.*e/.test(shown) ? NOTHING : shown;
  }
  if (way === 'toName') return given;
  const stays = isListed && !pairs.some(({ value }) => stringify(value) === stringify(given));
  return stays ? given : NOTHING;
}

/** Whether the schema lists all values of a type. */
function hasListedValues(shape: SimpleShape): boolean {
  if (shape.kind === 'union') return shape.members.every(hasListedValues);
  return shape.kind === 'scalar' && (shape.facets.enumeration !== undefined || shape.json === 'boolean');
}
