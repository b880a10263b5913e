/** Merges HTTP headers by lower-case name; later ones win. */
export function mergeHeaders(
  first: Readonly<Record<string, string>> = {},
  second: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(first), ...Object.entries(second)])
    merged[name.toLowerCase()] = value;
  return merged;
}
