import { gatewayContract } from '@soapstone/http-contract';
import {
  type CompiledOperation,
  createMapper,
  isFillError,
  type JsonObject,
  type JsonValue,
  stringify,
} from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import { withoutEmptyLines } from '@soapstone/json-xml-mapper/internal/proposals';
import type {
  AttributeMember,
  ContentNode,
  ElementMember,
  ObjectShape,
  Scope,
  Shape,
} from '@soapstone/json-xml-mapper/shapes';
import { generateOpenApi, printOpenApi } from '@soapstone/openapi-generator';
import type { Draw } from './draw.js';
import { drawSimple } from './draw-simple.js';
import { drawObject, isObject } from './draw-value.js';
import { type Law, type Subject, same, text, utf8 } from './laws.js';

/** Laws of designs: what an owner fills in is as if the client had sent it. */
export const DESIGN_LAWS: readonly Law[] = [
  {
    id: 'L18',
    statement: 'a designed request is the request without the design and with the fills',
    check(subject, draw) {
      const { operation: plain, model } = subject;
      const fills = drawFills(subject, draw);
      if (fills.size === 0) return;
      const fill = Object.fromEntries(fills) as NonNullable<Design['fill']>;
      const designed = createMapper(model, { ...OPTIONS, design: withoutEmptyLines({ fill }) }).compile('Do');
      const tree = treeOf(fills);
      const input = drawObject(draw, designed.shape.input.root);
      const whole = withFills(input, plain.shape.input.root, writtenRoot(designed), tree) as JsonObject;
      const context = `${stringify(fill as JsonValue)}\n${stringify(input)}\n${stringify(whole)}`;
      same(problems(designed, input), problems(plain, whole), context);
      if (problems(designed, input) === '') {
        const expected = text(plain.toXml(whole).body);
        same(text(designed.toXml(input).body), expected, context);
        same(text(designed.encodeJson(utf8(stringify(input))).body), expected, context);
        const reversed = reverseKeys(input);
        same(text(designed.encodeJson(utf8(stringify(reversed))).body), expected, context);
        sameWithSecrets(model, fills, input, expected, context);
      }
      for (let count = 0; count < 4; count++) {
        const other = spoil(input, draw) as JsonObject;
        const otherWhole = withFills(
          other,
          plain.shape.input.root,
          writtenRoot(designed),
          tree,
        ) as JsonObject;
        const shown = `${stringify(fill as JsonValue)}\n${stringify(other)}\n${stringify(otherWhole)}`;
        same(verdict(designed, other), verdict(plain, otherWhole), shown);
        same(outcome(designed, other), outcome(plain, otherWhole), shown);
      }
    },
  },
  {
    id: 'L19',
    statement: 'an empty design changes nothing',
    check({ operation, model }, draw) {
      const designed = createMapper(model, { ...OPTIONS, design: {} }).compile('Do');
      const input = drawObject(draw, operation.shape.input.root);
      same(text(designed.toXml(input).body), text(operation.toXml(input).body));
      same(
        text(designed.encodeJson(utf8(stringify(input))).body),
        text(operation.encodeJson(utf8(stringify(input))).body),
      );
      same(JSON.stringify(designed.jsonSchema('input')), JSON.stringify(operation.jsonSchema('input')));
      same(stringify(designed.example('input')), stringify(operation.example('input')));
      const plain = createMapper(model, OPTIONS);
      const empty = createMapper(model, {
        ...OPTIONS,
        design: { names: 'as-is', declare: 'element' },
      });
      const documentOf = (mapper: typeof plain): string =>
        printOpenApi(
          generateOpenApi(mapper, {
            ...gatewayContract({ baseUrl: 'https://a.example', accountId: 'a', serviceSlug: 's' }),
            defaultPolicy: 'GET + POST',
          }),
          'json',
        );
      same(documentOf(empty), documentOf(plain));
      same(JSON.stringify(empty.operations), JSON.stringify(plain.operations));
      same(text(empty.compile('Do').toXml(input).body), text(operation.toXml(input).body));
    },
  },
];

/** Texts can come from secrets, whose written form is kept from call to call, with other values in between. */
function sameWithSecrets(
  model: Subject['model'],
  fills: ReadonlyMap<string, JsonValue>,
  input: JsonObject,
  expected: string,
  context: string,
): void {
  const values = new Map<string, string>();
  const lines = [...fills].map(([path, value], index) => {
    if (typeof value !== 'string') return [path, value] as const;
    values.set(`s${index}`, value);
    return [path, { secret: `s${index}` }] as const;
  });
  if (values.size === 0) return;
  const fill = Object.fromEntries(lines) as NonNullable<Design['fill']>;
  const operation = createMapper(model, { ...OPTIONS, design: withoutEmptyLines({ fill }) }).compile('Do');
  const json = utf8(stringify(input));
  const secret = (name: string): string | undefined => values.get(name);
  const others = [() => 'x', () => '', () => '1'];
  for (let round = 0; round < 3; round++) {
    same(text(operation.encodeJson(json, { fills: { secret } }).body), expected, context);
    same(text(operation.toXml(input, { fills: { secret } }).body), expected, context);
    operation.encodeJson(json, { fills: 'hidden' });
    try {
      operation.encodeJson(json, { fills: { secret: others[round] } });
    } catch (error) {
      if (!isFillError(error)) throw error;
    }
  }
}

