/** JSON as a caller may write it: keys in any order, duplicate keys, lone surrogates. */
export type Json = string | number | boolean | null | readonly Json[] | Members;

/** An object as the list of its members. */
export class Members {
  readonly entries: (readonly [key: string, value: Json])[];

  constructor(entries: (readonly [key: string, value: Json])[]) {
    this.entries = entries;
  }
}

/** The text. Lone surrogates are written as escapes, as JSON allows. */
export function printJson(value: Json): string {
  if (value instanceof Members)
    return `{${value.entries.map(([key, member]) => `${JSON.stringify(key)}:${printJson(member)}`).join(',')}}`;
  if (Array.isArray(value)) return `[${value.map(printJson).join(',')}]`;
  return JSON.stringify(value);
}
