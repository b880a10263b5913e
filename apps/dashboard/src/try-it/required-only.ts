import { type Node, parseTree } from 'jsonc-parser';
import { unescapeSegment } from '../text/pointer.js';
import { formatJson } from './format-json.js';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns a JSON text without the members that its schema does not require. Remaining values keep their text, and so every digit of
 * a number. If the schema offers a choice, the branch that the text uses is kept.
 */
export function requiredOnly(text: string, schema: Schema): string {
  const tree = parseTree(text);
  return tree === undefined ? text : formatJson(prune(tree, schema));

  function prune(node: Node, at: Schema): string {
    const schemas = partsOf(at, node);
    if (node.type === 'array') {
      const items = node.children ?? [];
      const least = Math.max(0, ...schemas.map(({ minItems }) => Number(minItems ?? 0)));
      const item = schemas.map(({ items: of }) => of).find(isSchema) ?? {};
      return `[${items
        .slice(0, least)
        .map((child) => prune(child, item))
        .join(',')}]`;
    }
    if (node.type !== 'object') return text.slice(node.offset, node.offset + node.length);
    const required = new Set(
      schemas.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : [])),
    );
    const members = (node.children ?? []).flatMap(({ children: [key, value] = [] }) => {
      if (key === undefined || value === undefined || !required.has(key.value)) return [];
      const of = schemas
        .map(({ properties }) => (isSchema(properties) ? properties[String(key.value)] : undefined))
        .find(isSchema);
      return [`${JSON.stringify(key.value)}:${prune(value, of ?? {})}`];
    });
    return `{${members.join(',')}}`;
  }

  /** Returns the schemas that apply to a value together: the schema, its references, and the branches that the value matches. */
  function partsOf(at: Schema, node: Node, depth = 0): Schema[] {
    if (depth > 20) return [];
    const nested: Schema[] = [];
    const target = typeof at['$ref'] === 'string' ? resolve(at['$ref']) : undefined;
    if (target !== undefined) nested.push(target);
    if (Array.isArray(at['allOf'])) nested.push(...at['allOf'].filter(isSchema));
    // Rules about keys are behind two negations, which code generators skip (OA-11).
    if (isSchema(at['not']) && isSchema(at['not']['not'])) nested.push(at['not']['not']);
    for (const choice of [at['anyOf'], at['oneOf']]) {
      if (!Array.isArray(choice)) continue;
      const taken = choice.filter(isSchema).find((branch) => takes(branch, node, depth));
      if (taken !== undefined) nested.push(taken);
    }
    return [at, ...nested.flatMap((part) => partsOf(part, node, depth + 1))];
  }

  /** Whether a value matches a branch, by its type and its required members. */
  function takes(branch: Schema, node: Node, depth: number): boolean {
    return partsOf(branch, node, depth + 1).every(({ type, required, not }) => {
      if (type !== undefined && !isOfType(node, [type].flat())) return false;
      if (isSchema(not) && takes(not, node, depth + 1)) return false;
      return !Array.isArray(required) || required.every((name) => hasMember(node, name));
    });
  }

  function resolve(reference: string): Schema | undefined {
    if (!reference.startsWith('#/')) return undefined;
    let found: unknown = schema;
    for (const token of reference.slice(2).split('/')) {
      const name = unescapeSegment(decodeURIComponent(token));
      found = isSchema(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    }
    return isSchema(found) ? found : undefined;
  }
}

function isOfType({ type }: Node, types: readonly unknown[]): boolean {
  return types.includes(type) || (type === 'number' && types.includes('integer'));
}

function hasMember({ type, children = [] }: Node, name: unknown): boolean {
  return type === 'object' && children.some(({ children: [key] = [] }) => key?.value === name);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
