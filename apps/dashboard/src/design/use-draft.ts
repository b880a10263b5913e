import { useCallback, useMemo, useState } from 'react';
import type { StoredDesign } from '../api/design.js';
import { type ReadDesign, readDesign } from '../design-file/design-text.js';

/** The text that an owner edits, in whichever part of the page. */
export interface DesignDraft extends ReadDesign {
  readonly text: string;
  /** Whether it says something else than the live design. */
  readonly isEdited: boolean;
  readonly canUndo: boolean;
  /** Replaces the text while the owner types. One undo takes back all that was typed in one go. */
  type(text: string): void;
  /** Replaces the text by an edit that undo takes back alone. */
  edit(change: (text: string) => string): void;
  undo(): void;
  /** Starts again from the live design. */
  discard(): void;
}

interface State {
  readonly text: string;
  readonly past: readonly string[];
  readonly typing: boolean;
  /** The live design that the text started from. */
  readonly from: string;
}

const MOST_UNDOS = 100;

/** Keeps a text that starts as the live design. It follows that design as long as it is not edited, and keeps its comments after it was published. */
export function useDraft({ text: storedText, json: storedJson }: StoredDesign): DesignDraft {
  const [state, setState] = useState<State>({ text: storedText, past: [], typing: false, from: storedJson });
  const read = useMemo(() => readDesign(state.text), [state.text]);
  if (state.from !== storedJson) {
    const follows = read.json === state.from;
    setState({ ...state, from: storedJson, ...(follows && { text: storedText, past: [], typing: false }) });
  }
  const replace = useCallback((next: string, typing: boolean) => {
    setState((present) => {
      if (next === present.text) return present;
      const past =
        typing && present.typing ? present.past : [...present.past, present.text].slice(-MOST_UNDOS);
      return { ...present, text: next, past, typing };
    });
  }, []);
  return {
    ...read,
    text: state.text,
    isEdited: read.json !== storedJson,
    canUndo: state.past.length > 0,
    type: (text) => replace(text, true),
    edit: (change) => replace(change(state.text), false),
    undo: () =>
      setState((present) => ({
        ...present,
        text: present.past.at(-1) ?? present.text,
        past: present.past.slice(0, -1),
        typing: false,
      })),
    discard: () => replace(storedText, false),
  };
}
