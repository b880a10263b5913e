/**
 * Whether a transport or protocol means one of `known`, which are names of HTTP. Its scheme, its case and a slash at its end are what authors
 * get wrong.
 */
export function meansHttp(transport: string, known: ReadonlySet<string>): boolean {
  const plain = transport
    .toLowerCase()
    .replace(/^https:/, 'http:')
    .replace(/\/$/, '');
  // The name of the protocol alone.
  if (plain === 'http' || plain === 'https') return true;
  return [...known].some((name) => name.toLowerCase() === plain);
}
