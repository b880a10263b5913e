import { defined } from '@soapstone/options/defined';
import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import { XSD } from '@soapstone/soap-model/namespaces';
import type { JsonObject, JsonValue } from '../api/values.js';
import type { SimpleLimits } from '../scalar/simple-codec.js';
import type { LeafNode } from '../shape/fold-plan.js';
import type { MessageShape, OperationShape } from '../shape/operation-shape.js';
import type {
  AnyNode,
  AttributeMember,
  DeclaredElement,
  ElementMember,
  ObjectShape,
  PolymorphicShape,
  Scope,
  Shape,
  SoapArrayShape,
} from '../shape/shape.js';
import { textWhenLeftOut } from '../shape/value-constraint.js';
import type { WildcardShape } from '../shape/wildcard-shape.js';
import { documentedExamples } from './documented.js';
import { isObject, withElementText } from './element-text.js';
import { keepMessageIdentities } from './identity.js';
import {
  chooseFinite,
  emptyObject,
  isBestNull,
  isEndless,
  isGenerous,
  isOpen,
  isWorthShowing,
  MAX_VALUES,
  MAX_WILDCARDS,
  type Making,
  makeAttachment,
  OPTIONAL_VALUES,
} from './making.js';
import { computeMinimumDepths, MAX_DEPTH, mayBeNull } from './minimum-depth.js';
import { type About, makeSimple } from './named-value.js';
import { pickLeaves } from './pick-leaves.js';
import { valueOfLexical } from './scalar-example.js';
import { knownElement, undeclaredName } from './wildcard-element.js';

/**
 * An example of a message, as the JSON of its input or result. Deterministic, and valid for its schema: facets hold, a choice shows
 * its first branch, recursion ends as soon as possible. Optional fields are included; header blocks only if they are required.
 */
export function exampleOf(
  message: MessageShape,
  operation: OperationShape,
  limits: SimpleLimits,
): JsonObject {
  const { record, root } = message;
  const shape = record?.shape ?? root;
  const start = (of: Shape, values: number): Making => ({
    operation,
    use: message.encoded ? 'encoded' : 'literal',
    limits,
    minimumDepths: computeMinimumDepths(of),
    open: new Set(),
    simple: new Map(),
    values,
    ids: 0,
    wildcards: 0,
  });
  const result = emptyObject();
  if (message.headers?.members.some((member) => member.min > 0)) {
    result['$headers'] = makeValue(start(message.headers, OPTIONAL_VALUES), message.headers, 0);
  }
  // The head of a substitution group may be the record (UW-4); its members are only reached from the root.
  const value =
    record?.substitution?.abstract === true
      ? makeMember(start(root, 0), { ...record, nillable: false }, -1)
      : makeValue(start(shape, 0), shape, 0);
  const stated = { key: '', name: message.name ?? NO_NAME, shape, nillable: false };
  Object.assign(result, withElementText(value, { ...stated, ...defined({ fixed: message.fixed }) }, limits));
  if (message.attachments.length > 0) {
    const parts = emptyObject();
    for (const { name, contentTypes } of message.attachments) parts[name] = makeAttachment(contentTypes[0]);
    result['$attachments'] = parts;
  }
  keepMessageIdentities(message, operation, limits, result);
  return result;
}

const NO_NAME = { namespace: '', localName: '' };

function makeValue(making: Making, shape: Shape, depth: number, about?: About): JsonValue {
  making.values++;
  // Only if no value ends within the nesting limit: then the example cannot be valid.
  if (depth > MAX_DEPTH) return emptyObject();
  switch (shape.kind) {
    case 'object':
      return makeObject(making, shape, depth, emptyObject(), about);
    case 'polymorphic':
      return makePolymorphic(making, shape, depth, about);
    case 'soapArray':
      return makeSoapArray(making, shape, depth);
    case 'lifted': {
      const { object, member } = shape;
      const value = makeObject(making, object, depth, emptyObject(), undefined)[member.key];
      return value ?? (member.array ? [] : null);
    }
    case 'anyType':
      return 'text';
    case 'attachment':
      return makeAttachment(undefined);
    default:
      return makeSimple(making, shape, about);
  }
}

