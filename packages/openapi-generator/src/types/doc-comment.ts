/** A description as the lines of a comment that it cannot end. None where there is nothing to say. */
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
