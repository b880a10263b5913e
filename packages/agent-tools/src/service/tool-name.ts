/** The pattern of the tool names that every client accepts. */
export const TOOL_NAME: RegExp = /^[A-Za-z0-9_.-]{1,64}$/;

const MAX_NAME_CHARACTERS = 64;
const HASH_LENGTH = 8;

/**
 * The name of a tool. It depends on the operation's name alone, so that it does not change when others are added or removed. A name that
 * had to change to become valid ends with a hash of the original, so that two such names do not collide by accident.
 *
 * @param prefix the part before the name and a dot, if a listing has several services
 */
export function toolName(operation: string, prefix?: string): string {
  const wanted = prefix === undefined ? operation : `${prefix}.${operation}`;
  if (TOOL_NAME.test(wanted)) return wanted;
  const plain = wanted.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, MAX_NAME_CHARACTERS - HASH_LENGTH - 1);
  return `${plain}_${hash(wanted)}`;
}

/**
 * Returns unique names for several tools. Only names that collide despite their hash, or that imitate a hashed name, get a number.
 */
export function uniqueToolNames(
  operations: readonly { readonly name: string; readonly prefix?: string }[],
): string[] {
  const used = new Set<string>();
  return operations.map(({ name, prefix }) => {
    const wanted = toolName(name, prefix);
    let unique = wanted;
    for (let count = 2; used.has(unique); count++) {
      const ending = `_${count}`;
      unique = wanted.slice(0, MAX_NAME_CHARACTERS - ending.length) + ending;
    }
    used.add(unique);
    return unique;
  });
}

/** 32-bit FNV-1a: enough to tell names apart; it need not withstand an attacker. */
export function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value.toString(16).padStart(HASH_LENGTH, '0');
}
