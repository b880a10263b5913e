import type { ComplexType, Particle, SchemaSet, TypeIndex, TypeReference } from '@soapstone/soap-model';

/**
 * For every anonymous complex type, the names from the nearest named component down to the element that owns it (OA-3, SC-5):
 * `['Order', 'lines', 'line']`. A pure function of the schema, so that component names do not depend on which operation is visited
 * first.
 *
 * A type that is inherited with its element belongs to the base, so bases are visited before the types that extend them.
 */
export function anonymousPaths(schema: SchemaSet): ReadonlyMap<TypeIndex, readonly string[]> {
  const paths = new Map<TypeIndex, readonly string[]>();
  const pending: { type: ComplexType; path: readonly string[] }[] = [];
  const assign = (reference: TypeReference, path: readonly string[]): void => {
    if (typeof reference !== 'number' || paths.has(reference)) return;
    const type = schema.types[reference];
    if (type?.kind !== 'complex' || type.name !== undefined) return;
    paths.set(reference, path);
    pending.push({ type, path });
  };
  for (const type of namedBaseFirst(schema)) assignMembers(type, [type.name!.localName], assign);
  for (const element of schema.elements) assign(element.type, [element.name.localName]);
  // The list grows while the loop reads it.
  for (const { type, path } of pending) assignMembers(type, path, assign);
  return paths;
}

function namedBaseFirst(schema: SchemaSet): readonly ComplexType[] {
  const order = new Set<ComplexType>();
  for (const type of schema.types) {
    const chain: ComplexType[] = [];
    const seen = new Set<ComplexType>();
    let current = type;
    while (
      current?.kind === 'complex' &&
      current.name !== undefined &&
      !order.has(current) &&
      !seen.has(current)
    ) {
      seen.add(current);
      chain.push(current);
      if (typeof current.base !== 'number') break;
      const base = schema.types[current.base];
      if (base === undefined) break;
      current = base;
    }
    for (const link of chain.reverse()) order.add(link);
  }
  return [...order];
}

function assignMembers(
  type: ComplexType,
  path: readonly string[],
  assign: (reference: TypeReference, path: readonly string[]) => void,
): void {
  if (type.content.kind !== 'element-only' && type.content.kind !== 'mixed') return;
  if (type.content.particle === undefined) return;
  const pending: Particle[] = [type.content.particle];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'element') {
      if (!next.global) assign(next.type, [...path, next.name.localName]);
    } else if (next.kind !== 'any') {
      pending.push(...next.particles.toReversed());
    }
  }
}
