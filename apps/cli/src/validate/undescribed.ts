/** What libxml2 says of an element or attribute under a strict wildcard that nobody declares. */
const NOT_DECLARED =
  /(?:\{([^}]*)\})?([^{}'\s]+)': No matching global (?:element|attribute) declaration available, but demanded by the strict wildcard/;

/**
 * Separates problems of names that a strict wildcard holds from the rest: AN-3 asks for declarations only in namespaces that
 * some schema describes, since .NET writes every wildcard as a strict one.
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
