import type { JsonObject, JsonValue } from '@soapstone/json-xml-mapper';
import type {
  AttributeMember,
  ContentNode,
  ElementMember,
  ObjectShape,
  Scope,
  Shape,
} from '@soapstone/json-xml-mapper/shapes';
import type { Draw } from './draw.js';
import { drawSimple } from './draw-simple.js';

/** The depth to which optional members are drawn. */
const DEPTH = 4;

/** A random valid value for a message root, in any key order that the Shape allows. */
export function drawObject(draw: Draw, shape: Shape): JsonObject {
  return drawShape(draw, shape, 0) as JsonObject;
}

function drawShape(draw: Draw, shape: Shape, depth: number): JsonValue {
  switch (shape.kind) {
    case 'object':
      return drawRecord(draw, shape, depth);
    case 'polymorphic': {
      const variants = shape.variants.filter(() => depth < DEPTH);
      if (shape.abstract || (variants.length > 0 && draw.chance(2))) {
        const variant = draw.pick(shape.variants);
        return own({ $type: variant.key }, drawRecord(draw, variant.shape, depth));
      }
      return drawRecord(draw, shape.declared, depth);
    }
    case 'anyType':
      return draw.pick<JsonValue>(['text', '', 5, true]);
    case 'soapArray':
      return Array.from({ length: draw.int(0, 2) }, () => drawShape(draw, shape.item, depth + 1));
    case 'lifted': {
      const { object, member } = shape;
      return (
        drawRecord(draw, object, depth)[member.key] ?? (member.array ? [] : drawMember(draw, member, depth))
      );
    }
    case 'attachment':
      return own({ contentType: 'text/plain', data: 'AQID' });
    default:
      return drawSimple(draw, shape);
  }
}

function drawRecord(draw: Draw, shape: ObjectShape, depth: number): JsonObject {
  const object = own();
  for (const attribute of shape.attributes) drawAttribute(draw, attribute, object);
  if (shape.value !== undefined) object['$value'] = drawSimple(draw, shape.value);
  else drawScope(draw, shape, object, depth);
  if (shape.anyAttributes !== undefined && draw.chance(2)) object['$anyAttributes'] = own(ANY_ATTRIBUTES);
  return object;
}

const ANY_ATTRIBUTES = { '{urn:other}k': 'a&"<', '{urn:else}k': '' };

function drawAttribute(draw: Draw, attribute: AttributeMember, object: JsonObject): void {
  if (!attribute.required && !draw.chance(2)) return;
  object[attribute.key] = attribute.fixed ?? drawSimple(draw, attribute.shape);
}

function drawScope(draw: Draw, scope: Scope, object: JsonObject, depth: number): void {
  if (scope.form !== 'plain') {
    const entries: JsonValue[] = [];
    drawOrdered(draw, scope.content, entries, depth, scope.form === 'mixed');
    if (scope.form === 'mixed' && draw.chance(2)) entries.push('tail');
    object['$content'] = entries;
    return;
  }
  drawNode(draw, scope.content, object, depth);
}

/** Writes the keys of a content node into an object: what the model requires, and some of what it allows. */
function drawNode(draw: Draw, node: ContentNode, object: JsonObject, depth: number): void {
  switch (node.kind) {
    case 'sequence':
      if (node.optional && (depth >= DEPTH || draw.chance(2))) return;
      for (const child of node.children) drawNode(draw, child, object, depth);
      return;
    case 'choice':
      if (node.optional && (depth >= DEPTH || draw.chance(3))) return;
      drawNode(draw, draw.pick(node.branches), object, depth);
      return;
    case 'items': {
      const count = drawCount(draw, node.min, node.max, depth);
      object[node.key] = Array.from({ length: count }, () => {
        const entry = own();
        drawScope(draw, node.body, entry, depth + 1);
        return entry;
      });
      return;
    }
    case 'any': {
      const count = drawCount(draw, node.min, node.max, depth);
      if (count > 0) object[node.key] = Array.from({ length: count }, () => own({ '{urn:other}any': 'w' }));
      return;
    }
    case 'element': {
      const { member } = node;
      const count = drawCount(draw, node.min, node.max, depth);
      if (member.array) {
        const earlier = (object[member.key] ?? []) as JsonValue[];
        object[member.key] = [
          ...earlier,
          ...Array.from({ length: count }, () => drawMember(draw, member, depth)),
        ];
      } else if (count > 0) object[member.key] = drawMember(draw, member, depth);
    }
  }
}

