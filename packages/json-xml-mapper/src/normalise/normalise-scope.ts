import type { JsonObject, JsonValue } from '../api/values.js';
import { type InputObject, isInputObject, memberOf } from '../explain/json-input.js';
import { readAnyName } from '../explain/keys/any-name.js';
import type { AnyNode, ContentNode, ElementMember, ElementNode, Scope } from '../shape/shape.js';
import { fullName } from '../shape/wildcard-shape.js';
import { appendText, type NormaliseContext, newObject } from './context.js';
import { insertedValues } from './inserted-values.js';
import { normaliseItems } from './normalise-items.js';
import { normaliseMember } from './normalise-member.js';
import { normaliseNamed } from './normalise-untyped.js';

/**
 * The content of an object: its members in schema order, wildcards last (VO-6).
 *
 * @param contextOf the context of one member: the object's, except that each header block has its own
 */
export function normaliseScope(
  scope: Scope,
  source: InputObject,
  context: NormaliseContext,
  contextOf: (member: ElementMember) => NormaliseContext = () => context,
): JsonObject {
  if (scope.form !== 'plain') return newObject({ $content: normaliseOrdered(scope, source, context) });
  const object = newObject();
  const wildcards: AnyNode[] = [];
  const visit = (node: ContentNode): void => {
    switch (node.kind) {
      case 'element':
        if (!(node.member.key in object)) setMember(object, node, scope, source, contextOf(node.member));
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
    const entries = Array.isArray(value) ? value : insertedValues(node, scope.content, source, context);
    if (entries.length > 0 || !member.conditional) {
      object[member.key] = entries.map((entry) => normaliseMember(member, entry, context));
    }
    return;
  }
  const absent = value === undefined || (value === null && !member.nillable);
  if (!absent) {
    object[member.key] = normaliseMember(member, value, context);
  } else {
    const [inserted] = insertedValues(node, scope.content, source, context);
    if (inserted !== undefined) object[member.key] = inserted;
  }
}

/** An entry of `$any`: by the declaration if there is one. */
function normaliseEntry(entry: unknown, node: AnyNode, context: NormaliseContext): JsonObject {
  const [key = ''] = isInputObject(entry) ? Object.keys(entry) : [];
  const value = isInputObject(entry) ? entry[key] : undefined;
  const lookup = node.wildcard.processContents !== 'skip';
  const name = fullName(node.wildcard, key) ?? key;
  const inner = belowWildcard(context, node.wildcard.unknown === true);
  return newObject({ [key]: normaliseNamed(name, value, inner, lookup) });
}

/** The context below a wildcard. `unknown`: it stands for components that no document declares (MO-4). */
function belowWildcard(context: NormaliseContext, unknown: boolean): NormaliseContext {
  return unknown && context.use !== 'encoded' ? { ...context, declared: context } : context;
}

/** N 6: adjacent strings merged, empty ones dropped. */
function normaliseOrdered(scope: Scope, source: InputObject, context: NormaliseContext): JsonValue[] {
  const entries = memberOf(source, '$content');
  const members = new Map(scope.members.map((member) => [member.key, member]));
  const inner = belowWildcard(context, hasUnknown(scope.content));
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
        ? normaliseNamed(key, value, inner, admitsLookup(scope.content, key))
        : normaliseMember(member, value, context);
    content.push(newObject({ [key]: normal }));
  }
  return content;
}

/** Whether a wildcard of the content stands for components that no document declares. */
function hasUnknown(content: ContentNode): boolean {
  switch (content.kind) {
    case 'any':
      return content.wildcard.unknown === true;
    case 'items':
      return hasUnknown(content.body.content);
    case 'sequence':
      return content.children.some(hasUnknown);
    case 'choice':
      return content.branches.some(hasUnknown);
    case 'element':
      return false;
  }
}

/** Whether the wildcard of the content looks up declarations. One that skips is enough to say no. */
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
