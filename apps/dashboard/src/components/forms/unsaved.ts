import { useCallback, useEffect, useRef } from 'react';

/** Ways to lose an edit: leaving the page, or already closing the drawer that holds it. */
export type EditPlace = 'page' | 'drawer';

interface Edit {
  readonly place: EditPlace;
  /** Names the changes that would be lost, in one sentence. */
  readonly text: string;
}

const edits = new Map<symbol, Edit>();
let ask: ((text: string) => Promise<boolean>) | undefined;

/**
 * Marks edits that are not saved yet, so that the page asks before losing them. `place` is what contains the form. Returns a
 * function that removes the mark immediately, for a form that navigates after saving.
 */
export function useUnsaved(
  isDirty: boolean,
  place: EditPlace = 'page',
  text = 'Your edits are not saved yet.',
): () => void {
  const id = useRef(Symbol(place));
  const forget = useCallback(() => {
    edits.delete(id.current);
  }, []);
  useEffect(() => {
    if (!isDirty) return undefined;
    edits.set(id.current, { place, text });
    return forget;
  }, [isDirty, place, text, forget]);
  return forget;
}

/** Whether leaving the page would lose an edit. */
export function hasUnsaved(): boolean {
  return edits.size > 0;
}

/** Resolves to true if nothing would be lost or the owner agrees to lose it. `leaving` is what would be closed. */
export async function confirmLeaving(leaving: EditPlace = 'page'): Promise<boolean> {
  const lost = [...edits.values()].find(({ place }) => leaving === 'page' || place === 'drawer');
  return lost === undefined || ask === undefined || ask(lost.text);
}

/** Sets the question that `confirmLeaving` asks; returns a function that removes it. */
export function onLeaving(question: (text: string) => Promise<boolean>): () => void {
  ask = question;
  return () => {
    if (ask === question) ask = undefined;
  };
}
