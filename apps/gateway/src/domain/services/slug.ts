/** Returns the first of `slug`, `slug-2`, `slug-3`… that is free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** Whether `text` is a valid slug. */
export function isSlug(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}
