import type { ValueSpace } from './value-space.js';

/** xs:boolean (Part 2 §3.2.2): `true`, `false`, `1`, `0`. */
export const boolean: ValueSpace = {
  accepts: (text) => text === 'true' || text === 'false' || text === '1' || text === '0',
  canonical: canonicalBoolean,
  identity: canonicalBoolean,
};

function canonicalBoolean(text: string): string {
  return text === 'true' || text === '1' ? 'true' : 'false';
}
