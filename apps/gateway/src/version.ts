import { readFileSync } from 'node:fs';

/** The version of this package, read from its manifest one level above both `src` and `dist`. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
