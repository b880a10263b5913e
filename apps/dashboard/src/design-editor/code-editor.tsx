import { autocompletion, completionKeymap, startCompletion } from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentService, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { PlacedProblem } from '../design-file/design-text.js';
import type { Vocabulary } from '../design-file/vocabulary.js';
import { complete } from './editor-completion.js';
import { HIGHLIGHTS, PHRASES, THEME } from './editor-look.js';
import { joins } from './typing.js';

/** The callbacks between the page and the editor. */
export interface EditorControls {
  /** Selects what is between two offsets, and shows it. */
  select(start: number, end: number): void;
  /** Opens the search of the file. */
  search(): void;
  /** Opens the list of what can be written at the cursor. */
  complete(): void;
}

/** The actions and values of the page that the editor uses; the latest ones. */
interface Props {
  readonly value: string;
  readonly problems: readonly PlacedProblem[];
  /** The id of the list of problems. */
  readonly describedBy: string | undefined;
  /** The data for completions; undefined until it is loaded. */
  readonly vocabulary: Vocabulary | undefined;
  readonly controls: Ref<EditorControls>;
  /** Receives the text, and whether the edit belongs to the typing before it. */
  readonly onType: (text: string, joins: boolean) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onReplace: (problem: PlacedProblem) => void;
  /** Receives the offset of the cursor. */
  readonly onCursor: (offset: number) => void;
}

/** An edit of the page, which it knows already. */
const ofPage = Annotation.define<boolean>();

/** A design file in CodeMirror. The page keeps the text and its history, which its tables share. Loaded when it is shown. */
export default function CodeEditor(props: Props) {
  const { value, problems, describedBy, controls } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (parent.current === null) return;
    const { value: doc } = latest.current;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({ doc, extensions: extensionsOf(latest) }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, []);
  useEffect(() => {
    if (view.current !== null) replaceText(view.current, value);
  }, [value]);
  useEffect(() => {
    if (view.current === null) return;
    const found = diagnosticsOf(view.current.state, problems, (problem) => latest.current.onReplace(problem));
    view.current.dispatch(setDiagnostics(view.current.state, found), {
      effects: described.reconfigure(
        EditorView.contentAttributes.of({
          'aria-invalid': String(problems.length > 0),
          ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
        }),
      ),
    });
  }, [problems, describedBy]);
  useImperativeHandle(
    controls,
    () => ({
      select(start, end) {
        const editor = view.current;
        if (editor === null) return;
        const most = editor.state.doc.length;
        const selection = { anchor: Math.min(start, most), head: Math.min(end, most) };
        editor.focus();
        editor.dispatch({ selection, effects: EditorView.scrollIntoView(selection.head, { y: 'center' }) });
      },
      search() {
        if (view.current !== null) openSearchPanel(view.current);
      },
      complete() {
        if (view.current === null) return;
        view.current.focus();
        startCompletion(view.current);
      },
    }),
    [],
  );
  return <div ref={parent} />;
}

const described = new Compartment();

