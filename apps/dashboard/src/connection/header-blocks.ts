/** The header blocks in a text, or the problem with it. */
export function readHeaderBlocks(
  text: string,
): { readonly blocks: Record<string, unknown> } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `Not valid JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'Enter an object: { "Session": { … } }' };
  }
  if (Object.keys(value).length === 0) return { problem: 'Name at least one header block' };
  return { blocks: value as Record<string, unknown> };
}