/** Those of `drawSubject`. */
export const OPTIONS = { warnings: 'all', unwrap: 'payload' } as const;

/** The order of fills by key. */
export interface Tree {
  readonly children: Map<string, Tree>;
  value?: JsonValue;
  /** Whether the value is only that of an absent member. */
  isDefault?: boolean;
}

/** @internal */
export const writtenRoot = (operation: CompiledOperation): Shape =>
  (operation.shape.input.written ?? operation.shape.input).root;

/** @internal */
export const problems = (operation: CompiledOperation, input: JsonObject): string =>
  operation
    .validate(input)
    .map(({ path, keyword }) => `${path} ${keyword}`)
    .join('\n');

/** @internal */
export const verdict = (operation: CompiledOperation, input: JsonObject): string =>
  operation.validate(input).length === 0 ? 'valid' : 'invalid';

/** The bytes, or that there are none. */
export function outcome(operation: CompiledOperation, input: JsonObject): string {
  try {
    return text(operation.encodeJson(utf8(stringify(input))).body);
  } catch {
    return 'refused';
  }
}

/** Random lines that fit the operation. */
function drawFills({ operation, model }: Subject, draw: Draw): Map<string, JsonValue> {
  const fills = new Map<string, JsonValue>();
  for (let count = draw.int(1, 5); count > 0; count--) {
    const found = drawPath(draw, operation.shape.input.root, [], 0);
    if (found !== undefined) fills.set(['Do', ...found.keys.map(escapeKey)].join('/'), found.value);
  }
  // Some lines contradict others, or are not possible at their places.
  for (;;) {
    const { problems: found } = checkDesign(
      model,
      withoutEmptyLines({ fill: Object.fromEntries(fills) } as Design),
      OPTIONS,
    );
    if (found.length === 0) return fills;
    for (const { at } of found) fills.delete(at[1] as string);
  }
}

/** @internal */
export const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** @internal */
export function drawPath(
  draw: Draw,
  shape: Shape,
  keys: readonly string[],
  depth: number,
): { readonly keys: readonly string[]; readonly value: JsonValue } | undefined {
  if (depth > 5) return undefined;
  switch (shape.kind) {
    case 'object':
      return drawPathInObject(draw, shape, keys, depth);
    case 'polymorphic':
      return drawPath(
        draw,
        draw.pick([shape.declared, ...shape.variants.map((variant) => variant.shape)]),
        keys,
        depth + 1,
      );
    case 'soapArray':
      return drawPath(draw, shape.item, keys, depth + 1);
    default:
      return undefined;
  }
}

function drawPathInObject(draw: Draw, shape: ObjectShape, keys: readonly string[], depth: number) {
  const candidates: (AttributeMember | ElementMember | Scope | 'value')[] = [
    ...shape.attributes,
    ...shape.members,
    ...(shape.value === undefined ? [] : ['value' as const]),
  ];
  if (candidates.length === 0) return undefined;
  const chosen = draw.pick(candidates);
  if (chosen === 'value') return { keys: [...keys, '$value'], value: drawSimple(draw, shape.value as never) };
  if (!('key' in chosen)) return undefined;
  const path = [...keys, chosen.key];
  const { shape: type } = chosen;
  const isSimple = type.kind === 'scalar' || type.kind === 'list' || type.kind === 'union';
  if (!isSimple) return drawPath(draw, type, path, depth + 1);
  const drawOne = (): JsonValue =>
    (type.kind === 'scalar' ? chosen.fixed : undefined) ?? drawSimple(draw, type);
  if (!('array' in chosen) || !chosen.array) return { keys: path, value: drawOne() };
  const count = Math.max(1, Math.min(chosen.max, Math.max(chosen.min, draw.int(1, 3))));
  return { keys: path, value: Array.from({ length: count }, drawOne) };
}

/** @internal */
export function treeOf(fills: ReadonlyMap<string, JsonValue>, isDefault = false): Tree {
  const root: Tree = { children: new Map() };
  for (const [path, value] of fills) {
    let branch = root;
    for (const key of path.split('/').slice(1)) {
      const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
      const child = branch.children.get(name) ?? { children: new Map() };
      branch.children.set(name, child);
      branch = child;
    }
    branch.value = value;
    branch.isDefault = isDefault;
  }
  return root;
}

