import {
  type CompiledOperation,
  createMapper,
  type JsonObject,
  type JsonValue,
  type Mapper,
  stringify,
} from '@soapstone/json-xml-mapper';
import { checkDesign, type Design, type OperationDesign } from '@soapstone/json-xml-mapper/design';
import {
  bindRoute,
  bodyOfRoute,
  type ParsedRoute,
  type RouteBinding,
  type RouteBody,
  type RouteTable,
  routesOf,
} from '@soapstone/json-xml-mapper/internal/routes';
import type { Shape, SimpleShape } from '@soapstone/json-xml-mapper/shapes';
import { OPTIONS, spoil } from '../design-laws.js';
import type { Draw } from '../draw.js';
import { designOf, drawLines } from '../draw-design.js';
import { drawSimple } from '../draw-simple.js';
import { drawObject, isObject } from '../draw-value.js';
import type { Subject } from '../laws.js';

/** An operation with a route. */
export interface Routed {
  readonly design: Design;
  readonly mapper: Mapper;
  readonly operation: CompiledOperation;
  readonly table: RouteTable;
  readonly route: ParsedRoute;
  readonly binding: RouteBinding;
  readonly body: RouteBody | undefined;
}

type Values = readonly (readonly [path: readonly string[], value: JsonValue])[];