/** One item; none if it would only lead back to an enclosing value. */
function makeSoapArray(making: Making, shape: SoapArrayShape, depth: number): JsonValue {
  const { item } = shape;
  const levels = shape.dimensions.reduce((sum, rank) => sum + rank, 0);
  const isTooDeep = depth + levels + making.minimumDepths.ofShape(item) > MAX_DEPTH;
  if (isTooDeep || making.open.has(shape) || isOpen(making, item)) return [];
  making.open.add(shape);
  const value = makeValue(making, item, depth + levels);
  making.open.delete(shape);
  return Array.from({ length: levels }).reduce<JsonValue>((inner) => [inner], value);
}

function makePolymorphic(
  making: Making,
  shape: PolymorphicShape,
  depth: number,
  about: About | undefined,
): JsonValue {
  if (!shape.abstract) return makeObject(making, shape.declared, depth, emptyObject(), about);
  const chosen = chooseFinite(making, shape.variants, depth);
  const object = emptyObject();
  if (chosen === undefined) return object;
  object['$type'] = chosen.key;
  return makeObject(making, chosen.shape, depth, object, about);
}

function makeObject(
  making: Making,
  shape: ObjectShape,
  depth: number,
  object: JsonObject,
  about: About | undefined,
): JsonObject {
  const generous = isGenerous(making, shape, depth);
  for (const attribute of shape.attributes) {
    if (attribute.required || generous) object[attribute.key] = makeAttribute(making, attribute);
  }
  if (shape.value !== undefined)
    object['$value'] = makeSimple(making, shape.value, about, shape.documentation);
  else makeContent(making, shape, depth, object, generous);
  if (shape.form === 'mixed') (object['$content'] as JsonValue[]).unshift('text ');
  return object;
}

function makeAttribute(making: Making, attribute: AttributeMember): JsonValue {
  making.values++;
  const lexical = textWhenLeftOut(attribute);
  if (attribute.fixed === undefined && documentedExamples(attribute.documentation).length > 0)
    return makeSimple(making, attribute.shape, attribute);
  if (lexical === undefined) return makeSimple(making, attribute.shape, attribute);
  return valueOfLexical(attribute.shape, lexical, making.limits);
}

function makeContent(
  making: Making,
  scope: Scope,
  depth: number,
  object: JsonObject,
  generous: boolean,
): void {
  const wasOpen = making.open.has(scope);
  making.open.add(scope);
  const picked = pickLeaves(scope.content, {
    generous,
    room: MAX_DEPTH - depth - 1,
    minimumDepth: (node) => making.minimumDepths.ofNode(node),
    returns: (leaf) => leaf.kind === 'element' && isOpen(making, leaf.member.shape),
    shows: (leaf) => isWorthShowing(making, leaf, depth),
  });
  const leaves = picked.filter((leaf) => !isEndless(making, leaf));
  if (scope.form === 'plain') for (const leaf of leaves) makeLeaf(making, scope, leaf, depth, object);
  else object['$content'] = makeEntries(making, scope, leaves, depth);
  if (!wasOpen) making.open.delete(scope);
}

function makeLeaf(making: Making, scope: Scope, leaf: LeafNode, depth: number, object: JsonObject): void {
  const values = makeValues(making, scope, leaf, depth);
  if (leaf.kind === 'element' && !leaf.member.array) {
    const [only] = values;
    if (only !== undefined) object[leaf.member.key] = only;
    return;
  }
  const key = leaf.kind === 'element' ? leaf.member.key : leaf.key;
  object[key] = [...((object[key] as JsonValue[] | undefined) ?? []), ...values];
}

