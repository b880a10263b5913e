import { createMapper, type JsonObject, type JsonValue, stringify } from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import { withoutEmptyLines } from '@soapstone/json-xml-mapper/internal/proposals';
import type { ContentNode, ElementMember, Scope, Shape } from '@soapstone/json-xml-mapper/shapes';
import type { Draw } from './draw.js';
import { drawObject, isObject } from './draw-value.js';
import { JUDGED_LAWS } from './judged-laws.js';
import { LAWS, type Law, resultOf, type Subject, same, text, utf8 } from './laws.js';

/** Laws of the names that a design gives to members. */
export const NAME_LAWS: readonly Law[] = [
  {
    id: 'L20',
    statement: 'a message with other names is the same message, and its names can be turned back',
    check(subject, draw) {
      const { operation: plain, model } = subject;
      const design = drawNames(subject, draw);
      const designed = createMapper(model, { ...OPTIONS, design }).compile('Do');
      const [there, back] = [designed.shape.input.root, plain.shape.input.root];
      const input = drawObject(draw, there);
      const exact = renamed(input, there, back) as JsonObject;
      const context = `${JSON.stringify(design)}\n${stringify(input)}\n${stringify(exact)}`;
      same(stringify(renamed(exact, back, there)), stringify(input), context);
      same(stringify(designed.validate(input) as never), stringify(plain.validate(exact) as never), context);
      const expected = text(plain.toXml(exact).body);
      same(text(designed.toXml(input).body), expected, context);
      same(text(designed.encodeJson(utf8(stringify(input))).body), expected, context);
      const result = plain.normalise(exact);
      const xml = text(plain.responseToXml(result).body);
      same(resultOf(designed, xml), stringify(renamed(result, back, there)), `${context}\n${xml}`);
      same(text(designed.responseToXml(designed.normalise(input)).body), xml, context);
    },
  },
  {
    id: 'L21',
    statement: 'the laws of requests, results and published schemas hold for an operation with other names',
    async check(subject, draw) {
      // ajv takes members of `Object.prototype` for those of the value.
      const design = drawNames(subject, draw, []);
      const operation = createMapper(subject.model, { ...OPTIONS, design }).compile('Do');
      const law = draw.pick([...LAWS, ...JUDGED_LAWS].filter(({ id }) => HOLD_FOR_NAMES.includes(id)));
      try {
        await law.check({ ...subject, operation }, draw);
      } catch (error) {
        throw new Error(`${law.id} with ${JSON.stringify(design)}: ${(error as Error).message}`);
      }
    },
  },
];

/** Those of `drawSubject`. */
const OPTIONS = { warnings: 'all', unwrap: 'payload' } as const;

/** Laws about the message and the published schema of an operation. */
const HOLD_FOR_NAMES: readonly string[] = ['L1', 'L2', 'L3', 'L4', 'L5'];

/** Random names that fit the operation. */
function drawNames(
  { operation, model }: Subject,
  draw: Draw,
  odd: readonly string[] = ['__proto__', 'constructor', 'toString'],
): Design {
  const rename = Object.create(null) as Record<string, string>;
  const keys = [...keysIn(operation.shape.input.root)];
  for (const [at, key] of keys.entries()) {
    if (!draw.chance(2)) continue;
    const name = draw.pick([`N_${at}`, `${key.replace(/[^a-zA-Z]/g, '')}${at}x`, `new-${at}`]);
    rename[key] = /^[a-zA-Z]/.test(name) ? name : `n${name}`;
  }
  if (odd.length > 0 && draw.chance(4) && keys.length > 0) rename[draw.pick(keys)] = draw.pick(odd);
  const design: Design = { names: draw.pick(['camel', 'as-is']), rename };
  for (;;) {
    const { problems } = checkDesign(model, withoutEmptyLines(design), OPTIONS);
    if (problems.length === 0) return withoutEmptyLines(design);
    // Two names that have become one, or a name that was the same already.
    const lines = problems.flatMap(({ at }) => (at[0] === 'rename' ? [at[1] as string] : []));
    for (const line of lines) delete rename[line];
    if (lines.length === 0) return withoutEmptyLines({ rename });
  }
}

