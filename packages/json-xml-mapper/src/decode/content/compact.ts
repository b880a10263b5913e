import type { Content, Decoding, Frame } from '../state/decoding.js';
import type { CompactEntries } from '../state/frame.js';
import { isWhiteSpace } from '../values/white-space.js';
import { openUntypedValue } from '../values/wildcard.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;

/**
 * Untyped content in compact form (AN-9): children by name, repeated ones as arrays. It loses the order across names, and an array
 * of one does not look like an array. An element with both text and children keeps the ordered form, which can represent it.
 */
export function compactContent(lookup: boolean): Content {
  return {
    start(decoding, frame) {
      const compact = frame.compact!;
      endText(decoding, compact);
      const { key } = decoding.reader.name!;
      compact.entries.push({ key, start: decoding.out.length });
      decoding.placeEntry(key);
      openUntypedValue(decoding, lookup);
    },
    text(decoding, frame) {
      const { out, reader } = decoding;
      const compact = frame.compact!;
      if (!compact.inText) {
        compact.entries.push({ key: undefined, start: out.length });
        compact.inText = true;
        compact.isSpace = true;
        out.byte(QUOTE);
      }
      if (compact.isSpace && !isWhiteSpace(decoding)) compact.isSpace = false;
      out.escape(reader.text, reader.textStart, reader.textEnd);
    },
    end(decoding, frame) {
      const compact = frame.compact!;
      // White space is text if it is the only content.
      if (compact.entries.length === 1) compact.isSpace = false;
      endText(decoding, compact);
      writeEntries(decoding, frame, compact);
      decoding.endValue();
    },
    unsettledFrom: (frame) => frame.start,
  };
}

function endText({ out }: Decoding, compact: CompactEntries): void {
  if (!compact.inText) return;
  compact.inText = false;
  if (compact.isSpace) {
    out.length = compact.entries.pop()!.start;
  } else {
    out.byte(QUOTE);
    out.byte(COMMA);
  }
}

/** Writes the values, which are adjacent in the output, in their final form. */
function writeEntries({ out }: Decoding, frame: Frame, { members, entries }: CompactEntries): void {
  const base = frame.start;
  const end = out.length;
  const text = out.slice(base);
  const values = entries.map(({ key, start }, i) => ({
    key,
    // Without the comma.
    value: text.subarray(start - base, (entries[i + 1]?.start ?? end) - base - 1),
  }));
  out.length = base;
  const hasText = entries.some(({ key }) => key === undefined);
  if (members === '' && entries.length === 0) out.ascii('""');
  else if (members === '' && entries.length === 1 && hasText) out.raw(values[0]!.value);
  else {
    out.json(`{${members}`);
    if (hasText) writeOrdered(out, values);
    else writeGrouped(out, values);
    if (out.bytes[out.length - 1] === COMMA) out.length--;
    out.byte(CLOSE_BRACE);
  }
}

interface EntryValue {
  readonly key: string | undefined;
  readonly value: Uint8Array;
}

function writeOrdered(out: Decoding['out'], values: readonly EntryValue[]): void {
  out.ascii('"$content":[');
  for (const { key, value } of values) {
    if (key !== undefined) out.json(`{${JSON.stringify(key)}:`);
    out.raw(value);
    out.ascii(key === undefined ? ',' : '},');
  }
  out.close(CLOSE_BRACKET);
}

function writeGrouped(out: Decoding['out'], values: readonly EntryValue[]): void {
  const groups = new Map<string, Uint8Array[]>();
  for (const { key, value } of values) {
    const group = groups.get(key!);
    if (group === undefined) groups.set(key!, [value]);
    else group.push(value);
  }
  for (const [key, group] of groups) {
    out.json(`${JSON.stringify(key)}:${group.length > 1 ? '[' : ''}`);
    for (const value of group) {
      out.raw(value);
      out.byte(COMMA);
    }
    if (group.length > 1) out.close(CLOSE_BRACKET);
  }
}
