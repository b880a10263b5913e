import { assertOptions, text } from '@soapstone/options';

const MAX_SLUG_CHARACTERS = 48;

/**
 * Derives a `serviceSlug` from a name: lower-case ASCII letters, digits and single hyphens, safe in a path segment.
 *
 * @example
 * ```ts
 * slugOf('UserDirectory'); // user-directory
 * ```
 */
export function slugOf(name: string): string {
  assertOptions(text, name, 'slugOf', 'name');
  const plain = name
    .normalize('NFKD')
    // Services are usually named in CamelCase.
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_CHARACTERS)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'service' : plain;
}
