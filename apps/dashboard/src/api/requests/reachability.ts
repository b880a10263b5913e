import { useSyncExternalStore } from 'react';

/** Whether the gateway has stopped responding; the next response resets this. */
let away = false;
const watchers = new Set<() => void>();

/** The statuses with which a reverse proxy responds while the gateway is down. */
const GATEWAY_MISSING: readonly number[] = [502, 503, 504];

export function markAway(): void {
  setAway(true);
}

/** Checks whether the gateway responds now; if so, it no longer counts as away. */
export async function probe(): Promise<boolean> {
  try {
    const { status } = await fetch('/api/manage/session', { cache: 'no-store' });
    if (GATEWAY_MISSING.includes(status)) return false;
    setAway(false);
    return true;
  } catch {
    return false;
  }
}

/** Whether the gateway is away. */
export function useIsAway(): boolean {
  return useSyncExternalStore(watch, () => away);
}

/** Resolves when the gateway responds again; immediately if it is not away. */
export function untilBack(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (away) return;
      watchers.delete(check);
      resolve();
    };
    watchers.add(check);
    check();
  });
}

function setAway(next: boolean): void {
  if (away === next) return;
  away = next;
  for (const tell of [...watchers]) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}
