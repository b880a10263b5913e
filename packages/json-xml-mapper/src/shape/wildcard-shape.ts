/** A wildcard's admission rule (AN-3); `''` means no namespace. */
export interface WildcardShape {
  readonly namespaces:
    | { readonly kind: 'any' }
    | { readonly kind: 'not'; readonly namespace: string }
    | { readonly kind: 'list'; readonly list: readonly string[] };
  readonly processContents: 'strict' | 'lax' | 'skip';
  /** It stands for components that no document declares (MO-4). */
  readonly unknown?: true;
  /** For a strict wildcard: the namespaces whose names must be declared. Absent: all of them. */
  readonly described?: ReadonlySet<string>;
  /** The only namespace that it admits, if a design leaves it out of keys (AN-10). */
  readonly short?: string;
}

/** The number of namespaces up to which a list is searched. Longer ones are looked up in a set. */
const FEW = 8;
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list) ?? new Set(list);
  sets.set(list, known);
  return known;
}

/**
 * Whether a wildcard admits a name by its namespace (AN-3). `''` means no namespace.
 *
 * @example
 * ```ts
 * admits(wildcard, 'urn:x');
 * ```
 */
export function admits(wildcard: WildcardShape, namespace: string): boolean {
  const { namespaces } = wildcard;
  switch (namespaces.kind) {
    case 'any':
      return true;
    case 'not':
      // ##other admits neither the named namespace nor unqualified names (XML Schema Part 1 §3.10.4).
      return namespace !== namespaces.namespace && namespace !== '';
    case 'list':
      return namespaces.list.length <= FEW
        ? namespaces.list.includes(namespace)
        : setOf(namespaces.list).has(namespace);
  }
}

/** AN-10: the name that a key of an entry stands for. Undefined for a whole name where keys leave the namespace out. */
export function fullName({ short }: WildcardShape, key: string): string | undefined {
  if (short === undefined) return key;
  return key.startsWith('{') ? undefined : `{${short}}${key}`;
}

/** Whether a wildcard accepts a name of this namespace only if the schema declares it (AN-3). */
export function needsDeclaration({ processContents, described }: WildcardShape, namespace: string): boolean {
  return processContents === 'strict' && (described === undefined || described.has(namespace));
}
