/** The values of a parameter in a query string. */
export function valuesOf(query: string, name: string): string[] {
  return new URLSearchParams(query).getAll(name);
}

/** Replaces the values of a parameter in the query string in place, or appends them. */
export function withValues(query: string, name: string, values: readonly string[]): string {
  const result = new URLSearchParams();
  const add = () => {
    for (const value of values) result.append(name, value);
  };
  let isAdded = false;
  for (const [key, value] of new URLSearchParams(query)) {
    if (key !== name) result.append(key, value);
    else if (!isAdded) {
      add();
      isAdded = true;
    }
  }
  if (!isAdded) add();
  return result.toString();
}
