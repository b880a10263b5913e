import type { Wildcard } from '@soapstone/soap-model';

type Namespaces = Wildcard['namespaces'];

/**
 * The wildcard that admits what both admit (Attribute Wildcard Intersection, XML Schema Part 1 §3.10.6), for a type's own wildcard
 * and those of its attribute groups. `processContents` is that of `first`.
 *
 * Two different `##other` have no intersection in this form (XML Schema 1.0 calls it an error); the result is `first`.
 */
export function intersectWildcards(first: Wildcard, second: Wildcard): Wildcard {
  return {
    namespaces: intersect(first.namespaces, second.namespaces),
    processContents: first.processContents,
  };
}

function intersect(a: Namespaces, b: Namespaces): Namespaces {
  if (a.kind === 'any') return b;
  if (b.kind === 'any') return a;
  if (a.kind === 'list') return { kind: 'list', list: a.list.filter((namespace) => admits(b, namespace)) };
  if (b.kind === 'list') return { kind: 'list', list: b.list.filter((namespace) => admits(a, namespace)) };
  // "Not T" excludes the absent namespace too, so it is narrower than "not absent".
  return a.namespace === '' ? b : a;
}

/**
 * The wildcard that admits what either admits (Attribute Wildcard Union, XML Schema Part 1 §3.10.6), for an extension and its base.
 * `processContents` is that of `first`, the extension's. If the union cannot be expressed in 1.0, it admits anything.
 */
export function uniteWildcards(first: Wildcard, second: Wildcard): Wildcard {
  return { namespaces: unite(first.namespaces, second.namespaces), processContents: first.processContents };
}

function unite(a: Namespaces, b: Namespaces): Namespaces {
  if (a.kind === 'any' || b.kind === 'any') return { kind: 'any' };
  if (a.kind === 'list' && b.kind === 'list') {
    // The base's namespaces come first, as with everything inherited.
    return { kind: 'list', list: [...new Set([...b.list, ...a.list])] };
  }
  if (a.kind === 'not' && b.kind === 'not') {
    return a.namespace === b.namespace ? a : { kind: 'not', namespace: '' };
  }
  const negation = a.kind === 'not' ? a : (b as Extract<Namespaces, { kind: 'not' }>);
  const { list } = a.kind === 'list' ? a : (b as Extract<Namespaces, { kind: 'list' }>);
  const named = list.includes(negation.namespace);
  const absent = list.includes('');
  if (negation.namespace === '') return absent ? { kind: 'any' } : negation;
  if (named && absent) return { kind: 'any' };
  if (named) return { kind: 'not', namespace: '' };
  // Absent but not the negated namespace: XML Schema 1.0 cannot express it.
  return absent ? { kind: 'any' } : negation;
}

/** Whether `namespaces` admits a name in `namespace` (`''`: none); `##other` excludes the absent namespace as well. */
function admits(namespaces: Namespaces, namespace: string): boolean {
  switch (namespaces.kind) {
    case 'any':
      return true;
    case 'not':
      return namespace !== '' && namespace !== namespaces.namespace;
    case 'list':
      return namespaces.list.includes(namespace);
  }
}
