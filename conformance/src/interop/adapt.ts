import { isJsonNumber, JsonNumber, type JsonObject, type JsonValue } from '@soapstone/json-xml-mapper';
import type {
  ContentNode,
  ElementMember,
  ItemsNode,
  ObjectShape,
  ScalarShape,
  Scope,
  Shape,
  SimpleShape,
} from '@soapstone/json-xml-mapper/shapes';
import { type Dialect, type ForeignObject, isObject, Untranslatable } from './dialects.js';

/** The subject of a translation into our conventions. */
export interface Adaptation {
  readonly dialect: Dialect;
  /** A result has `[]` for an absent array (CM-11). */
  readonly direction: 'request' | 'result';
}

/** Converts another tool's JSON of a value to ours: the Shape says which keys are attributes, lists, groups, numbers. */
export function adapt(value: JsonValue, shape: Shape, adaptation: Adaptation): JsonValue {
  switch (shape.kind) {
    case 'object':
      return adaptObject(value, shape, adaptation);
    case 'polymorphic': {
      const { type } = isObject(value) ? adaptation.dialect.read(value) : {};
      const variant = shape.variants.find(({ name }) => name.localName === type);
      const adapted = adaptObject(value, variant?.shape ?? shape.declared, adaptation);
      return variant === undefined
        ? adapted
        : record([['$type', variant.key], ...Object.entries(adapted as JsonObject)]);
    }
    case 'soapArray': {
      const items = isObject(value) ? ([...adaptation.dialect.read(value).members.values()][0] ?? []) : value;
      return listOf(items).map((item) => (item === null ? null : adapt(item, shape.item, adaptation)));
    }
    case 'anyType':
      return adaptUntyped(value, adaptation);
    case 'attachment':
      throw new Untranslatable('an attachment');
    case 'lifted':
      throw new Untranslatable('a member that a design lifts');
    default: {
      const text = isObject(value) ? textOf(value, adaptation) : value;
      return text === null ? null : adaptSimple(text, shape, adaptation);
    }
  }
}

function textOf(value: JsonObject, { dialect }: Adaptation): JsonValue {
  if (value['str'] === 'Nil') return null;
  const base64 = value['$base64'];
  if (base64 !== undefined) return base64;
  const { $decimal: decimal } = value;
  if (decimal !== undefined) return decimal;
  const { text } = dialect.read(value);
  if (text === undefined) throw new Untranslatable('an object for a text');
  return isObject(text) ? textOf(text, { dialect, direction: 'request' }) : text;
}

function adaptObject(value: JsonValue, shape: ObjectShape, adaptation: Adaptation): JsonValue {
  const { dialect } = adaptation;
  const [only] = shape.members;
  if (isObject(value) && isMap(shape) && only !== undefined && !('item' in value)) {
    const items = Object.entries(value).map(([key, item]) =>
      record([
        ['key', key],
        ['value', item],
      ]),
    );
    return record([['item', items]]);
  }
  if (Array.isArray(value) && dialect.listIsRecord && shape.members.length === 1 && only?.array === true)
    return record([[only.key, value.map((item) => adaptMember(item, only, adaptation) ?? null)]]);
  const foreign: ForeignObject = isObject(value)
    ? dialect.read(value)
    : { members: new Map(), attributes: new Map(), text: value };

  const members: [string, JsonValue][] = [];
  const used = new Set<string>();
  for (const attribute of shape.attributes) {
    const { localName } = attribute.name;
    const given = foreign.attributes.get(localName);
    if (given === undefined || given === null || (dialect.rawBinary === false && isObject(given))) continue;
    used.add(localName);
    members.push([attribute.key, adaptSimple(given, attribute.shape, adaptation)]);
  }
  if (shape.value !== undefined) {
    const { text = '' } = foreign;
    if (text === null || (isObject(text) && text['str'] === 'Nil'))
      return record([['$nil', true], ...members]);
    return record([...members, ['$value', adapt(text, shape.value, adaptation)]]);
  }
  members.push(...adaptScope(foreign, shape, used, adaptation));
  return record(members);
}

/** Apache's Map and its extensions: items with a key and a value, which PHP represents as an array. */
function isMap({ members: [only, ...others] }: ObjectShape): boolean {
  return (
    others.length === 0 &&
    only?.key === 'item' &&
    only.shape.kind === 'object' &&
    only.shape.members.map(({ key }) => key).join(' ') === 'key value'
  );
}

