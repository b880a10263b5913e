import { Transaction } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';

/** How long a pause between two edits can be so that undo takes both back, in milliseconds. */
const PAUSE = 500;
const lastEdits = new WeakMap<
  EditorView,
  { readonly time: number; readonly end: number; readonly kind: string }
>();

/** Whether an edit continues with the typing, or with the deleting, before it. */
export function joins({ view, transactions, changes }: ViewUpdate): boolean {
  const edit = transactions.find(({ docChanged }) => docChanged);
  const kind =
    edit?.isUserEvent('input.type') === true ? 'type' : edit?.isUserEvent('delete') === true ? 'delete' : '';
  const time = edit?.annotation(Transaction.time) ?? 0;
  const before = lastEdits.get(view);
  let isBeside = false;
  let end = 0;
  changes.iterChangedRanges((fromA, toA, _fromB, toB) => {
    isBeside ||= before !== undefined && (fromA === before.end || toA === before.end);
    end = toB;
  });
  lastEdits.set(view, { time, end, kind });
  return kind !== '' && kind === before?.kind && isBeside && time - before.time < PAUSE;
}
