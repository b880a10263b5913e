/** The names of the secrets that a design names, which is JSON text; sorted. */
export const secretNames = (json: string): readonly string[] => directiveNames(json, 'secret');

/** The names of the HTTP headers of clients that a design names, which is JSON text; sorted. */
export const headerNames = (json: string): readonly string[] => directiveNames(json, 'header');

function directiveNames(json: string, directive: 'header' | 'secret'): readonly string[] {
  const names = new Set<string>();
  const pending: unknown[] = [JSON.parse(json)];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const entries = Object.entries(value);
    const [first] = entries;
    if (entries.length === 1 && first?.[0] === directive && typeof first[1] === 'string') names.add(first[1]);
    else pending.push(...entries.map(([, each]) => each).filter((each) => each !== undefined));
  }
  return [...names].sort();
}
