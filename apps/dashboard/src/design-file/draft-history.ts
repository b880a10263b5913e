/** A text, what it was before its edits, and what was taken back. */
export interface DraftHistory {
  readonly text: string;
  readonly past: readonly string[];
  readonly future: readonly string[];
  /** Whether the last edit was typed, so that more typing belongs to it. */
  readonly isTyping: boolean;
}

const MOST_EDITS = 100;
/** The characters of all texts that are kept. */
const MOST_CHARACTERS = 16 * 1_048_576;

/** Starts a history with a text. */
export function startHistory(text: string): DraftHistory {
  return { text, past: [], future: [], isTyping: false };
}

/**
 * Replaces the text.
 *
 * @param joins whether undo takes this edit back together with the typing before it
 */
export function editHistory(
  history: DraftHistory,
  text: string,
  { isTyping = false, joins = false }: { readonly isTyping?: boolean; readonly joins?: boolean } = {},
): DraftHistory {
  if (text === history.text) return history;
  const belongs = joins && history.isTyping && history.past.length > 0;
  const past = belongs ? history.past : latest([...history.past, history.text]);
  return { text, past, future: [], isTyping };
}

/** Takes back the last edit. */
export function undoEdit(history: DraftHistory): DraftHistory {
  const text = history.past.at(-1);
  if (text === undefined) return history;
  const future = latest([...history.future, history.text]);
  return { text, past: history.past.slice(0, -1), future, isTyping: false };
}

/** Repeats the edit that was taken back last. */
export function redoEdit(history: DraftHistory): DraftHistory {
  const text = history.future.at(-1);
  if (text === undefined) return history;
  const past = latest([...history.past, history.text]);
  return { text, past, future: history.future.slice(0, -1), isTyping: false };
}

/** The latest texts of a list that are few and short enough to be kept. */
function latest(texts: readonly string[]): readonly string[] {
  let characters = 0;
  let first = texts.length;
  while (first > 0 && texts.length - first < MOST_EDITS) {
    characters += texts[first - 1]?.length ?? 0;
    if (characters > MOST_CHARACTERS) break;
    first--;
  }
  return texts.slice(first);
}
