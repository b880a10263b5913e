import { createMapper, type JsonObject, type JsonValue, stringify } from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import { withoutEmptyLines } from '@soapstone/json-xml-mapper/internal/proposals';
import type { Scope, Shape } from '@soapstone/json-xml-mapper/shapes';
import {
  drawPath,
  escapeKey,
  OPTIONS,
  outcome,
  problems,
  spoil,
  type Tree,
  treeOf,
  verdict,
  withFills,
  writtenRoot,
} from './design-laws.js';
import type { Draw } from './draw.js';
import { drawObject, isObject } from './draw-value.js';
import { JUDGED_LAWS } from './judged-laws.js';
import { LAWS, type Law, resultOf, type Subject, same, text, utf8 } from './laws.js';
import { nodesOf } from './name-laws.js';

/** Laws of members that a design leaves out or gives a default. */
export const MEMBER_LAWS: readonly Law[] = [
  {
    id: 'L22',
    statement: 'a message with omitted members and defaults is the message without the design',
    check(subject, draw) {
      const { operation: plain, model } = subject;
      const lines = drawLines(subject, draw);
      const design = designOf(lines);
      const designed = createMapper(model, { ...OPTIONS, design }).compile('Do');
      const shown = stringify(design as JsonValue);
      const defaults = treeOf(
        new Map([...lines.defaults].map(([path, value]) => [`Do/${path}`, value])),
        true,
      );
      const whole = (input: JsonObject) =>
        withFills(input, plain.shape.input.root, writtenRoot(designed), defaults) as JsonObject;
      const input = drawObject(draw, designed.shape.input.root);
      const context = `${shown}\n${stringify(input)}\n${stringify(whole(input))}`;
      same(problems(designed, input), problems(plain, whole(input)), context);
      same(outcome(designed, input), outcome(plain, whole(input)), context);
      for (let count = 0; count < 3; count++) {
        const other = spoil(input, draw) as JsonObject;
        const spoilt = `${shown}\n${stringify(other)}\n${stringify(whole(other))}`;
        same(verdict(designed, other), verdict(plain, whole(other)), spoilt);
        same(outcome(designed, other), outcome(plain, whole(other)), spoilt);
      }
      const result = plain.normalise(drawObject(draw, plain.shape.input.root));
      const xml = text(plain.responseToXml(result).body);
      const tree = treeOf(new Map(lines.ofResult.map((path) => [`Do/${path}`, null])));
      const expected = without(result, (plain.shape.output ?? plain.shape.input).root, tree);
      same(resultOf(designed, xml), stringify(expected), `${shown}\n${xml}`);
      const reply = designed.decodeXml(utf8(xml));
      same(JSON.stringify(reply.warnings), '[]', `${shown}\n${xml}`);
    },
  },
  {
    id: 'L23',
    statement: 'the laws of requests and published schemas hold with omitted members and defaults',
    async check(subject, draw) {
      const design = designOf({ ...drawLines(subject, draw), ofResult: [] });
      const operation = createMapper(subject.model, { ...OPTIONS, design }).compile('Do');
      const law = draw.pick([...LAWS, ...JUDGED_LAWS].filter(({ id }) => HOLD.includes(id)));
      try {
        await law.check({ ...subject, operation, onlyInput: true }, draw);
      } catch (error) {
        throw new Error(`${law.id} with ${JSON.stringify(design)}: ${(error as Error).message}`);
      }
    },
  },
];

/** Laws about requests and their published schema. */
const HOLD: readonly string[] = ['L1', 'L4', 'L5'];

interface Lines {
  readonly defaults: Map<string, JsonValue>;
  readonly ofInput: string[];
  readonly ofResult: string[];
}

/** Random lines that fit the operation. */
function drawLines({ operation, model }: Subject, draw: Draw): Lines {
  const lines: Lines = { defaults: new Map(), ofInput: [], ofResult: [] };
  for (let count = draw.int(1, 9); count > 0; count--) {
    const found = drawPath(draw, operation.shape.input.root, [], 0);
    if (found === undefined) continue;
    const keys = draw.chance(3) ? found.keys.slice(0, draw.int(1, found.keys.length)) : found.keys;
    const path = keys.map(escapeKey).join('/');
    const kind = draw.pick(['default', 'input', 'result']);
    if (kind === 'default') lines.defaults.set(path, found.value);
    else lines[kind === 'input' ? 'ofInput' : 'ofResult'].push(path);
  }
  for (;;) {
    const { problems: found } = checkDesign(model, designOf(lines), OPTIONS);
    if (found.length === 0) return lines;

    const [{ at } = { at: [] }] = found;
    const [, , message, part, line = ''] = at;
    if (part === 'defaults') lines.defaults.delete(line);
    else lines[message === 'input' ? 'ofInput' : 'ofResult'].splice(Number(line), 1);
  }
}

function designOf({ defaults, ofInput, ofResult }: Lines): Design {
  const input = { defaults: Object.fromEntries(defaults), omit: ofInput };
  return withoutEmptyLines({ operations: { Do: { input, result: { omit: ofResult } } } } as Design);
}

/** A result without the members of a tree. */
export function without(value: JsonValue, shape: Shape, tree: Tree): JsonValue {
  if (Array.isArray(value))
    return shape.kind === 'soapArray' ? value.map((item) => without(item, shape.item, tree)) : value;
  if (!isObject(value)) return value;
  if (shape.kind === 'polymorphic') {
    const variant = shape.variants.find(({ key }) => key === value['$type']);
    return without(value, variant?.shape ?? shape.declared, tree);
  }
  return shape.kind === 'object' ? withoutMembers(value, shape, tree) : value;
}

/** NL-5: a nil value whose attributes were all left out is null. */
function withoutNil(value: JsonValue): JsonValue {
  return isObject(value) && value['$nil'] === true && Object.keys(value).length === 1 ? null : value;
}

function withoutMembers(value: JsonObject, scope: Scope, tree: Tree): JsonObject {
  const result = Object.create(null) as JsonObject;
  for (const key of Object.keys(value)) {
    const branch = tree.children.get(key);
    if (branch?.value !== undefined) continue;
    const given = value[key] as JsonValue;
    const member = scope.members.find((each) => each.key === key);
    const group = nodesOf(scope.content).find((node) => node.kind === 'items' && node.key === key);
    if (branch !== undefined && group?.kind === 'items' && Array.isArray(given))
      result[key] = given.map((entry) =>
        isObject(entry) ? withoutMembers(entry, group.body, branch) : entry,
      );
    else if (branch === undefined || member === undefined) result[key] = given;
    else if (member.array && Array.isArray(given))
      result[key] = given.map((item) => withoutNil(without(item, member.shape, branch)));
    else result[key] = withoutNil(without(given, member.shape, branch));
  }
  return result;
}
