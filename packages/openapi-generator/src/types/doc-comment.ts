/** A description as the lines of a doc comment; its text cannot end the comment. Empty if there is no description. */
export function docComment(description: string | undefined, margin: string): string[] {
  if (description === undefined || description.trim() === '') return [];
  const text = description
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim().replaceAll('*/', '*\\/'));
  const [only, ...others] = text;
  if (others.length === 0) return [`${margin}/** ${only} */`];
  return [`${margin}/**`, ...text.map((line) => `${margin} * ${line}`.trimEnd()), `${margin} */`];
}
