import { type CompletionContext, type CompletionResult, startCompletion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { completionsAt, writeWord } from '../design-file/completions.js';
import { type Place, placeAt } from '../design-file/place.js';
import type { Completion, Vocabulary } from '../design-file/vocabulary.js';

/** The completions at the cursor. */
export function complete(
  context: CompletionContext,
  vocabulary: Vocabulary | undefined,
): CompletionResult | null {
  if (vocabulary === undefined) return null;
  const { pos, state, explicit } = context;
  const text = state.sliceDoc(0, pos);
  const place = placeAt(text, pos);
  if (place === undefined) return null;
  const word = text.slice(place.from);
  // A new line opens no list: Enter is a line break there.
  if (word === '' && place.kind === 'key' && !explicit) return null;
  const options = completionsAt(vocabulary, place, word).map((completion) => ({
    label: completion.label,
    ...(completion.detail !== undefined && { detail: completion.detail }),
    ...(completion.description !== undefined &&
      completion.description !== '' && { info: completion.description }),
    apply: (view: EditorView, _picked: unknown, from: number, to: number) =>
      insert(view, completion, place, from, to),
  }));
  return options.length === 0 ? null : { from: place.from, options };
}

/** Writes a completion, with what follows it: a colon after a key, and its keys below an object. */
function insert(
  view: EditorView,
  { label, isText, isObject, isPart }: Completion,
  place: Place,
  from: number,
  to: number,
) {
  const { doc } = view.state;
  const after = view.state.sliceDoc(to, Math.min(doc.lineAt(to).to, to + 3));
  const hasColon = after.startsWith(':') || after.startsWith(`${place.quote}:`);
  let text = isPart === true ? label : writeWord(label, place, place.kind === 'key' || isText !== false);
  if (isPart === true && place.quote === '' && label.startsWith('*')) text = `'${label}`;
  let end = '';
  const closes = place.quote !== '' && !after.startsWith(place.quote) && isPart !== true;
  if (closes) text += place.quote;
  if (place.kind === 'key' && isPart !== true && !hasColon) {
    const below = `\n${' '.repeat(place.indent + 2)}`;
    text += isObject !== true ? ': ' : place.isFlow ? ': { ' : `:${below}`;
    if (isObject === true && place.isFlow) end = ' }';
  }
  view.dispatch({
    changes: { from, to, insert: text + end },
    selection: { anchor: from + text.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  if (isPart === true || (place.kind === 'key' && !hasColon)) startCompletion(view);
}
