/** The progress of an account; undefined while it is unknown. */
export interface Progress {
  readonly services: number | undefined;
  /** Whether a call is in the call log, which is kept for seven days. */
  readonly hasCalled: boolean | undefined;
  /** The API keys that are not revoked: when each was used last. */
  readonly keys: readonly { readonly purpose: string; readonly lastUsedAt: string | null }[] | undefined;
}

export type StepName = 'register' | 'try' | 'key' | 'client';

/** A step, and whether it is done. */
export interface Step {
  readonly name: StepName;
  readonly isDone: boolean;
}

/** Returns the first steps of an account in order; undefined until everything about them is known. */
export function stepsOf({ services, hasCalled, keys }: Progress): readonly Step[] | undefined {
  if (services === undefined || hasCalled === undefined || keys === undefined) return undefined;
  const live = keys.filter(({ purpose }) => purpose === 'live');
  const isUsed = live.some(({ lastUsedAt }) => lastUsedAt !== null);
  return [
    { name: 'register', isDone: services > 0 },
    { name: 'try', isDone: hasCalled || isUsed },
    { name: 'key', isDone: live.length > 0 },
    { name: 'client', isDone: isUsed },
  ];
}
