import type { ExpandedName } from '@soapstone/soap-model';

/**
 * Joins the finished header blocks of the transport. A block that the JSON gives takes the place of one with the same name (HD-3):
 * a message with two `wsa:To` is invalid.
 *
 * @param finished header blocks as XML, each of which declares the prefix of its own name
 * @param given the names of the blocks that were written from JSON
 */
export function joinFinishedBlocks(finished: readonly string[], given: readonly ExpandedName[]): string {
  if (given.length === 0) return finished.join('');
  return finished.filter((block) => !given.some((name) => isNamed(block, name))).join('');
}

/** Whether a finished block has this name, which its start tag says. */
function isNamed(block: string, { namespace, localName }: ExpandedName): boolean {
  const tag = block.slice(0, block.indexOf('>'));
  const written = /^<([^\s/>]+)/.exec(tag)?.[1];
  if (written === undefined) return false;
  const colon = written.indexOf(':');
  if (written.slice(colon + 1) !== localName) return false;
  const declaration = colon < 0 ? ' xmlns=' : ` xmlns:${written.slice(0, colon)}=`;
  const at = tag.indexOf(declaration);
  if (at < 0) return namespace === '';
  const value = at + declaration.length;
  const quote = tag[value] as string;
  return tag.slice(value + 1, tag.indexOf(quote, value + 1)).replaceAll('&amp;', '&') === namespace;
}
