import { useCallback, useState } from 'react';
import { MAX_TEXT, type StoredDesign } from '../api/design.js';
import {
  type DraftHistory,
  editHistory,
  redoEdit,
  startHistory,
  undoEdit,
} from '../design-file/draft-history.js';
import { type Reading, useReading } from './use-reading.js';

/** The text that an owner edits, in whichever part of the page. */
export interface DesignDraft extends Reading {
  readonly text: string;
  /** Whether it says something else than the live design. */
  readonly isEdited: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Replaces the text while the owner types. `joins`: undo takes this back together with the typing before it. */
  type(text: string, joins: boolean): void;
  /** Replaces the text by an edit that undo takes back alone. */
  edit(change: (text: string) => string): void;
  undo(): void;
  /** Repeats the edit that was undone last. */
  redo(): void;
  /** Starts again from the live design. */
  discard(): void;
}

interface State {
  readonly history: DraftHistory;
  /** The text of the live design that it started from. */
  readonly from: string;
}

/** Whether the gateway keeps a text beside its design. */
function keepsText(text: string, json: string): boolean {
  return json !== '{}' && text.length <= MAX_TEXT;
}

/** Keeps a text that starts as the live design. It follows that design as long as it is not edited. */
export function useDraft({ text: storedText, json: storedJson }: StoredDesign): DesignDraft {
  const [{ history, from }, setState] = useState<State>({
    history: startHistory(storedText),
    from: storedText,
  });
  const { text } = history;
  const read = useReading(text);
  if (from !== storedText)
    setState({ from: storedText, history: text === from ? startHistory(storedText) : history });
  const change = useCallback(
    (next: (history: DraftHistory) => DraftHistory) =>
      setState((present) => ({ ...present, history: next(present.history) })),
    [],
  );
  return {
    ...read,
    text,
    // A comment alone is an edit, too, unless there is no design that could keep it.
    isEdited: text !== storedText && (read.json !== storedJson || keepsText(text, storedJson)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    type: (typed, joins) => change((present) => editHistory(present, typed, { isTyping: true, joins })),
    edit(edited) {
      const next = edited(text);
      change((present) => editHistory(present, next));
    },
    undo: () => change(undoEdit),
    redo: () => change(redoEdit),
    discard: () => change((present) => editHistory(present, storedText)),
  };
}