/** The keys of all members. */
export function keysIn(root: Shape): ReadonlySet<string> {
  const keys = new Set<string>();
  const seen = new Set<Shape>();
  const pending: Shape[] = [root];
  const ofScope = (scope: Scope): void => {
    for (const member of scope.members) {
      keys.add(member.key);
      pending.push(member.shape);
    }
    for (const node of nodesOf(scope.content)) if (node.kind === 'items') ofScope(node.body);
  };
  for (let shape = pending.pop(); shape !== undefined; shape = pending.pop()) {
    if (seen.has(shape)) continue;
    seen.add(shape);
    if (shape.kind === 'polymorphic')
      pending.push(shape.declared, ...shape.variants.map((each) => each.shape));
    else if (shape.kind === 'soapArray') pending.push(shape.item);
    else if (shape.kind === 'object') {
      for (const attribute of shape.attributes) keys.add(attribute.key);
      ofScope(shape);
    }
  }
  return keys;
}

/** The places of a content, without the sequences and choices around them. */
export function nodesOf(node: ContentNode): readonly ContentNode[] {
  if (node.kind === 'sequence') return node.children.flatMap(nodesOf);
  return node.kind === 'choice' ? node.branches.flatMap(nodesOf) : [node];
}

/** A value of one Shape as a value of another one, which has the same members in the same order under other keys. */
export function renamed(value: JsonValue, from: Shape, to: Shape): JsonValue {
  if (from.kind === 'lifted' && to.kind === 'lifted') {
    // A wrong value has no names, and a lifted list of a type that contains itself would look for some without end.
    const isWrong = from.member.array && !Array.isArray(value);
    return isWrong ? value : renamedMember(value, from.member, to.member);
  }
  if (Array.isArray(value))
    return from.kind === 'soapArray' && to.kind === 'soapArray'
      ? value.map((item) => renamed(item, from.item, to.item))
      : value;
  if (!isObject(value)) return value;
  if (from.kind === 'polymorphic' && to.kind === 'polymorphic') {
    const at = from.variants.findIndex(({ key }) => key === value['$type']);
    return at < 0
      ? renamed(value, from.declared, to.declared)
      : renamed(value, from.variants[at]!.shape, to.variants[at]!.shape);
  }
  if (from.kind !== 'object' || to.kind !== 'object') return value;
  const result = Object.create(null) as JsonObject;
  for (const key of Object.keys(value)) {
    const at = from.attributes.findIndex((each) => each.key === key);
    if (at >= 0) result[to.attributes[at]!.key] = value[key]!;
    else if (key === '$content' && from.form !== 'plain' && Array.isArray(value[key]))
      result[key] = value[key].map((entry) => (isObject(entry) ? renamedMembers(entry, from, to) : entry));
    else Object.assign(result, renamedMembers(pick(value, key), from, to));
  }
  return result;
}

function renamedMembers(value: JsonObject, from: Scope, to: Scope): JsonObject {
  const result = Object.create(null) as JsonObject;
  const [fromNodes, toNodes] = [nodesOf(from.content), nodesOf(to.content)];
  for (const key of Object.keys(value)) {
    const given = value[key]!;
    const at = from.members.findIndex((each) => each.key === key);
    const items = fromNodes.findIndex((each) => each.kind === 'items' && each.key === key);
    const [group, other] = [fromNodes[items], toNodes[items]];
    if (at >= 0) {
      const [member, target] = [from.members[at]!, to.members[at]!];
      result[target.key] = renamedMember(given, member, target);
    } else if (group?.kind === 'items' && other?.kind === 'items' && Array.isArray(given))
      result[key] = given.map((entry) =>
        isObject(entry) ? renamedMembers(entry, group.body, other.body) : entry,
      );
    else result[key] = given;
  }
  return result;
}

function renamedMember(value: JsonValue, from: ElementMember, to: ElementMember): JsonValue {
  const one = (each: JsonValue): JsonValue => {
    const chosen = isObject(each) ? each['$element'] : undefined;
    const index = from.substitution?.members.findIndex(({ key }) => key === chosen) ?? -1;
    if (index < 0) return renamed(each, from.shape, to.shape);
    const [was, is] = [from.substitution!.members[index]!, to.substitution!.members[index]!];
    return renamed(each, was.shape, is.shape);
  };
  return from.array && Array.isArray(value) ? value.map(one) : one(value);
}

function pick(value: JsonObject, key: string): JsonObject {
  const one = Object.create(null) as JsonObject;
  one[key] = value[key]!;
  return one;
}
