import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colours of the words of a file. */
export const HIGHLIGHTS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--soapstone-code-name)' },
  { tag: [tags.string, tags.content, tags.attributeValue], color: 'var(--soapstone-code-string)' },
  { tag: [tags.number], color: 'var(--soapstone-code-number)' },
  {
    tag: [tags.bool, tags.null, tags.keyword, tags.meta, tags.typeName, tags.labelName],
    color: 'var(--soapstone-code-word)',
  },
  { tag: tags.comment, color: 'var(--soapstone-code-comment)' },
]);

/** The words of the search in the spelling of the page. */
export const PHRASES = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
};

/** The colours are those of the page, so that they follow its light and dark themes. */
export const THEME = EditorView.theme({
  '&': {
    border: '1px solid var(--soapstone-line)',
    borderRadius: 'var(--mantine-radius-md)',
    backgroundColor: 'var(--soapstone-code)',
    color: 'var(--mantine-color-text)',
    fontSize: '0.8125rem',
    overflow: 'hidden',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-color-anchor)', outlineOffset: '2px' },
  '.cm-scroller': {
    height: 'min(440px, 60vh)',
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '20px',
  },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--soapstone-code)',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--soapstone-line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': {
    backgroundColor: 'var(--mantine-color-default-hover)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--mantine-primary-color-light-hover)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--mantine-primary-color-light)' },
  '.cm-searchMatch': { backgroundColor: 'var(--mantine-color-yellow-light-hover)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--mantine-color-anchor)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--mantine-primary-color-light-hover)' },
  '.cm-panels': {
    backgroundColor: 'var(--soapstone-surface)',
    color: 'var(--mantine-color-text)',
    borderColor: 'var(--soapstone-line)',
  },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px' },
  '.cm-panel.cm-search label': { fontSize: '0.8125rem' },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--mantine-color-default)',
    backgroundImage: 'none',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-sm)',
    fontSize: '0.8125rem',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--soapstone-surface)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--soapstone-line)',
    maxWidth: 'min(480px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    minWidth: 'min(200px, 80vw)',
    maxHeight: 'min(20em, 50vh)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-filled)',
    color: 'var(--mantine-primary-color-contrast)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '1' },
  '.cm-completionInfo': { fontSize: '0.8125rem' },
  // Its place is computed without the border of the list.
  '.cm-completionInfo.cm-completionInfo-right-narrow': { left: '29px' },
  '.cm-completionInfo.cm-completionInfo-left-narrow': { right: '29px' },
  '.cm-diagnostic': { overflowWrap: 'anywhere', borderLeftColor: 'var(--mantine-color-error)' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--mantine-primary-color-filled)',
    color: 'var(--mantine-primary-color-contrast)',
  },
});
