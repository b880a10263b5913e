import type { Reading } from '../decode/document/reading.js';
import type { Decoding, Frame } from '../decode/state/decoding.js';
import type { RawPaths } from './raw-paths.js';
import { writeRaw } from './write-raw.js';

/** An element that becomes `$xml` when it ends. */
interface Capture {
  readonly depth: number;
  /** Where it starts in the window. */
  readonly from: number;
  /** Where its value starts in the output. */
  readonly at: number;
}

/**
 * Reads the elements at some paths as `$xml` (XM-7). The document is decoded as always, these elements too, so that the same deviations are
 * found and the same rules say which element belongs to which key; at the end of such an element its value is replaced in the output.
 *
 * Imports types of the decoder only, so that clients that load this code have the rest of the mapper in the same chunks as others.
 */
export function createRawReading(paths: RawPaths): Reading {
  return (decoding) => {
    const { reader } = decoding;
    const placed = watchPlaces(decoding);
    /** The frame of each open element, and how far it is on a path; `undefined` off all paths. */
    const frames: Frame[] = [decoding.frame];
    const steps: (RawPaths | undefined)[] = [paths];
    let capture: Capture | undefined;
    return {
      start() {
        const { depth, tagStart } = reader;
        const at = placed.take();
        frames[depth] = decoding.frame;
        const around = capture === undefined ? steps[depth - 1] : undefined;
        const step = around && stepTo(decoding, frames[depth - 1]!, around);
        steps[depth] = step;
        if (step?.isEnd === true && at !== undefined && decoding.out === decoding.reply.result)
          capture = { depth, from: tagStart, at };
      },
      end() {
        if (capture === undefined || reader.depth >= capture.depth) return;
        decoding.out.length = capture.at;
        writeRaw(decoding.out, reader, capture.from);
        capture = undefined;
      },
    };
  };
}

/**
 * Watches where the value of an element starts in the output: every element that has one is placed first, and one that is skipped is not.
 * For an entry of a wildcard or of `$content` it is the start of the whole entry.
 */
function watchPlaces(decoding: Decoding): { take(): number | undefined } {
  let at: number | undefined;
  const { place, placeEntry } = decoding;
  decoding.place = (...step) => {
    at = decoding.out.length;
    place.apply(decoding, step);
  };
  decoding.placeEntry = (key) => {
    at = decoding.out.length;
    placeEntry.call(decoding, key);
  };
  return {
    take() {
      const last = at;
      at = undefined;
      return last;
    },
  };
}

/** How far the element whose start tag was read last is on a path. `parent` is the frame of the element around it. */
function stepTo(decoding: Decoding, parent: Frame, around: RawPaths): RawPaths | undefined {
  // Repetitions of groups have frames of their own, between those of the elements.
  const inside: Frame[] = [];
  for (let below = 0; decoding.frameBelow(below) !== parent; below++)
    inside.unshift(decoding.frameBelow(below));
  let step: RawPaths | undefined = around;
  for (const { slot, entryKey } of inside) {
    if (slot !== undefined) step = step?.next.get(slot.key);
    // The path of a wildcard means all of its entries.
    if (entryKey !== undefined && step !== undefined)
      step = step.next.get(entryKey) ?? (step.isEnd ? step : undefined);
  }
  return step;
}