/** What a client sends. */
export interface Sent {
  /** Texts by the names of members. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: JsonValue | undefined;
  /** The values of the path and the query string. */
  readonly values: Values;
  /** The same input for a call by name; undefined if there is none. */
  readonly whole: JsonObject | undefined;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const TRIES = 5;

/** A random design with a random route that fits the operation. */
export function drawRouted({ model }: Subject, draw: Draw, odd: readonly string[]): Routed {
  const subject = { model, operation: createMapper(model, OPTIONS).compile('Do') } as Subject;
  const lines = designOf(drawLines(subject, draw, odd));
  const named = createMapper(model, { ...OPTIONS, design: lines }).compile('Do');
  for (let tries = 0; tries <= TRIES; tries++) {
    const route: OperationDesign = tries === TRIES ? { route: 'POST /do' } : drawRoute(named, draw);
    const design: Design = {
      ...lines,
      ...(draw.chance(2) && { base: '/v1/law' }),
      operations: { Do: { ...lines.operations?.['Do'], ...route } },
    };
    if (checkDesign(model, design, OPTIONS).problems.length > 0) continue;
    const mapper = createMapper(model, { ...OPTIONS, design });
    const operation = mapper.compile('Do');
    const table = routesOf(design) as RouteTable;
    const [parsed] = table.routes as [ParsedRoute];
    const binding = bindRoute(parsed, operation.shape, (part, message) => {
      throw new Error(`${part}: ${message}`);
    });
    const body = bodyOfRoute(parsed, binding, operation.shape);
    return { design, mapper, operation, table, route: parsed, binding, body };
  }
  throw new Error(`no route fits ${JSON.stringify(lines)}`);
}

function drawRoute({ shape }: CompiledOperation, draw: Draw): OperationDesign {
  const method = draw.pick(METHODS);
  const { root } = shape.input;
  const leaves = [...leavesOf(root)];
  const names: string[] = [];
  for (let count = draw.int(0, 3); count > 0 && leaves.length > 0; count--)
    names.push(...leaves.splice(draw.int(0, leaves.length - 1), 1));
  const path = names.flatMap((name) => [...(draw.chance(3) ? ['x-1'] : []), `{${name}}`]);
  const keys = root.kind === 'object' ? root.members.map(({ key }) => key) : [];
  const hasBody = method !== 'GET' && method !== 'DELETE' && keys.length > 0 && draw.chance(2);
  const result = shape.output && (shape.output.record?.shape ?? shape.output.root);
  const places = [...names, ...leavesOf(result ?? root).map((name) => `result.${name}`)];
  const isCreated = method !== 'GET' && places.length > 0 && draw.chance(2);
  return {
    route: `${method} /${['do', ...path].join('/')}`,
    ...(method === 'GET' && { safe: true as const }),
    ...(hasBody && { body: draw.pick(keys) }),
    ...(isCreated && { status: 201, location: `/do/{${draw.pick(places)}}` }),
  };
}

/** The names of members with one text, as a path has them. */
function leavesOf(shape: Shape, above: readonly string[] = []): readonly string[] {
  const object = shape.kind === 'polymorphic' ? shape.declared : shape;
  if (object.kind !== 'object' || object.form !== 'plain' || above.length > 3) return [];
  return [...object.members, ...object.attributes].flatMap((member) => {
    const { key, shape: type } = member;
    if (('array' in member && member.array) || /[{}/=*.]/.test(key)) return [];
    const path = [...above, key];
    const isSimple = type.kind === 'scalar' || type.kind === 'union' || type.kind === 'anySimpleType';
    return isSimple ? [path.join('.')] : leavesOf(type, path);
  });
}

/** A random request; undefined if a value that was drawn cannot be in a path or a query string. */
export function drawRequest({ binding, body }: Routed, draw: Draw): Sent | undefined {
  const values: Values[number][] = [];
  const path = Object.create(null) as Record<string, string>;
  for (const { name, path: keys, shape } of binding.path) {
    const drawn = drawText(shape, draw);
    if (drawn === undefined || !isSegment(drawn.text)) return undefined;
    path[name] = drawn.text;
    values.push([keys, drawn.value]);
  }
  const query: string[] = [];
  for (const { name, path: keys, shape, array, required } of binding.query) {
    if (!required && draw.chance(2)) continue;
    const items: JsonValue[] = [];
    for (let count = array ? draw.int(1, 3) : 1; count > 0; count--) {
      const drawn = drawText(shape, draw);
      if (drawn === undefined) return undefined;
      items.push(drawn.value);
      query.push(`${encodeURIComponent(name)}=${encodeURIComponent(drawn.text)}`);
    }
    values.push([keys, array ? items : (items[0] as JsonValue)]);
  }
  const sent = body === undefined ? undefined : drawBody(body, draw);
  return { path, query: query.join('&'), body: sent, values, whole: wholeOf(body, sent, values) };
}

function drawBody(body: RouteBody, draw: Draw): JsonValue {
  if ('message' in body) return drawObject(draw, body.message.root);
  const { array, min, max, shape } = body.member;
  if (!array) return drawObject(draw, shape);
  const least = Math.max(min, 1);
  return Array.from({ length: draw.int(least, Math.max(least, Math.min(max, least + 2))) }, () =>
    drawObject(draw, shape),
  );
}

/** The input that has the values of all places; undefined if a value is in the way of another. */
function wholeOf(
  body: RouteBody | undefined,
  sent: JsonValue | undefined,
  values: Values,
): JsonObject | undefined {
  const whole = own();
  if (sent !== undefined && body !== undefined) {
    if ('member' in body) whole[body.member.key] = isObject(sent) ? Object.assign(own(), sent) : sent;
    else if (isObject(sent)) Object.assign(whole, sent);
    else return undefined;
  }
  for (const [path, value] of values) {
    let object = whole;
    for (const key of path.slice(0, -1)) {
      const inner = Object.hasOwn(object, key) ? object[key] : own();
      if (!isObject(inner)) return undefined;
      object[key] = Object.assign(own(), inner);
      object = object[key] as JsonObject;
    }
    const last = path.at(-1) as string;
    if (Object.hasOwn(object, last)) return undefined;
    object[last] = value;
  }
  return whole;
}

/** The same request with one change in its body. */
export function spoiltRequest({ body: kind }: Routed, sent: Sent, draw: Draw): Sent | undefined {
  if (!isObject(sent.body)) return undefined;
  const body = spoil(sent.body, draw);
  return { ...sent, body, whole: wholeOf(kind, body, sent.values) };
}

/** A value of a simple type, and the text that says it in a path or a query string. */
function drawText(
  shape: SimpleShape,
  draw: Draw,
): { readonly text: string; readonly value: JsonValue } | undefined {
  const value = drawSimple(draw, shape);
  const listed: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  const texts = listed.map((each) => (typeof each === 'string' ? each : stringify(each)));
  // Texts are lexical forms (GQ-3), and only doubles have exponents in XML.
  const hasExponents = shape.kind === 'scalar' && (shape.builtin === 'float' || shape.builtin === 'double');
  if (!hasExponents && texts.some((each, at) => typeof listed[at] === 'number' && /e/i.test(each)))
    return undefined;
  const isText = shape.kind === 'scalar' && shape.builtin === 'string';
  // An empty text is an absent value of most types (GQ-5), and white space has no meaning in them.
  if (!isText && texts.some((each) => each === '' || each !== each.trim().replaceAll(/\s+/g, ' ')))
    return undefined;
  return { text: texts.join(' '), value };
}

function isSegment(value: string): boolean {
  const hasControl = [...value].some((each) => each < ' ' || each === '\u007f');
  return value !== '' && value !== '.' && value !== '..' && !value.includes('/') && !hasControl;
}

function own(): JsonObject {
  return Object.create(null) as JsonObject;
}
