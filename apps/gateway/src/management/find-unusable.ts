import type { ValidationError } from '@soapstone/json-xml-mapper';

/** Arrays and objects within each other. */
const DEPTH = 64;

/** U+0000, which PostgreSQL has no text for, and halves of surrogate pairs, which UTF-8 has no bytes for. */
const UNUSABLE = /\0|\p{Cs}/u;

/** The first part of a JSON value that cannot be stored as it is, whatever its schema says; nothing where all can. */
export function findUnusable(body: unknown): ValidationError | undefined {
  const open: { readonly value: unknown; readonly path: string; readonly depth: number }[] = [
    { value: body, path: '', depth: 0 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string' && UNUSABLE.test(value)) {
      return { path, keyword: 'pattern', message: 'must be text without U+0000 and without lone surrogates' };
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEPTH)
      return { path, keyword: 'limit', message: `must not be deeper than ${DEPTH} levels` };
    for (const [name, member] of Object.entries(value)) {
      if (UNUSABLE.test(name)) {
        return {
          path,
          keyword: 'pattern',
          message: 'must have names without U+0000 and without lone surrogates',
        };
      }
      const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      open.push({ value: member, path: place, depth: depth + 1 });
    }
  }
  return undefined;
}
