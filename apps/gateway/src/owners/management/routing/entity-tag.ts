import { createHash } from 'node:crypto';
import { badRequest } from '../../../errors/errors.js';
import type { ResourceState } from './route.js';

/** The maximum number of entity-tags in `If-Match`. */
const MAX_TAGS = 100;

/** Returns the strong entity-tag of a state (RFC 9110 §8.8.3). The same state always has the same one. */
export function entityTag({ shown, sealed }: ResourceState): string {
  const digest = createHash('sha256').update(JSON.stringify([shown, sealed ?? null]));
  return `"${digest.digest('base64url').slice(0, 27)}"`;
}

/** A sent `If-Match`: the strong entity-tags in it, or `*`. */
export type IfMatch = '*' | ReadonlySet<string>;

/**
 * Reads an `If-Match` header (RFC 9110 §13.1.1); undefined if there is none. Weak entity-tags are left out, because the comparison is
 * strong and they never match. Throws `IF_MATCH_INVALID`.
 *
 * @example
 * ```ts
 * readIfMatch('"a", W/"b"'); // the set of '"a"'
 * ```
 */
export function readIfMatch(sent: string | undefined): IfMatch | undefined {
  if (sent === undefined) return undefined;
  if (sent.trim() === '*') return '*';
  const tags = new Set<string>();
  let rest = sent;
  let count = 0;
  for (;;) {
    // RFC 9110 §5.6.1: a recipient accepts empty elements of a list.
    rest = rest.replace(/^[ \t,]+/, '');
    if (rest === '') break;
    const tag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/.exec(rest)?.[0];
    rest = rest.slice(tag?.length ?? 0);
    count += 1;
    if (tag === undefined || !/^[ \t]*(?:,|$)/.test(rest) || count > MAX_TAGS) throw invalid();
    if (!tag.startsWith('W/')) tags.add(tag);
  }
  if (count === 0) throw invalid();
  return tags;
}

/** Whether a condition holds for a resource in `state`; undefined stands for a missing resource, or one without an entity-tag. */
export function isMatch(condition: IfMatch, state: ResourceState | undefined): boolean {
  if (state === undefined) return false;
  return condition === '*' || condition.has(entityTag(state));
}

function invalid() {
  return badRequest(
    'IF_MATCH_INVALID',
    `If-Match must be * or a list of at most ${MAX_TAGS} entity-tags, such as the ETag of an earlier response: "abc"`,
  );
}
