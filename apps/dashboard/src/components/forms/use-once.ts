import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { isSecondPress } from '../../repeated-clicks/ignore-double-press.js';
import { Once } from '../../repeated-clicks/once.js';

/**
 * Returns `run`, except that a call is ignored until the previous one has settled, and in the second click of a double click. A second
 * click in the same frame is ignored too.
 */
export function useOnce<Args extends readonly unknown[]>(
  run: (...args: Args) => Promise<unknown>,
): (...args: Args) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const [once] = useState(() => new Once());
  return useCallback(
    (...args) => {
      if (!isSecondPress()) once.run(() => latest.current(...args));
    },
    [once],
  );
}
