/** Line and column, both starting at 1; a column counts UTF-16 code units. */
export interface LinePosition {
  readonly line: number;
  readonly column: number;
}

/**
 * A cursor that turns offsets into lines and columns. Offsets must not decrease from call to call, so that a whole document costs
 * one pass over its text. LF, CR and CR LF end a line (XML 1.0 §2.11).
 */
export function createLineCursor(text: string): (offset: number) => LinePosition {
  // A search is native code, much faster than looking at each character. A CR that ends a line alone is rare.
  const nextLine = LONE_RETURN.test(text) ? afterAnyBreak : afterLineFeed;
  let line = 1;
  let lineStart = 0;
  let next = nextLine(text, 0);
  return (offset) => {
    while (next <= offset) {
      line += 1;
      lineStart = next;
      next = nextLine(text, next);
    }
    return { line, column: offset - lineStart + 1 };
  };
}

/** The start of the line after `from`; never reached on the last line. */
function afterLineFeed(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return feed === -1 ? Number.POSITIVE_INFINITY : feed + 1;
}

function afterAnyBreak(text: string, from: number): number {
  BREAK.lastIndex = from;
  return BREAK.test(text) ? BREAK.lastIndex : Number.POSITIVE_INFINITY;
}

const LONE_RETURN = /\r(?!\n)/;
const BREAK = /\r\n?|\n/g;

/** The line and column of one offset. */
export function linePosition(text: string, offset: number): LinePosition {
  return createLineCursor(text)(offset);
}
