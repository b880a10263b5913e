/** The whiteSpace facet (XML Schema Part 2 §4.3.6). White space is TAB, LF, CR and SPACE, nothing else. */
export type WhiteSpace = 'preserve' | 'replace' | 'collapse';

/** Applies the facet to a lexical form. Returns unchanged text as it is. */
export function applyWhiteSpace(mode: WhiteSpace, text: string): string {
  switch (mode) {
    case 'preserve':
      return text;
    case 'replace':
      return BREAKS.test(text) ? text.replace(/[\t\n\r]/g, ' ') : text;
    case 'collapse':
      return needsCollapse(text) ? collapse(text) : text;
  }
}

/** Splits a list literal into its items (LU-1). */
export function splitItems(text: string): string[] {
  const collapsed = applyWhiteSpace('collapse', text);
  return collapsed === '' ? [] : collapsed.split(' ');
}

const BREAKS = /[\t\n\r]/;

/**
 * Whether collapsing would change the text. One pass without a regular expression, because this runs for
 * nearly every scalar, and hardly any needs a change.
 */
function needsCollapse(text: string): boolean {
  let afterSpace = true;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x20) {
      afterSpace = false;
    } else if (code === 0x20) {
      if (afterSpace) return true;
      afterSpace = true;
    } else if (code === 0x09 || code === 0x0a || code === 0x0d) {
      return true;
    } else {
      afterSpace = false;
    }
  }
  return afterSpace && text !== '';
}

/** Collapses white space. Runs that are already collapsed are kept whole, because there may be ten million words. */
function collapse(text: string): string {
  const runs: string[] = [];
  let at = 0;
  while (at < text.length) {
    while (isSpace(text.charCodeAt(at))) at++;
    const start = at;
    while (at < text.length && isKept(text, at)) at++;
    if (at > start) runs.push(text.slice(start, at));
  }
  return runs.join(' ');
}

/** Whether the character is not white space, or one SPACE before another word. */
function isKept(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (!isSpace(code)) return true;
  return code === 0x20 && at + 1 < text.length && !isSpace(text.charCodeAt(at + 1));
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}
