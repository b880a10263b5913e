import type { EncodingRun } from '../../request/encoding-run.js';
import { BUILTIN_TYPES } from '../../shape/builtin-types.js';
import type { Shape } from '../../shape/shape.js';
import type { ScalarShape } from '../../shape/simple-shape.js';
import type { LateFill } from './late-value.js';

/** Writes a value that only a call knows. */
export type LateWriter = (value: string, run: EncodingRun) => string;

/** Where a value is written; the work and bytes that a run counts depend on it. */
export type LatePlace = 'element' | 'attribute' | 'text';

/**
 * Puts the last text in front of a writer, so that a value is checked and escaped once and not for each call: a secret and a token as long as
 * they stay the same, a UUID and a time in the frame of the previous one. One text is kept for each member, until the next one takes its
 * place.
 */
export function keepingText(fill: LateFill, shape: Shape, place: LatePlace, write: LateWriter): LateWriter {
  if (shape.kind !== 'scalar' || !isWrittenAlike(shape)) return write;
  switch (fill.kind) {
    case 'secret':
    case 'session':
      return keepingWhole(place, write);
    case 'generate':
      return takesAny(shape, fill.what) ? keepingFrame(GENERATED[fill.what], place, write) : write;
    case 'header':
      // Clients choose the value.
      return write;
  }
}

function keepingWhole(place: LatePlace, write: LateWriter): LateWriter {
  let known: string | undefined;
  let text = '';
  return (value, run) => {
    if (value === known) {
      count(place, run);
      return text;
    }
    const before = run.errors.length;
    const written = write(value, run);
    if (run.errors.length === before) {
      known = value;
      text = written;
    }
    return written;
  };
}

/** Keeps what is around values of one form. Any other value is written as if there were no frame. */
function keepingFrame(isUsual: (value: string) => boolean, place: LatePlace, write: LateWriter): LateWriter {
  let start: string | undefined;
  let end = '';
  return (value, run) => {
    if (!isUsual(value)) return write(value, run);
    if (start !== undefined) {
      count(place, run);
      return start + value + end;
    }
    const before = run.errors.length;
    const written = write(value, run);
    const at = written.lastIndexOf(value);
    if (run.errors.length === before && at >= 0) {
      start = written.slice(0, at);
      end = written.slice(at + value.length);
    }
    return written;
  };
}

/** Counts what the writer would have counted. Throws `MappingError` beyond the limits (SE-2, SE-6). */
function count(place: LatePlace, run: EncodingRun): void {
  if (place === 'element') {
    run.beginElement();
    run.endElement();
  } else if (place === 'attribute') run.countNode();
}

/** Whether a value has the same text in every message: it declares no prefix and becomes no MIME part. */
function isWrittenAlike({ builtin }: ScalarShape): boolean {
  const { family } = BUILTIN_TYPES[builtin];
  return family !== 'name' && family !== 'binary' && family !== 'any';
}

/** Types of which each generated value is one, if no facet says otherwise: a length is that of all of them. */
const TAKING: Readonly<Record<'uuid' | 'timestamp', readonly string[]>> = {
  uuid: ['string', 'normalizedString', 'token'],
  timestamp: ['string', 'normalizedString', 'token', 'dateTime'],
};

/** Whether a type that takes one generated value takes all of them. */
function takesAny({ builtin, facets, wire }: ScalarShape, what: 'uuid' | 'timestamp'): boolean {
  return (
    TAKING[what].includes(builtin) &&
    wire === undefined &&
    facets.patterns.length === 0 &&
    facets.enumeration === undefined &&
    facets.minInclusive === undefined &&
    facets.maxInclusive === undefined &&
    facets.minExclusive === undefined &&
    facets.maxExclusive === undefined
  );
}

const UUID_LENGTH = 36;
/** `2026-11-29T08:00:00.000Z`: years beyond 9999 are longer. */
const INSTANT_LENGTH = 24;

/** Whether a text has nothing but ASCII letters, digits and hyphens. */
function hasPlainLetters(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    const isPlain = code === HYPHEN || isIn(code, 0x30, 0x39) || isIn(code | 0x20, 0x61, 0x7a);
    if (!isPlain) return false;
  }
  return true;
}

const HYPHEN = 0x2d;

function isIn(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}

/** Whether a generated value has the usual form. Programs bring their own UUIDs. */
const GENERATED = {
  uuid: (value: string): boolean => value.length === UUID_LENGTH && hasPlainLetters(value),
  timestamp: (value: string): boolean => value.length === INSTANT_LENGTH,
} as const;
