import { useRef } from 'react';

/**
 * Returns what an edit is based on: the newest `latest`, or the one that was shown when the edit began. A form that is edited keeps its
 * edits when its page reloads, and must not replace what it has never shown.
 *
 * @param isEdited whether the form differs from what is stored, or is open
 */
export function useBase<Read>(latest: Read, isEdited: boolean): Read {
  const base = useRef(latest);
  if (!isEdited) base.current = latest;
  return base.current;
}
