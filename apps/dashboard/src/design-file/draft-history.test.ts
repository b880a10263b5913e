import { expect, test } from 'vitest';
import { type DraftHistory, editHistory, redoEdit, startHistory, undoEdit } from './draft-history.js';

const typed = (history: DraftHistory, text: string, joins: boolean) =>
  editHistory(history, text, { isTyping: true, joins });

test('undo takes back typing in one go, and each edit of a table alone', () => {
  let history = startHistory('');
  for (const text of ['a', 'ab', 'abc']) history = typed(history, text, true);
  history = typed(history, 'abc d', false);
  history = editHistory(history, 'table');
  history = typed(history, 'table!', true);
  const texts: string[] = [];
  while (history.past.length > 0) {
    history = undoEdit(history);
    texts.push(history.text);
  }
  expect(texts).toEqual(['table', 'abc d', 'abc', '']);
});

test('redo makes edits again until there is another edit', () => {
  const edited = editHistory(editHistory(startHistory('a'), 'b'), 'c');
  const undone = undoEdit(undoEdit(edited));
  expect(undone.text).toBe('a');
  expect(redoEdit(redoEdit(undone)).text).toBe('c');
  expect(redoEdit(redoEdit(redoEdit(undone))).text).toBe('c');
  expect(redoEdit(editHistory(undone, 'd')).text).toBe('d');
  expect(undoEdit(startHistory('a')).text).toBe('a');
});

test('an edit that changes nothing is none, and typing after an undo is an edit of its own', () => {
  const edited = typed(startHistory('a'), 'b', true);
  expect(editHistory(edited, 'b')).toBe(edited);
  expect(undoEdit(typed(undoEdit(typed(edited, 'c', false)), 'd', true)).text).toBe('b');
});

test('the latest 100 texts are kept, and fewer of large files', () => {
  let history = startHistory('');
  for (let index = 0; index < 150; index++) history = editHistory(history, String(index));
  expect(history.past).toHaveLength(100);
  let large = startHistory('');
  for (let index = 0; index < 20; index++) large = editHistory(large, `${index}`.padEnd(2_097_152));
  expect(large.past).toHaveLength(8);
});
