import { HASH_LENGTH, hash } from '../hash.js';

/** The pattern of the tool names that every client and every model API accepts. */
export const TOOL_NAME: RegExp = /^[A-Za-z0-9_-]{1,64}$/;

const MAX_NAME_CHARACTERS = 64;
/** The ending of a name that had to change. A name that already ends like this is changed too, so that it imitates none. */
const HASHED = /_[0-9a-f]{8}$/;
/** The names of services that no underscore of their own confuses with the one that separates them from the operation. */
const PLAIN_PREFIX = /^[A-Za-z0-9-]+$/;

/**
 * The name of a tool. It depends on the operation, and on the service if the listing names it, but never on what else is listed. A name
 * that had to change to become valid ends with a hash of the original, so that two such names do not collide by accident.
 *
 * @param prefix the name of the service, for a listing whose names begin with it
 */
export function toolName(operation: string, prefix?: string): string {
  const wanted = prefix === undefined ? operation : `${prefix}_${operation}`;
  // Google's APIs want a letter or an underscore first. No name of a service begins with an underscore.
  const named = /^[0-9-]/.test(wanted) ? `_${wanted}` : wanted;
  const isPlain = prefix === undefined || PLAIN_PREFIX.test(prefix);
  return isPlain && TOOL_NAME.test(named) && !HASHED.test(named)
    ? named
    : hashed(named, wanted, /[^A-Za-z0-9_-]+/g);
}

/**
 * The name of a tool before dots were removed from names. Clients that stored it may still call the tool by it.
 */
export function formerToolName(operation: string, prefix?: string): string {
  const wanted = prefix === undefined ? operation : `${prefix}.${operation}`;
  return /^[A-Za-z0-9_.-]{1,64}$/.test(wanted) ? wanted : hashed(wanted, wanted, /[^A-Za-z0-9_.-]+/g);
}

function hashed(name: string, original: string, invalid: RegExp): string {
  const plain = name.replace(invalid, '_').slice(0, MAX_NAME_CHARACTERS - HASH_LENGTH - 1);
  return `${plain}_${hash(original)}`;
}

/** Returns unique names for several tools. Only names that collide despite their hash get a number. */
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

/** An operation with the name of its tool. */
interface Named {
  readonly name: string;
  readonly tool: string;
  readonly service: { readonly slug: string };
}

/**
 * The operations by the other names that a call may use: those of listings before dots were removed, and those of the same operation in a
 * listing of its service alone or of several services. A name that would mean two operations means none.
 */
export function otherToolNames<Operation extends Named>(
  operations: readonly Operation[],
): ReadonlyMap<string, Operation> {
  const listed = new Set(operations.map(({ tool }) => tool));
  const others = new Map<string, Operation | undefined>();
  for (const operation of operations) {
    const { name, service } = operation;
    const names = new Set([
      toolName(name),
      toolName(name, service.slug),
      formerToolName(name),
      formerToolName(name, service.slug),
    ]);
    for (const each of names) {
      if (!listed.has(each)) others.set(each, others.has(each) ? undefined : operation);
    }
  }
  return new Map(
    [...others].flatMap(([name, operation]) => (operation === undefined ? [] : [[name, operation]])),
  );
}