function adaptScope(
  given: ForeignObject,
  scope: Scope,
  used: Set<string>,
  adaptation: Adaptation,
): [string, JsonValue][] {
  const { dialect, direction } = adaptation;
  const members: [string, JsonValue][] = [];
  if (scope.form !== 'plain') throw new Untranslatable('ordered content');
  const [wildcard] = nodesOf(scope.content, 'any');
  const foreign = wildcard === undefined ? spread(given, scope) : given;
  if (wildcard !== undefined && foreign.nameless !== undefined && foreign.nameless !== null)
    members.push([wildcard.key, listOf(foreign.nameless).map(anyElement)]);

  for (const member of scope.members) {
    const { localName } = member.name;
    const given =
      used.has(localName) && !foreign.attributes.has(localName) ? undefined : foreign.members.get(localName);
    if (given === undefined || (given === null && dialect.nullIsAbsent)) {
      if (direction === 'result' && member.array && !member.conditional) members.push([member.key, []]);
      continue;
    }
    used.add(localName);
    const adapted = member.array
      ? listOf(given).map((item) => adaptMember(item, member, adaptation) ?? null)
      : adaptMember(
          Array.isArray(given) && isListed(member) ? (given[0] ?? null) : given,
          member,
          adaptation,
        );
    if (adapted !== undefined) members.push([member.key, adapted]);
  }
  for (const node of nodesOf(scope.content, 'items')) {
    const list = repetitions(foreign, node, used);
    if (list.length === 0) continue;
    members.push([node.key, list.map((each) => record(adaptScope(each, node.body, new Set(), adaptation)))]);
  }
  const left = [...foreign.members.keys()].filter(
    (key) => !used.has(key) && foreign.members.get(key) !== null,
  );
  if (left.length > 0) throw new Untranslatable(`no field ${left.join(', ')}`);
  return members;
}

/** A list of one for an element that occurs once. Values that are lists themselves stay unchanged. */
const isListed = ({ shape }: ElementMember) =>
  shape.kind !== 'list' && shape.kind !== 'soapArray' && shape.kind !== 'union' && shape.kind !== 'object';

function adaptMember(value: JsonValue, member: ElementMember, adaptation: Adaptation): JsonValue | undefined {
  if (value === null) return member.nillable ? null : undefined;
  const inner = adapt(value, member.shape, adaptation);
  return inner;
}

function nodesOf<K extends ContentNode['kind']>(
  node: ContentNode,
  kind: K,
): Extract<ContentNode, { kind: K }>[] {
  if (node.kind === kind) return [node as Extract<ContentNode, { kind: K }>];
  if (node.kind === 'sequence') return node.children.flatMap((child) => nodesOf(child, kind));
  return node.kind === 'choice' ? node.branches.flatMap((branch) => nodesOf(branch, kind)) : [];
}

/** zeep's `AnyObject`: an element with its name. Content that it reads from a wildcard has lost the name. */
function anyElement(value: JsonValue): JsonValue {
  if (!isObject(value) || typeof value['xsd_elm'] !== 'string')
    throw new Untranslatable('elements of a wildcard without their names');
  return record([[value['xsd_elm'], value['$AnyObject'] as JsonValue]]);
}

/** A repeating group of one element has no `$items` (CM-3): its repetitions are those of the element. */
function spread(foreign: ForeignObject, scope: Scope): ForeignObject {
  if (!Array.isArray(foreign.nameless) || nodesOf(scope.content, 'items').length > 0) return foreign;
  const members = new Map(foreign.members);
  for (const entry of foreign.nameless) {
    for (const [key, value] of isObject(entry) ? Object.entries(entry) : [])
      members.set(key, [...listOf(members.get(key) ?? []), value]);
  }
  return { members, attributes: foreign.attributes };
}

/** The repetitions of a group: as zeep lists them, or from the lists of its elements. */
function repetitions(foreign: ForeignObject, node: ItemsNode, used: Set<string>): ForeignObject[] {
  const object = (members: [string, JsonValue][]): ForeignObject => ({
    members: new Map(members),
    attributes: new Map(),
  });
  if (Array.isArray(foreign.nameless))
    return foreign.nameless.map((entry) => object(isObject(entry) ? Object.entries(entry) : []));
  const keys = node.body.members.map(({ name }) => name.localName).filter((key) => foreign.members.has(key));
  for (const key of keys) used.add(key);
  const lists = keys.map((key) => [key, listOf(foreign.members.get(key) as JsonValue)] as const);
  const isChoice = node.body.content.children.some(({ kind }) => kind === 'choice');
  if (isChoice) return lists.flatMap(([key, list]) => list.map((item) => object([[key, item]])));
  return Array.from({ length: Math.max(0, ...lists.map(([, list]) => list.length)) }, (_, i) =>
    object(
      lists.flatMap(([key, list]) => (list[i] === undefined ? [] : [[key, list[i]] as [string, JsonValue]])),
    ),
  );
}

