import type { WildcardShape } from './shape.js';

/** Whether a wildcard admits a name by its namespace (AN-3). `''` is no namespace. */
export function admits(wildcard: WildcardShape, namespace: string): boolean {
  const { namespaces } = wildcard;
  switch (namespaces.kind) {
    case 'any':
      return true;
    case 'not':
      // ##other admits neither the named namespace nor unqualified names (XML Schema Part 1 §3.10.4).
      return namespace !== namespaces.namespace && namespace !== '';
    case 'list':
      return namespaces.list.includes(namespace);
  }
}
