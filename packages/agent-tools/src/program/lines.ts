import { type Bytes, joinBytes } from '@soapstone/soap-model/bytes';

const LINE_FEED = 0x0a;

/** Splits a stream of bytes into lines of a bounded length. */
export interface LineSplitter {
  /** The lines that end in this chunk; `undefined` for a line that was too long, whose bytes are discarded. */
  add(chunk: Uint8Array): (Uint8Array | undefined)[];
  /** The unfinished last line, if any. */
  end(): (Uint8Array | undefined)[];
}

/** @param longest the maximum size of one line in bytes */
export function createLineSplitter(longest: number): LineSplitter {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const keep = (piece: Uint8Array): void => {
    bytes += piece.length;
    if (bytes > longest) pieces = [];
    else pieces.push(piece);
  };
  const finish = (): Uint8Array | undefined => {
    const line = bytes > longest ? undefined : joinBytes(pieces as Bytes[]);
    pieces = [];
    bytes = 0;
    return line;
  };
  return {
    add(chunk) {
      const lines: (Uint8Array | undefined)[] = [];
      let start = 0;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
        keep(chunk.subarray(start, at));
        lines.push(finish());
        start = at + 1;
      }
      if (start < chunk.length) keep(chunk.subarray(start));
      return lines;
    },
    end: () => (bytes === 0 ? [] : [finish()]),
  };
}
