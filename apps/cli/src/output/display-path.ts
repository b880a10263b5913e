import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Shortens a document's location for display: relative to the current directory if it is below it; URLs unchanged. */
export function displayPath(location: string, cwd: string): string {
  if (!location.startsWith('file:')) return location;
  const path = fileURLToPath(location);
  const way = relative(cwd, path);
  return way === '' || isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`) ? path : way;
}
