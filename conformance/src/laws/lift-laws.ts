import { createMapper, type JsonObject, type JsonValue, stringify } from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import { withoutEmptyLines } from '@soapstone/json-xml-mapper/internal/proposals';
import type { ElementMember, Scope, Shape } from '@soapstone/json-xml-mapper/shapes';
import { escapeKey, OPTIONS, outcome, spoil, type Tree, treeOf, verdict } from './design-laws.js';
import type { Draw } from './draw.js';
import { drawObject, isObject } from './draw-value.js';
import { JUDGED_LAWS } from './judged-laws.js';
import { LAWS, type Law, resultOf, type Subject, same, text, utf8 } from './laws.js';
import { nodesOf } from './name-laws.js';

/** Laws of results and members that a design lifts. */
export const LIFT_LAWS: readonly Law[] = [
  {
    id: 'L26',
    statement: 'a lifted result is what the member has in the result without the design',
    check(subject, draw) {
      const { operation: plain, model } = subject;
      const design = drawLift(subject, draw);
      const key = design?.operations?.['Do']?.result?.lift;
      if (design === undefined || typeof key !== 'string') return;
      const designed = createMapper(model, { ...OPTIONS, design }).compile('Do');
      const liftedFrom = (result: JsonObject): JsonValue =>
        result[key] === null ? { $nil: true } : (result[key] ?? {});
      const result = plain.normalise(drawObject(draw, plain.shape.input.root));
      const xml = text(plain.responseToXml(result).body);
      const context = `${JSON.stringify(design)}\n${xml}`;
      const expected = liftedFrom(result);
      same(resultOf(designed, xml), stringify(expected), context);
      same(JSON.stringify(designed.decodeXml(utf8(xml)).warnings), '[]', context);
      const written = text(designed.responseToXml(expected as JsonObject).body);
      same(resultOf(designed, written), stringify(expected), `${context}\n${written}`);
      const reply = plain.fromXml(written);
      const back = reply.kind === 'result' ? liftedFrom(reply.result) : null;
      same(stringify(back), stringify(expected), `${context}\n${written}`);
    },
  },
  {
    id: 'L27',
    statement:
      'a message with lifted members is the message without the design, and both can be turned into the other',
    check(subject, draw) {
      const { operation: plain, model } = subject;
      const lines = drawLines(subject, draw);
      if (lines === undefined) return;
      const designed = createMapper(model, { ...OPTIONS, design: designOf(lines) }).compile('Do');
      const [ofInput, ofResult] = [treeOfPaths(lines.input), treeOfPaths(lines.result)];
      const { root } = plain.shape.input;
      const input = plain.normalise(drawObject(draw, root));
      const lifted = turned(input, root, ofInput, 'lift') as JsonObject;
      const context = `${JSON.stringify(lines)}\n${stringify(input)}\n${stringify(lifted)}`;
      same(stringify(turned(lifted, root, ofInput, 'lower')), stringify(input), context);
      const bytes = text(plain.toXml(input).body);
      same(text(designed.toXml(lifted).body), bytes, context);
      same(text(designed.encodeJson(utf8(stringify(lifted))).body), bytes, context);
      same(stringify(designed.normalise(lifted)), stringify(lifted), context);
      for (let count = 0; count < 3; count++) {
        const other = spoil(lifted, draw) as JsonObject;
        const lowered = turned(other, root, ofInput, 'lower') as JsonObject;
        const spoilt = `${context}\n${stringify(other)}\n${stringify(lowered)}`;
        same(verdict(designed, other), verdict(plain, lowered), spoilt);
        same(outcome(designed, other), outcome(plain, lowered), spoilt);
      }
      const xml = text(plain.responseToXml(input).body);
      const output = (plain.shape.output ?? plain.shape.input).root;
      const result = turned(input, output, ofResult, 'lift') as JsonObject;
      same(resultOf(designed, xml), stringify(result), `${context}\n${xml}`);
      same(JSON.stringify(designed.decodeXml(utf8(xml)).warnings), '[]', `${context}\n${xml}`);
      same(text(designed.responseToXml(result).body), xml, context);
    },
  },
  {
    id: 'L28',
    statement: 'the laws of requests and published schemas hold with lifted members',
    async check(subject, draw) {
      const drawn = drawLines(subject, draw);
      // The laws draw results as they draw inputs.
      const both = drawn?.input.filter((path) => drawn.result.includes(path)) ?? [];
      if (both.length === 0) return;
      const lines: Lines = { input: both, result: both };
      const operation = createMapper(subject.model, { ...OPTIONS, design: designOf(lines) }).compile('Do');
      const law = draw.pick([...LAWS, ...JUDGED_LAWS].filter(({ id }) => HOLD.includes(id)));
      try {
        await law.check({ ...subject, operation }, draw);
      } catch (error) {
        throw new Error(`${law.id} with ${JSON.stringify(lines)}: ${(error as Error).message}`);
      }
    },
  },
];

/** Laws about requests and their published schema. */
const HOLD: readonly string[] = ['L1', 'L2', 'L4', 'L5'];

/** The tree of paths. */
export const treeOfPaths = (paths: readonly string[]): Tree =>
  treeOf(new Map(paths.map((path) => [`Do/${path}`, true])));

interface Lines {
  readonly input: string[];
  readonly result: string[];
}

