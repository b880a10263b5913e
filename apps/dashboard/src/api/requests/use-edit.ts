import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from './errors.js';
import { changedMembers, type MemberConflict, mergeChange } from './merge-change.js';
import { useAction } from './use-action.js';

/** The state that the owner read before editing it. */
export interface Read {
  readonly etag: string;
  /** The changeable members, under the names that a change has them. Absent for secrets, which nobody can read. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A change that came too late, as the owner has to decide about it. */
export interface Conflict {
  /** The members that both changed. Empty for secrets. */
  readonly members: readonly MemberConflict[];
}

/** The owner's decision: save the edits over the current values, take the current values, or decide later. */
export type Decision = 'mine' | 'current' | 'later';

let ask: ((conflict: Conflict) => Promise<Decision>) | undefined;

/** Sets the question that a conflict asks; returns a function that removes it. */
export function onConflict(question: (conflict: Conflict) => Promise<Decision>): () => void {
  ask = question;
  return () => {
    if (ask === question) ask = undefined;
  };
}

/** An edit of something that others may edit too. */
interface Edit<Data, Change> {
  /** Returns the values that the form was filled with, on which the change is based. */
  readonly read: (change: Change) => Read;
  /** Sends the change with an entity-tag. */
  readonly send: (change: Change, etag: string) => Promise<Data>;
  /** Returns the members of what is stored now, if the response has them under other names than a change. */
  readonly membersOf?: (
    current: Readonly<Record<string, unknown>>,
    change: Change,
  ) => Record<string, unknown>;
  readonly onSuccess?: (data: Data) => unknown;
  readonly scope?: { readonly id: string };
}

/**
 * An action that saves an edit only over what the owner read. If someone else has changed the same members in the meantime, the owner sees
 * both values and decides; changes of other members are kept without asking. Every form of stored settings saves with such an action.
 */
export function useEdit<Data, Change>({
  onSuccess,
  scope,
  ...edit
}: Edit<Data, Change>): UseMutationResult<Data, Error, Change> {
  const [overruled] = useState(() => new Map<string, Overruled>());
  return useAction<Data, Change>({
    mutationFn: (change) => saveEdit(change, edit, overruled),
    ...(onSuccess === undefined ? {} : { onSuccess: (data: Data) => onSuccess(data) }),
    ...(scope === undefined ? {} : { scope }),
  });
}

/** The values of others over which the owner has decided to save. */
interface Overruled {
  readonly etag: string;
  readonly current: Readonly<Record<string, unknown>>;
  /** The paths of the members that the owner was asked about. */
  readonly asked: ReadonlySet<string>;
}

/**
 * Saves an edit, and asks the owner about each conflict. Rejects with the gateway's error if the owner does not save it.
 *
 * @param overruled the decisions of the owner by what the form was filled with. A save that is repeated, after an error, is not asked about
 * the same members again
 */
export async function saveEdit<Data, Change>(
  change: Change,
  { read, send, membersOf }: Omit<Edit<Data, Change>, 'onSuccess' | 'scope'>,
  overruled: Map<string, Overruled> = new Map(),
): Promise<Data> {
  const shown = read(change);
  const key = JSON.stringify(shown);
  let { etag, members } = shown;
  let mine = change;
  const before = overruled.get(key);
  if (before !== undefined) {
    const merged = merge(change, members, before.current);
    if (merged.conflicts?.every(({ path }) => before.asked.has(String(path))) !== false) {
      mine = merged.change;
      etag = before.etag;
      if (members !== undefined) members = before.current;
    }
  }
  for (;;) {
    try {
      return await send(mine, etag);
    } catch (error) {
      if (!(error instanceof ApiError) || error.current === undefined || error.etag === undefined)
        throw error;
      const current: Readonly<Record<string, unknown>> = membersOf?.(error.current, change) ?? error.current;
      const merged = merge(mine, members, current);
      if (merged.conflicts === undefined || merged.conflicts.length > 0) {
        const decision = await ask?.({ members: merged.conflicts ?? [] });
        if (decision !== 'mine') throw error;
        const asked = new Set((merged.conflicts ?? []).map(({ path }) => String(path)));
        overruled.set(key, { etag: error.etag, current, asked });
      }
      // The owner has seen the current values, or they do not matter for this change.
      mine = merged.change;
      etag = error.etag;
      if (members !== undefined) members = current;
    }
  }
}

/** `conflicts` is undefined if nobody can see what conflicts. */
function merge<Change>(
  mine: Change,
  members: Read['members'],
  current: Readonly<Record<string, unknown>>,
): { readonly change: Change; readonly conflicts: readonly MemberConflict[] | undefined } {
  if (members === undefined) return { change: mine, conflicts: undefined };
  // A removal.
  if (typeof mine !== 'object' || mine === null)
    return { change: mine, conflicts: changedMembers(members, current) };
  return mergeChange(members, mine, current);
}