function extensionsOf(latest: { readonly current: Props }): Extension {
  const nonce = getNonce();
  return [
    // Styles are elements of the page, which its policy allows by their nonce.
    nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
    EditorState.tabSize.of(2),
    lineNumbers(),
    lintGutter(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    indentService.of(({ state }, at) => indentBelow(state, at)),
    bracketMatching(),
    highlightSelectionMatches(),
    search({ top: true }),
    EditorState.phrases.of(PHRASES),
    yaml(),
    syntaxHighlighting(HIGHLIGHTS),
    autocompletion({
      override: [(context) => complete(context, latest.current.vocabulary)],
      icons: false,
      maxRenderedOptions: 100,
    }),
    described.of([]),
    EditorView.contentAttributes.of({
      'aria-label': 'Design file',
      'aria-multiline': 'true',
      // It has the focus by Tab anyway; axe-core asks for the attribute in what scrolls.
      tabindex: '0',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocorrect: 'off',
    }),
    // Tab leaves the editor; Ctrl+] and Ctrl+[ move lines.
    keymap.of([
      { key: 'Mod-z', run: () => ran(latest.current.onUndo), preventDefault: true },
      { key: 'Mod-y', mac: 'Mod-Shift-z', run: () => ran(latest.current.onRedo), preventDefault: true },
      { linux: 'Ctrl-Shift-z', run: () => ran(latest.current.onRedo), preventDefault: true },
      ...completionKeymap,
      ...searchKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
    EditorView.domEventHandlers({
      beforeinput(event, view) {
        // Undo of a menu or of a phone.
        if (event.inputType === 'historyUndo') return ran(latest.current.onUndo);
        if (event.inputType === 'historyRedo') return ran(latest.current.onRedo);
        return replaceTyped(view, event);
      },
    }),
    EditorView.updateListener.of((update) => told(update, latest.current)),
    THEME,
  ];
}

/** A line below a key without a value is deeper than the key; others are as deep as the line before. */
function indentBelow({ doc }: EditorState, at: number): number | undefined {
  const before = doc.sliceString(doc.lineAt(at).from, at).trimEnd();
  const content = before.trimStart();
  return content.endsWith(':') && !content.startsWith('#') ? before.length - content.length + 2 : undefined;
}

function ran(action: () => void): true {
  action();
  return true;
}

/**
 * Replaces a selection by what is typed. Chromium would keep the colours of what it replaces as styles of elements, which the policy of the page
 * refuses.
 */
function replaceTyped(view: EditorView, event: InputEvent): boolean {
  const { inputType, data, isComposing } = event;
  // Not every input has target ranges, and the state may not have the latest selection yet.
  const selected = view.contentDOM.ownerDocument.getSelection();
  if (inputType !== 'insertText' || !data || isComposing || !selected || selected.rangeCount === 0)
    return false;
  const range = selected.getRangeAt(0);
  const from = view.posAtDOM(range.startContainer, range.startOffset);
  const to = view.posAtDOM(range.endContainer, range.endOffset);
  if (from === to && !data.includes('\n')) return false;
  const insert = view.state.toText(data);
  const selection = { anchor: from + insert.length };
  view.dispatch({ changes: { from, to, insert }, selection, userEvent: 'input.type', scrollIntoView: true });
  return true;
}

/** Tells the page about an edit, and about the cursor. */
function told(update: ViewUpdate, { onType, onCursor }: Props): void {
  if (update.docChanged && !update.transactions.some((each) => each.annotation(ofPage)))
    onType(update.state.doc.toString(), joins(update));
  if (update.docChanged || update.selectionSet) onCursor(update.state.selection.main.head);
}

/** Shows another text: only what differs is replaced, so that the cursor stays where it was. */
function replaceText(view: EditorView, text: string): void {
  const shown = view.state.doc.toString();
  if (shown === text) return;
  const most = Math.min(shown.length, text.length);
  let start = 0;
  while (start < most && shown[start] === text[start]) start++;
  let same = 0;
  while (same < most - start && shown.at(-1 - same) === text.at(-1 - same)) same++;
  const insert = text.slice(start, text.length - same);
  view.dispatch({
    changes: { from: start, to: shown.length - same, insert },
    annotations: ofPage.of(true),
    ...(view.hasFocus && { selection: { anchor: start + insert.length }, scrollIntoView: true }),
  });
}

/** The most problems that are marked in the text; all of them are below it. */
const MOST_MARKS = 100;

function diagnosticsOf(
  { doc }: EditorState,
  problems: readonly PlacedProblem[],
  onReplace: (problem: PlacedProblem) => void,
): Diagnostic[] {
  return problems.slice(0, MOST_MARKS).map((problem) => {
    const { start, end, message, nearest } = problem;
    const from = Math.min(start, doc.length);
    const replace = { name: `Replace by ${nearest}`, apply: () => onReplace(problem) };
    return {
      from,
      to: Math.min(Math.max(end, from), doc.length),
      severity: 'error',
      message,
      ...(nearest !== undefined && { actions: [replace] }),
    };
  });
}
