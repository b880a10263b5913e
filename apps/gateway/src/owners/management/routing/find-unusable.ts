import type { ValidationProblem } from '@soapstone/json-xml-mapper';

/** The maximum nesting of arrays and objects. */
const DEPTH = 64;

/** U+0000, which PostgreSQL text cannot store, and lone surrogates, which UTF-8 cannot encode. */
const UNUSABLE = /\0|\p{Cs}/u;

/** Finds the first part of a JSON value that cannot be stored, regardless of what its schema says; undefined if there is none. */
export function findUnusable(body: unknown): ValidationProblem | undefined {
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
