/** The token of a link in the fragment of the URL; undefined if there is none. */
export function readLinkToken(hash: string): string | undefined {
  return /^#?([\w-]{43})$/.exec(hash)?.[1];
}
