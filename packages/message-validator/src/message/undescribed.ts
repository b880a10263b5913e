/** libxml2's report of an undeclared element or attribute under a strict wildcard. */
const NOT_DECLARED =
  /(?:\{([^}]*)\})?([^{}'\s]+)': No matching global (?:element|attribute) declaration available, but demanded by the strict wildcard/;

/**
 * Separates problems of names admitted by a strict wildcard from the rest. AN-3 requires declarations only in namespaces that some
 * schema describes, because .NET writes every wildcard as strict.
 */
export function undescribedBy<T extends { readonly message: string }>(
  problems: readonly T[],
  namespaces: ReadonlySet<string>,
): { readonly rest: readonly T[]; readonly names: readonly string[] } {
  const names: string[] = [];
  const rest = problems.filter(({ message }) => {
    const [, namespace = '', localName = ''] = NOT_DECLARED.exec(message) ?? [];
    if (localName === '' || namespaces.has(namespace)) return true;
    names.push(namespace === '' ? localName : `{${namespace}}${localName}`);
    return false;
  });
  return { rest, names };
}