/** Paths of members that can be lifted; undefined if there are none. */
function drawLines({ operation, model }: Subject, draw: Draw): Lines | undefined {
  const { input, output } = operation.shape;
  const all = { input: pathsIn(input.root), result: output === undefined ? [] : pathsIn(output.root) };
  const lines: Lines = { input: [...all.input], result: [...all.result] };
  // Lists of one line: an error says its position.
  for (let found = checked(lines, model); found.length > 0; found = checked(lines, model)) {
    const wrong = found.map(({ at }) => `${at[2]} ${at[4]}`);
    for (const part of ['input', 'result'] as const)
      lines[part].splice(0, Infinity, ...lines[part].filter((_path, at) => !wrong.includes(`${part} ${at}`)));
  }
  for (const part of ['input', 'result'] as const)
    lines[part].splice(0, Infinity, ...lines[part].filter(() => !draw.chance(4)));
  return lines.input.length + lines.result.length === 0 ? undefined : lines;
}

const designOf = ({ input, result }: Lines): Design =>
  withoutEmptyLines({ operations: { Do: { input: { lift: input }, result: { lift: result } } } });
const checked = (lines: Lines, model: Subject['model']) =>
  lines.input.length + lines.result.length === 0 ? [] : checkDesign(model, designOf(lines), OPTIONS).problems;

/** The paths of the elements down to some depth. */
export function pathsIn(shape: Shape, above: readonly string[] = []): readonly string[] {
  if (above.length > 4) return [];
  if (shape.kind === 'soapArray') return pathsIn(shape.item, above);
  if (shape.kind === 'polymorphic')
    return [shape.declared, ...shape.variants.map((variant) => variant.shape)].flatMap((each) =>
      pathsIn(each, above),
    );
  if (shape.kind !== 'object') return [];
  return [...new Set(pathsInScope(shape, above))];
}

function pathsInScope(scope: Scope, above: readonly string[]): readonly string[] {
  const ofMembers = scope.members.flatMap(({ key, shape }) => {
    const path = [...above, key];
    return [path.map(escapeKey).join('/'), ...pathsIn(shape, path)];
  });
  if (scope.form !== 'plain') return ofMembers;
  const ofGroups = nodesOf(scope.content).flatMap((node) =>
    node.kind === 'items' ? pathsInScope(node.body, [...above, node.key]) : [],
  );
  return [...ofMembers, ...ofGroups];
}

/** The value of a message with the other form of its lifted members. */
export function turned(value: JsonValue, shape: Shape, tree: Tree, way: 'lift' | 'lower'): JsonValue {
  if (Array.isArray(value))
    return shape.kind === 'soapArray' ? value.map((item) => turned(item, shape.item, tree, way)) : value;
  if (!isObject(value)) return value;
  if (shape.kind === 'polymorphic') {
    const variant = shape.variants.find(({ key }) => key === value['$type']);
    return turned(value, variant?.shape ?? shape.declared, tree, way);
  }
  if (shape.kind !== 'object') return value;
  const result = turnedMembers(value, shape, tree, way);
  if (Array.isArray(value['$content']))
    result['$content'] = value['$content'].map((entry) => turned(entry, shape, tree, way));
  return result;
}

function turnedMembers(value: JsonObject, scope: Scope, tree: Tree, way: 'lift' | 'lower'): JsonObject {
  const result = Object.create(null) as JsonObject;
  const groups = scope.form === 'plain' ? nodesOf(scope.content) : [];
  for (const key of Object.keys(value)) {
    const branch = tree.children.get(key);
    const member = scope.members.find((each) => each.key === key);
    const group = groups.find((node) => node.kind === 'items' && node.key === key);
    const given = value[key] as JsonValue;
    if (branch !== undefined && member !== undefined)
      result[key] =
        member.array && Array.isArray(given)
          ? given.map((item) => turnedMember(item, member.shape, branch, way))
          : turnedMember(given, member.shape, branch, way);
    else if (branch !== undefined && group?.kind === 'items' && Array.isArray(given))
      result[key] = given.map((entry) =>
        isObject(entry) ? turnedMembers(entry, group.body, branch, way) : entry,
      );
    else result[key] = given;
  }
  return result;
}

function turnedMember(value: JsonValue, shape: Shape, tree: Tree, way: 'lift' | 'lower'): JsonValue {
  if (tree.value !== true) return turned(value, shape, tree, way);
  if (value === null || shape.kind !== 'object') return value;
  const [inner] = shape.members as readonly [ElementMember];
  const nothing: Tree = { children: new Map() };
  const branch = tree.children.get(inner.key) ?? nothing;
  const ofInner = (each: JsonValue): JsonValue => turnedMember(each, inner.shape, branch, way);
  const ofValue = (each: JsonValue): JsonValue =>
    inner.array && Array.isArray(each) ? each.map(ofInner) : ofInner(each);
  if (way === 'lower')
    return Object.assign(Object.create(null) as JsonObject, { [inner.key]: ofValue(value) });
  const given = isObject(value) ? value[inner.key] : undefined;
  return given === undefined ? [] : ofValue(given);
}

/** A design that lifts one member of the result; undefined if none of them can be lifted. */
function drawLift({ operation, model }: Subject, draw: Draw): Design | undefined {
  const { root } = operation.shape.output ?? operation.shape.input;
  if (root.kind !== 'object') return undefined;
  const designs = root.members.map(({ key }): Design => {
    const omit = root.members.flatMap((each) => (each.key === key ? [] : [escapeKey(each.key)]));
    return withoutEmptyLines({ operations: { Do: { result: { lift: key, omit } } } });
  });
  const possible = designs.filter((design) => checkDesign(model, design, OPTIONS).problems.length === 0);
  return possible.length === 0 ? undefined : draw.pick(possible);
}