/** Returns as many values as a leaf needs, at least one. */
function makeValues(making: Making, scope: Scope, leaf: LeafNode, depth: number): JsonValue[] {
  const values: JsonValue[] = [];
  while (values.length < Math.max(leaf.min, 1) && making.values < MAX_VALUES) {
    if (leaf.kind === 'element') values.push(makeMember(making, leaf.member, depth));
    else if (leaf.kind === 'any') values.push(makeAny(making, scope, leaf, depth));
    else values.push(makeRepetition(making, leaf.body, depth));
  }
  return values;
}

function makeRepetition(making: Making, body: Scope, depth: number): JsonObject {
  making.values++;
  const entry = emptyObject();
  makeContent(making, body, depth + 1, entry, isGenerous(making, body, depth + 1));
  return entry;
}

function makeMember(making: Making, member: ElementMember, depth: number): JsonValue {
  const { substitution } = member;
  if (mayBeNull(member) && isBestNull(making, member.shape, depth)) {
    making.values++;
    return null;
  }
  if (substitution?.abstract !== true) return makeElement(making, member, depth + 1);
  const object = emptyObject();
  const chosen = chooseFinite(making, substitution.members, depth + 1);
  if (chosen === undefined) return object;
  const value = makeElement(making, chosen, depth + 1);
  object['$element'] = chosen.key;
  if (isObject(value)) Object.assign(object, value);
  else object['$value'] = value;
  return object;
}

function makeElement(
  making: Making,
  element: DeclaredElement & Pick<ElementMember, 'documentation'>,
  depth: number,
): JsonValue {
  const { documentation, fixed, name, shape } = element;
  // The schema of a .NET DataSet. Text would not be a schema.
  if (shape.kind === 'anyType' && name.namespace === XSD && name.localName === 'schema')
    return Object.assign(emptyObject(), { '@id': 'NewDataSet', $content: [] });
  const value = makeValue(making, shape, depth, element);
  const isDocumented = fixed === undefined && documentedExamples(documentation).length > 0;
  return isDocumented ? value : withElementText(value, element, making.limits);
}

/** The entries of `$content`; those of a repetition are in line with the others (MX-2). */
function makeEntries(making: Making, scope: Scope, leaves: readonly LeafNode[], depth: number): JsonValue[] {
  const entries: JsonValue[] = [];
  for (const leaf of leaves) {
    for (const value of makeValues(making, scope, leaf, depth)) {
      if (leaf.kind === 'element') entries.push(Object.assign(emptyObject(), { [leaf.member.key]: value }));
      else if (leaf.kind === 'any') entries.push(value);
      else entries.push(...((value as JsonObject)['$content'] as JsonValue[]));
    }
  }
  return entries;
}

/** An element that a wildcard admits: an undeclared one if allowed, otherwise a declared one (AN-3), simple if there is one. */
function makeAny(making: Making, scope: Scope, { wildcard }: AnyNode, depth: number): JsonObject {
  making.values++;
  const entry = emptyObject();
  const { operation, use } = making;
  const known =
    wildcard.processContents === 'strict' && making.wildcards < MAX_WILDCARDS
      ? knownElement(wildcard, scope, {
          operation,
          use,
          isOpen: (shape) => isOpen(making, shape),
          hasEnd: (shape) => depth + 2 + computeMinimumDepths(shape).ofShape(shape) <= MAX_DEPTH,
        })
      : undefined;
  if (known !== undefined) {
    const inside = {
      ...making,
      minimumDepths: computeMinimumDepths(known.shape),
      wildcards: making.wildcards + 1,
    };
    entry[keyIn(wildcard, known.name)] = makeMember(inside, known, depth + 1);
    making.values = inside.values;
    making.ids = inside.ids;
    return entry;
  }
  const name = undeclaredName(wildcard, scope, making);
  // If no name is allowed there, no example is valid, and validation says why.
  entry[keyIn(wildcard, name ?? { namespace: '', localName: 'element' })] = 'text';
  return entry;
}

/** The key of an entry: its name, without the namespace that the wildcard leaves out (AN-10). */
function keyIn({ short }: WildcardShape, name: ExpandedName): string {
  return short === undefined ? clarkName(name) : name.localName;
}
