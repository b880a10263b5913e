import type { JsonObject, JsonValue } from '../../api.js';
import { SCHEMA_NAMES } from '../../scalar/simple-codec.js';
import type { AnyNode, ContentNode, ElementMember, ElementNode, Scope } from '../../shape/shape.js';
import { readAnyName } from '../any-name.js';
import { type InputObject, isInputObject, memberOf } from '../json-input.js';
import { appendText, type NormaliseContext, newObject } from './context.js';
import { normaliseItems } from './normalise-items.js';
import { normaliseMember } from './normalise-member.js';
import { normaliseNamed } from './normalise-untyped.js';

/** The content of an object: its members in schema order, wildcards last (VO-6). */
export function normaliseScope(scope: Scope, source: InputObject, context: NormaliseContext): JsonObject {
  if (scope.form !== 'plain') return newObject({ $content: normaliseOrdered(scope, source, context) });
  const object = newObject();
  const wildcards: AnyNode[] = [];
  const visit = (node: ContentNode): void => {
    switch (node.kind) {
      case 'element':
        if (!(node.member.key in object)) setMember(object, node, scope, source, context);
        return;
      case 'any':
        wildcards.push(node);
        return;
      case 'items': {
        const entries = memberOf(source, node.key);
        const items = Array.isArray(entries) ? normaliseItems(node, entries, context) : [];
        if (items.length > 0) object[node.key] = items;
        return;
      }
      case 'sequence':
        node.children.forEach(visit);
        return;
      case 'choice':
        node.branches.forEach(visit);
        return;
    }
  };
  visit(scope.content);
  for (const node of wildcards) {
    const entries = memberOf(source, node.key);
    if (!Array.isArray(entries) || entries.length === 0) continue;
    object[node.key] = entries.map((entry) => normaliseEntry(entry, node, context));
  }
  return object;
}

/** N 1, 2 and 4 for one key. */
function setMember(
  object: JsonObject,
  node: ElementNode,
  scope: Scope,
  source: InputObject,
  context: NormaliseContext,
): void {
  const { member } = node;
  const value = memberOf(source, member.key);
  if (member.array) {
    const entries = Array.isArray(value) ? value : insertedEntries(node, scope, source, context);
    if (entries.length > 0 || !member.conditional) {
      object[member.key] = entries.map((entry) => normaliseMember(member, entry, context));
    }
    return;
  }
  const absent = value === undefined || (value === null && !member.nillable);
  if (!absent) {
    object[member.key] = normaliseMember(member, value, context);
  } else if (node.min > 0 && isActive(node, scope.content, source)) {
    const inserted = insertedValue(member, context);
    if (inserted !== undefined) object[member.key] = inserted;
  }
}

function insertedEntries(
  node: ElementNode,
  scope: Scope,
  source: InputObject,
  context: NormaliseContext,
): unknown[] {
  const inserted =
    node.min > 0 && isActive(node, scope.content, source) ? insertedValue(node.member, context) : undefined;
  return inserted === undefined ? [] : Array.from({ length: node.min }, () => inserted);
}

/** NL-3: the value that the schema has for an absent required element. */
function insertedValue(member: ElementMember, context: NormaliseContext): JsonValue | undefined {
  const lexical = member.fixed ?? member.default;
  const { shape } = member;
  if (lexical === undefined || member.substitution !== undefined) return undefined;
  switch (shape.kind) {
    case 'scalar':
    case 'list':
    case 'union':
    case 'anySimpleType':
      return context.codec(shape).parse(lexical, SCHEMA_NAMES);
    case 'object': {
      if (shape.form === 'mixed') return newObject({ $content: [lexical] });
      const value = shape.value && context.codec(shape.value).parse(lexical, SCHEMA_NAMES);
      return value === undefined ? undefined : context.value(shape, { $value: value });
    }
    default:
      return undefined;
  }
}

/** Is the place part of what is written? Not in a group or a branch that the input leaves out. */
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

/** An entry of `$any`: by the declaration if there is one. */
function normaliseEntry(entry: unknown, node: AnyNode, context: NormaliseContext): JsonObject {
  const [key = ''] = isInputObject(entry) ? Object.keys(entry) : [];
  const value = isInputObject(entry) ? entry[key] : undefined;
  const lookup = node.wildcard.processContents !== 'skip';
  return newObject({ [key]: normaliseNamed(key, value, context, lookup) });
}

/** N 6: adjacent strings merged, empty ones dropped. */
function normaliseOrdered(scope: Scope, source: InputObject, context: NormaliseContext): JsonValue[] {
  const entries = memberOf(source, '$content');
  const members = new Map(scope.members.map((member) => [member.key, member]));
  const content: JsonValue[] = [];
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (typeof entry === 'string') {
      appendText(content, entry);
      continue;
    }
    const [key = ''] = isInputObject(entry) ? Object.keys(entry) : [];
    const value = isInputObject(entry) ? entry[key] : undefined;
    const member = members.get(key);
    const normal =
      member === undefined
        ? normaliseNamed(key, value, context, admitsLookup(scope.content, key))
        : normaliseMember(member, value, context);
    content.push(newObject({ [key]: normal }));
  }
  return content;
}

/** Does the wildcard of the content look declarations up? One that skips is enough to say no. */
function admitsLookup(content: ContentNode, key: string): boolean {
  if (readAnyName(key) === undefined) return false;
  switch (content.kind) {
    case 'any':
      return content.wildcard.processContents !== 'skip';
    case 'items':
      return admitsLookup(content.body.content, key);
    case 'sequence':
      return content.children.every((child) => child.kind === 'element' || admitsLookup(child, key));
    case 'choice':
      return content.branches.every((branch) => branch.kind === 'element' || admitsLookup(branch, key));
    case 'element':
      return true;
  }
}
