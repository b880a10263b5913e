import type { YAMLError } from 'yaml';

/**
 * What the parser of YAML found in a text, in words for people where its own are for programmers.
 *
 * @param place returns the place of an offset, as `file:line:column`
 */
export function yamlProblems(
  found: readonly YAMLError[],
  place: (offset: number) => string,
): readonly string[] {
  // The parser recurses, and what it says after that is about the same place.
  const tooDeep = found.find(({ message }) => message.includes('call stack'));
  if (tooDeep !== undefined) return [`${place(tooDeep.pos[0])}: must not nest so deep`];
  return found.map(({ pos, code, message }) => {
    const reason = code === 'MULTIPLE_DOCS' ? 'Source contains multiple documents, and must be one' : message;
    return `${place(pos[0])}: ${reason.split('\n')[0]}`;
  });
}
