import type { JsonValue } from '../api/values.js';
import { type InputObject, memberOf } from '../explain/json-input.js';
import { SCHEMA_NAMES } from '../scalar/simple-codec.js';
import type { ContentNode, ElementMember, ElementNode } from '../shape/shape.js';
import { constrainedText, isFilledIn, textWhenLeftOut } from '../shape/value-constraint.js';
import type { NormaliseContext } from './context.js';

/**
 * N 4: the values inserted for an absent required element, as many as are required; none if the schema has no value for it (NL-3),
 * or if the input omits the group or branch around it.
 *
 * @param content all of the object's content
 * @param source the object
 */
export function insertedValues(
  node: ElementNode,
  content: ContentNode,
  source: InputObject,
  context: NormaliseContext,
): JsonValue[] {
  const least = node.member.whenLeftOut === undefined ? node.min : 1;
  if (least === 0 || !isActive(node, content, source)) return [];
  const inserted = insertedValue(node.member, context);
  return inserted === undefined ? [] : Array.from({ length: least }, () => inserted);
}

/** NL-3: the schema's value for an absent required element. */
function insertedValue(member: ElementMember, context: NormaliseContext): JsonValue | undefined {
  const lexical = textWhenLeftOut(member);
  const { shape } = member;
  const text = constrainedText(shape);
  if (lexical === undefined || text === undefined || !isFilledIn(member)) return undefined;
  if (text.kind === 'mixed') return context.value(shape, { $content: [lexical] });
  const value = context.codec(text.shape).parse(lexical, SCHEMA_NAMES);
  return value === undefined || text.kind === 'value' ? value : context.value(shape, { $value: value });
}

/** Whether the place is written, as opposed to inside a group or a branch that the input omits. */
function isActive(node: ElementNode, content: ContentNode, source: InputObject): boolean {
  if (!node.member.conditional) return true;
  const path = pathTo(node, content) ?? [];
  return path.every((step, index) => {
    if (step.kind !== 'sequence' && step.kind !== 'choice') return true;
    const inner = path[index + 1] ?? node;
    if (step.kind === 'choice') return hasPresentKey(inner, source);
    return !step.optional || hasPresentKey(step, source);
  });
}

function pathTo(target: ElementNode, node: ContentNode): readonly ContentNode[] | undefined {
  if (node === target) return [];
  const children = node.kind === 'sequence' ? node.children : node.kind === 'choice' ? node.branches : [];
  for (const child of children) {
    const rest = pathTo(target, child);
    if (rest !== undefined) return [node, ...rest];
  }
  return undefined;
}

function hasPresentKey(node: ContentNode, source: InputObject): boolean {
  switch (node.kind) {
    case 'element': {
      const value = memberOf(source, node.member.key);
      if (value === null) return node.member.nillable && !node.member.array;
      return value !== undefined && !(Array.isArray(value) && value.length === 0);
    }
    case 'any':
    case 'items': {
      const entries = memberOf(source, node.key);
      return Array.isArray(entries) && entries.length > 0;
    }
    case 'sequence':
      return node.children.some((child) => hasPresentKey(child, source));
    case 'choice':
      return node.branches.some((branch) => hasPresentKey(branch, source));
  }
}
