/** Merges HTTP headers by lower-case name; later ones win. */
export function mergeHeaders(
  ...all: readonly (Readonly<Record<string, string>> | undefined)[]
): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const headers of all) {
    for (const [name, value] of Object.entries(headers ?? {})) merged[name.toLowerCase()] = value;
  }
  return merged;
}
