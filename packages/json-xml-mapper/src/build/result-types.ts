import type { ComplexType, Particle, SchemaType, TypeIndex, TypeReference } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { normaliseParticle } from './content/content-model.js';
import { needsOrder } from './content/content-order.js';
import type { SchemaIndex } from './schema-index.js';

/**
 * The types whose results differ from their requests: those that need `$content` in a request (CM-8, CM-9), and all that lead to one
 * of them. Empty for nearly every service. Linear in the size of the schema.
 */
export function resultTypes(
  types: readonly SchemaType[],
  index: Pick<SchemaIndex, 'substitutionMembers'>,
): ReadonlySet<TypeIndex> {
  const found = new Set<TypeIndex>();
  for (const [position, type] of types.entries()) if (isOrdered(type)) found.add(position);
  if (found.size === 0) return found;
  const users = usersOfTypes(types, index);
  // The set grows while the loop reads it.
  for (const type of found) for (const user of users.get(type) ?? []) found.add(user);
  return found;
}

/** Whether the content of a type needs `$content` in requests, apart from mixed content, which always has it. */
function isOrdered(type: SchemaType): boolean {
  if (type.kind !== 'complex' || type.content.kind !== 'element-only') return false;
  const { particle } = type.content;
  if (particle === undefined || !repeatsName(particle)) return false;
  const model = normaliseParticle(particle, false);
  return model !== undefined && needsOrder(model);
}

/** Whether a name has two places, without which order never matters. */
function repeatsName(particle: Particle): boolean {
  const names = new Set<string>();
  for (const { name } of elementsOf(particle)) {
    const key = clarkName(name);
    if (names.has(key)) return true;
    names.add(key);
  }
  return false;
}

function* elementsOf(particle: Particle): Iterable<Extract<Particle, { kind: 'element' }>> {
  const pending = [particle];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'element') yield node;
    else if (node.kind !== 'any') pending.push(...node.particles);
  }
}

/** For each type, the types whose values may contain one of it, or be one by `xsi:type`. */
function usersOfTypes(
  types: readonly SchemaType[],
  index: Pick<SchemaIndex, 'substitutionMembers'>,
): ReadonlyMap<TypeIndex, readonly TypeIndex[]> {
  const users = new Map<TypeIndex, TypeIndex[]>();
  const add = (used: TypeReference | undefined, user: TypeIndex): void => {
    if (typeof used !== 'number') return;
    const known = users.get(used);
    if (known === undefined) users.set(used, [user]);
    else known.push(user);
  };
  for (const [position, type] of types.entries()) {
    if (type.kind !== 'complex') continue;
    // A value of the base may be one of the derived type.
    if (typeof type.base === 'number') add(position, type.base);
    add(type.soapArray?.itemType, position);
    for (const element of contentElements(type)) {
      add(element.type, position);
      if (!element.global) continue;
      for (const member of index.substitutionMembers(element.name)) add(member.type, position);
    }
  }
  return users;
}

function contentElements({ content }: ComplexType): Iterable<Extract<Particle, { kind: 'element' }>> {
  if (content.kind !== 'element-only' && content.kind !== 'mixed') return [];
  return content.particle === undefined ? [] : elementsOf(content.particle);
}
