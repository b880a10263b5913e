/**
 * Returns `path` as a path of this origin, the form in which a browser resolves it, or undefined if it leads anywhere else. A browser drops
 * tabs and line ends from a URL and reads a backslash as a slash, so the text alone does not tell.
 */
export function ownPath(path: unknown, origin: string): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  let url: URL;
  try {
    url = new URL(path, origin);
  } catch {
    return undefined;
  }
  // "/.//host" resolves to the path "//host", which would lead to another site the next time it is resolved.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
