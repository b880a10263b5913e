import { useSyncExternalStore } from 'react';

/** Whether the gateway has stopped answering; the next answer ends that. */
let away = false;
const watchers = new Set<() => void>();

/** The statuses of a reverse proxy that has no gateway behind it. */
const GATEWAY_MISSING: readonly number[] = [502, 503, 504];

export function markAway(): void {
  setAway(true);
}

/** Whether the gateway answers now; ends the state of being away if it does. */
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

/** Resolves once the gateway answers again; at once if it is not away. */
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
