/** Line and column, both from 1; a column counts UTF-16 code units. */
export interface LinePosition {
  readonly line: number;
  readonly column: number;
}

/**
 * A cursor that turns offsets into lines and columns. Offsets must not decrease from call to call, so that a whole document
 * costs one pass over its text. LF, CR and CR LF end a line (XML 1.0 §2.11).
 */
export function createLineCursor(text: string): (offset: number) => LinePosition {
  let line = 1;
  let lineStart = 0;
  let scanned = 0;
  return (offset) => {
    while (scanned < offset) {
      const code = text.charCodeAt(scanned);
      scanned += 1;
      if (code === 10 || (code === 13 && text.charCodeAt(scanned) !== 10)) {
        line += 1;
        lineStart = scanned;
      }
    }
    return { line, column: offset - lineStart + 1 };
  };
}

/** The line and column of one offset. */
export function linePosition(text: string, offset: number): LinePosition {
  return createLineCursor(text)(offset);
}
