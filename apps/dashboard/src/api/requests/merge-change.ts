/** A member that was changed twice: in this form, and by someone else. */
export interface MemberConflict {
  /** The names that lead to it, such as `settings`, `timeoutMs`. */
  readonly path: readonly string[];
  readonly mine: unknown;
  readonly current: unknown;
}

/** A change as it applies to what is stored now. */
export interface MergedChange<Change> {
  readonly conflicts: readonly MemberConflict[];
  /** The change, in which members that were not edited have their current values. */
  readonly change: Change;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Compares a change with what it is based on and with what is stored now. A member that was edited here and changed there, to something
 * else, is a conflict; it keeps the value of the change.
 *
 * @param base the values that the form was filled with
 * @param current the values that are stored now
 * @example
 * ```ts
 * mergeChange({ name: 'A' }, { name: 'B' }, { name: 'C' }).conflicts; // name: mine B, current C
 * mergeChange({ name: 'A' }, { name: 'A' }, { name: 'C' }).change; // { name: 'C' }
 * ```
 */
export function mergeChange<Change extends object>(
  base: Members,
  change: Change,
  current: Members,
): MergedChange<Change> {
  const conflicts: MemberConflict[] = [];
  const merge = (before: Members, mine: Members, now: Members, above: readonly string[]): Members =>
    Object.fromEntries(
      Object.entries(mine).map(([name, value]) => {
        const path = [...above, name];
        const [stored, read] = [now[name], before[name]];
        // The settings of a service are members of their own; what is deeper is one value.
        if (above.length === 0 && isMembers(value) && isMembers(stored)) {
          return [name, merge(isMembers(read) ? read : {}, value, stored, path)];
        }
        if (isEqual(value, stored) || isEqual(read, stored)) return [name, value];
        if (isEqual(value, read)) return [name, stored];
        conflicts.push({ path, mine: value, current: stored });
        return [name, value];
      }),
    );
  return { change: merge(base, change as Members, current, []) as Change, conflicts };
}

/** Returns the members of `current` that are not as in `base`, for a change that concerns all of them, such as a removal. */
export function changedMembers(base: Members, current: Members): readonly MemberConflict[] {
  return Object.entries(base).flatMap(([name, value]): readonly MemberConflict[] => {
    const now = current[name];
    if (isEqual(value, now)) return [];
    if (!isMembers(value) || !isMembers(now)) return [{ path: [name], mine: undefined, current: now }];
    return changedMembers(value, now).map(({ path, ...rest }) => ({ ...rest, path: [name, ...path] }));
  });
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are the same. A missing member is the same as null, and the order of members does not count. */
function isEqual(left: unknown, right: unknown): boolean {
  return print(left) === print(right);
}

function print(value: unknown): string {
  return (
    JSON.stringify(value ?? null, (_key, each: unknown) =>
      isMembers(each)
        ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
        : each,
    ) ?? 'null'
  );
}