function drawOrdered(
  draw: Draw,
  node: ContentNode,
  entries: JsonValue[],
  depth: number,
  mixed: boolean,
): void {
  if (mixed && draw.chance(3)) entries.push(draw.pick(['text ', '&<', '😀']));
  switch (node.kind) {
    case 'sequence':
      if (node.optional && (depth >= DEPTH || draw.chance(2))) return;
      for (const child of node.children) drawOrdered(draw, child, entries, depth, mixed);
      return;
    case 'choice':
      if (node.optional && (depth >= DEPTH || draw.chance(3))) return;
      drawOrdered(draw, draw.pick(node.branches), entries, depth, mixed);
      return;
    case 'items':
      for (let i = drawCount(draw, node.min, node.max, depth); i > 0; i--)
        drawOrdered(draw, node.body.content, entries, depth + 1, mixed);
      return;
    case 'any':
      for (let i = drawCount(draw, node.min, node.max, depth); i > 0; i--)
        entries.push(own({ '{urn:other}any': 'w' }));
      return;
    case 'element':
      for (let i = drawCount(draw, node.min, node.max, depth); i > 0; i--)
        entries.push(own({ [node.member.key]: drawMember(draw, node.member, depth) }));
  }
}

function drawCount(draw: Draw, min: number, max: number, depth: number): number {
  return depth >= DEPTH ? min : draw.int(min, Math.min(max, min + 2));
}

function drawMember(draw: Draw, member: ElementMember, depth: number): JsonValue {
  // A nil element must still have its required attributes, which null cannot carry.
  if (member.nillable && !hasRequiredAttribute(member.shape) && draw.chance(3)) return null;
  if (member.nillable && draw.chance(4)) {
    const nil = drawNil(draw, member.shape);
    if (nil !== undefined) return nil;
  }
  if (member.fixed !== undefined) return member.fixed;
  if (member.default !== undefined) {
    // An empty element means the default, so an empty xs:string cannot survive a round trip; an empty xs:token is written as white space.
    const isToken = member.shape.kind === 'scalar' && member.shape.builtin === 'token';
    return draw.pick(isToken ? ['dflt', 'other', ''] : ['dflt', 'other']);
  }
  const substitution = member.substitution;
  if (substitution !== undefined && (substitution.abstract || draw.chance(2))) {
    const { key, shape, nillable } = draw.pick(substitution.members);
    if (nillable && draw.chance(3)) return own({ $element: key }, drawNil(draw, shape) ?? { $nil: true });
    const value = drawShape(draw, shape, depth + 1);
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !('text' in value)
      ? own({ $element: key }, value as JsonObject)
      : own({ $element: key, $value: value });
  }
  return drawShape(draw, member.shape, depth + 1);
}

/** `$nil` with the attributes of the declared type or of a derived one (NL-5); undefined if there are none. */
function drawNil(draw: Draw, shape: Shape): JsonObject | undefined {
  if (shape.kind === 'polymorphic') {
    const variant = draw.chance(2) || shape.abstract ? draw.pick(shape.variants) : undefined;
    const nil = drawNil(draw, variant?.shape ?? shape.declared);
    return nil === undefined || variant === undefined ? nil : own({ $type: variant.key }, nil);
  }
  if (shape.kind !== 'object' || (shape.attributes.length === 0 && shape.anyAttributes === undefined))
    return undefined;
  const nil = own({ $nil: true });
  for (const attribute of shape.attributes) drawAttribute(draw, attribute, nil);
  if (shape.anyAttributes !== undefined && draw.chance(2)) nil['$anyAttributes'] = own(ANY_ATTRIBUTES);
  return nil;
}

function hasRequiredAttribute(shape: Shape): boolean {
  return shape.kind === 'object' && shape.attributes.some(({ required }) => required);
}

/** An object without a prototype, so that drawn names such as `__proto__1` behave like real ones. */
function own(...parts: readonly object[]): JsonObject {
  const object = Object.create(null) as JsonObject;
  for (const part of parts) for (const [key, value] of Object.entries(part)) object[key] = value as JsonValue;
  return object;
}

/** Whether a value is a JSON object, rather than a number that keeps its digits. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    (Object.getPrototypeOf(value) === null || Object.getPrototypeOf(value) === Object.prototype)
  );
}