/** The input that a client without the design would send. `written` tells which objects are written although clients omit them. */
export function withFills(value: JsonValue, plain: Shape, written: Shape, tree: Tree): JsonValue {
  if (Array.isArray(value)) {
    return plain.kind === 'soapArray' && written.kind === 'soapArray'
      ? value.map((item) => withFills(item, plain.item, written.item, tree))
      : value;
  }
  if (!isObject(value)) return value;
  if (plain.kind === 'polymorphic' && written.kind === 'polymorphic') {
    const at = plain.variants.findIndex(({ key }) => key === value['$type']);
    return at < 0
      ? withFills(value, plain.declared, written.declared, tree)
      : withFills(value, plain.variants[at]!.shape, written.variants[at]!.shape, tree);
  }
  if (plain.kind !== 'object' || written.kind !== 'object') return value;
  const result = Object.assign(Object.create(null) as JsonObject, value);
  const isNil = value['$nil'] === true;
  for (const { key, required } of plain.attributes) {
    const { value: fill, isDefault } = tree.children.get(key) ?? {};
    if (fill !== undefined && !(isDefault === true && isPresent(result, key, required))) result[key] = fill;
  }
  const text = tree.children.get('$value')?.value;
  if (plain.value !== undefined && text !== undefined && !isNil) result['$value'] = text;
  if (plain.form === 'plain' && !isNil) fillMembers(result, plain, written, tree);
  return result;
}

function isPresent(value: JsonObject, key: string, isNullAValue: boolean): boolean {
  const given = Object.hasOwn(value, key) ? value[key] : undefined;
  return given !== undefined && (given !== null || isNullAValue);
}

function fillMembers(result: JsonObject, plain: Scope, written: Scope, tree: Tree): void {
  for (const [at, member] of plain.members.entries()) {
    const { key } = member;
    const branch = tree.children.get(key);
    const other = written.members[at];
    if (branch === undefined || other === undefined) continue;
    if (branch.value !== undefined) {
      const isNullAValue = member.nillable || member.min > 0;
      if (branch.isDefault === true && isPresent(result, key, isNullAValue)) continue;
      // The default of an element with attributes is its text (DF-10).
      const isText =
        branch.isDefault === true && member.shape.kind === 'object' && member.shape.value !== undefined;
      result[key] = isText ? { $value: branch.value } : branch.value;
      continue;
    }
    const given = Object.hasOwn(result, key) ? result[key] : undefined;
    const isAbsent = given === undefined || (given === null && !member.nillable);
    const isImplied = other.fill?.kind === 'implied' || other.fill?.kind === 'whole';
    if (isAbsent && !isImplied) continue;
    const items = isAbsent ? (Object.create(null) as JsonObject) : given;
    result[key] =
      member.array && Array.isArray(items)
        ? items.map((item) => withFills(item, member.shape, other.shape, tree.children.get(key) as Tree))
        : withFills(items, member.shape, other.shape, branch);
  }
  fillItems(result, plain.content, written.content, tree);
}

function fillItems(result: JsonObject, plain: ContentNode, written: ContentNode, tree: Tree): void {
  if (
    plain.kind === 'sequence' &&
    written.kind === 'sequence' &&
    plain.children.length === written.children.length
  ) {
    for (const [at, child] of plain.children.entries()) fillItems(result, child, written.children[at]!, tree);
  }
  if (plain.kind !== 'items' || written.kind !== 'items') return;
  const branch = tree.children.get(plain.key);
  const entries = result[plain.key];
  if (branch === undefined || !Array.isArray(entries)) return;
  result[plain.key] = entries.map((entry) => {
    if (!isObject(entry)) return entry;
    const filled = Object.assign(Object.create(null) as JsonObject, entry);
    fillMembers(filled, plain.body, written.body, branch);
    return filled;
  });
}

/** One random change somewhere. */
export function spoil(value: JsonValue, draw: Draw): JsonValue {
  if (Array.isArray(value)) {
    if (value.length === 0 || draw.chance(4)) return draw.pick<JsonValue>([null, 'x', [], {}]);
    const at = draw.int(0, value.length - 1);
    return value.map((item, index) => (index === at ? spoil(item, draw) : item));
  }
  if (!isObject(value))
    return draw.pick<JsonValue>([null, '~', -1, 1e30, true, Object.create(null) as JsonObject]);
  const result = Object.assign(Object.create(null) as JsonObject, value);
  const keys = Object.keys(value);
  if (keys.length === 0 || draw.chance(6)) {
    result['zzz'] = 1;
    return result;
  }
  const key = draw.pick(keys);
  if (draw.chance(4)) delete result[key];
  else result[key] = spoil(value[key] as JsonValue, draw);
  return result;
}

function reverseKeys(value: JsonObject): JsonObject {
  const result = Object.create(null) as JsonObject;
  for (const key of Object.keys(value).reverse()) result[key] = value[key] as JsonValue;
  return result;
}
