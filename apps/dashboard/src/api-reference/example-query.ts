/** The source text of numbers, if the engine provides it: long numbers lose digits when parsed. */
interface ParseContext {
  readonly source?: string;
}

/**
 * The query string of a GET with an example input: its required parameters, whose names are paths in the input.
 *
 * @example exampleQuery([{ name: 'page.size', required: true }], '{"page": {"size": 5}}') // 'page.size=5'
 */
export function exampleQuery(
  parameters: readonly { readonly name: string; readonly required: boolean }[],
  input: string,
): string {
  const keepDigits = (_: string, value: unknown, context?: ParseContext) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value;
  const example: unknown = JSON.parse(input, keepDigits);
  const query = new URLSearchParams();
  for (const { name, required } of parameters) {
    if (!required) continue;
    const value = valueAt(example, name);
    for (const text of Array.isArray(value) ? value : [value]) {
      if (typeof text === 'string' || typeof text === 'boolean') query.append(name, String(text));
    }
  }
  return query.toString();
}

/** A name may itself contain dots. */
function valueAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name];
  const dot = name.indexOf('.');
  if (dot < 0) return undefined;
  return valueAt((value as Record<string, unknown>)[name.slice(0, dot)], name.slice(dot + 1));
}
