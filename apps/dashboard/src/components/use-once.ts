import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns `run`, except that a call is ignored until the previous one has settled. A second click in the same frame is one. */
export function useOnce<Args extends readonly unknown[]>(
  run: (...args: Args) => Promise<unknown>,
): (...args: Args) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  // State would not change before the next render.
  const running = useRef(false);
  return useCallback((...args) => {
    if (running.current) return;
    running.current = true;
    void latest.current(...args).finally(() => {
      running.current = false;
    });
  }, []);
}
