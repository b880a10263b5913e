import { useCallback, useMemo, useState } from 'react';
import { MAX_TEXT, type StoredDesign } from '../api/design.js';
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
  /** The text of the live design that it started from. */
  readonly from: string;
}

const MOST_UNDOS = 100;

/** Whether the gateway keeps a text beside its design. */
function keepsText(text: string, json: string): boolean {
  return json !== '{}' && text.length <= MAX_TEXT;
}

/** Keeps a text that starts as the live design. It follows that design as long as it is not edited. */
export function useDraft({ text: storedText, json: storedJson }: StoredDesign): DesignDraft {
  const [state, setState] = useState<State>({ text: storedText, past: [], typing: false, from: storedText });
  const read = useMemo(() => readDesign(state.text), [state.text]);
  if (state.from !== storedText) {
    const follows = state.text === state.from;
    setState({ ...state, from: storedText, ...(follows && { text: storedText, past: [], typing: false }) });
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
    // A comment alone is an edit, too, unless there is no design that could keep it.
    isEdited: read.json !== storedJson || (keepsText(state.text, storedJson) && state.text !== storedText),
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
