import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A document's location as a person would write it: relative to where they are, if it is below; URLs as they are. */
export function displayPath(location: string, cwd: string): string {
  if (!location.startsWith('file:')) return location;
  const path = fileURLToPath(location);
  const way = relative(cwd, path);
  return way === '' || isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`) ? path : way;
}