function adaptUntyped(value: JsonValue, adaptation: Adaptation): JsonValue {
  if (!isObject(value)) {
    if (Array.isArray(value)) throw new Untranslatable('a list without a type');
    return value;
  }
  const { members, attributes, text, type } = adaptation.dialect.read(value);
  if (type !== undefined || members.size > 0 || attributes.size > 0)
    throw new Untranslatable('elements without declarations: their namespaces are not in the JSON');
  return text ?? '';
}

function adaptSimple(value: JsonValue, shape: SimpleShape, adaptation: Adaptation): JsonValue {
  switch (shape.kind) {
    case 'scalar':
      return adaptScalar(value, shape, adaptation);
    case 'list': {
      const items =
        typeof value === 'string' ? value.split(/\s+/).filter((item) => item !== '') : listOf(value);
      return items.map((item) => adaptSimple(item, shape.item, adaptation));
    }
    case 'union': {
      const fitting = shape.members.find((member) => fits(value, member));
      return adaptSimple(value, fitting ?? (shape.members.at(-1) as SimpleShape), adaptation);
    }
    case 'anySimpleType':
      return typeof value === 'string' ? value : String(textOfScalar(value));
  }
}

function fits(value: JsonValue, member: SimpleShape): boolean {
  if (member.kind === 'list') return Array.isArray(value) || typeof value === 'string';
  if (member.kind === 'union') return member.members.some((each) => fits(value, each));
  if (member.kind !== 'scalar') return true;
  const { enumeration, length, maxLength } = member.facets;
  const text = textOfScalar(value);
  if (enumeration !== undefined && !enumeration.includes(text)) return false;
  if (Math.min(length ?? text.length, maxLength ?? text.length) < text.length) return false;
  if (member.json === 'boolean') return /^(true|false|1|0)$/.test(text);
  if (member.json !== 'number') return !/date|time/i.test(member.builtin) || /^-?\d{4}-/.test(text);
  return /int|long|short|byte/i.test(member.builtin)
    ? /^[+-]?\d+$/.test(text)
    : text !== '' && !Number.isNaN(Number(text));
}

function adaptScalar(value: JsonValue, { json, builtin }: ScalarShape, { dialect }: Adaptation): JsonValue {
  if (Array.isArray(value) || isObject(value)) throw new Untranslatable('a list or an object for a text');
  const text = textOfScalar(value);
  if (json === 'boolean' && text === '') throw new Untranslatable('an empty boolean');
  if (json === 'boolean') return /^(true|1)$/i.test(text);
  if (json === 'number') {
    if (!/^[+-]?[\d.]+(?:[eE][+-]?\d+)?$/.test(text)) return text;
    const isWhole = /int|long|short|byte/i.test(builtin);
    const cut = isWhole && dialect.truncates ? text.replace(/\..*$/, '') : text;
    return canonical(cut);
  }
  if (dialect.rawBinary && builtin === 'base64Binary') return Buffer.from(text, 'utf8').toString('base64');
  if (dialect.rawBinary && builtin === 'hexBinary')
    return Buffer.from(text, 'utf8').toString('hex').toUpperCase();
  // A string in CDATA markup, unchanged.
  return /^<!\[CDATA\[([\s\S]*)\]\]>$/.exec(text)?.[1] ?? text;
}

/** A number in our canonical form: as a double if that is the same number, otherwise by its digits. */
function canonical(text: string): JsonValue {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d*?)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (/e/i.test(text)) return Number(text);
  const magnitude = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  const digits = sign === '-' && magnitude !== '0' ? `-${magnitude}` : magnitude;
  return String(Number(digits)) === digits ? Number(digits) : new JsonNumber(digits);
}

const textOfScalar = (value: JsonValue): string => (isJsonNumber(value) ? value.text : String(value));
const listOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [value]);
const record = (members: readonly (readonly [string, JsonValue])[]): JsonObject =>
  Object.assign(Object.create(null) as JsonObject, Object.fromEntries(members));
