import { useEffect, useMemo, useState } from 'react';
import {
  type DesignProblem,
  type PlacedProblem,
  type ReadDesign,
  readDesign,
} from '../design-file/design-text.js';
import { LARGE, readBeside } from '../design-file/read-beside.js';

/** How long an edit of a large file rests before the file is read again, in milliseconds. */
const REST = 300;

/** A design file that has been read, or that is being read. */
export interface Reading extends ReadDesign {
  /** Whether a large file is being read in another thread. Nothing is known about it until then. */
  readonly isReading: boolean;
  /** The design as JSON; while a large file is being read, as it was before. */
  readonly shown: string | undefined;
}

const UNKNOWN: ReadDesign = { json: undefined, problems: [], place: () => [] };
const FAILED: PlacedProblem = {
  ...{ line: 1, column: 1, start: 0, end: 0, place: '' },
  message: 'could not be read: reload the page',
};

/** Reads the text of a design: small ones at once, large ones in another thread after a rest. */
export function useReading(text: string): Reading {
  const isLarge = text.length > LARGE;
  const small = useMemo(() => (isLarge ? undefined : readDesign(text)), [text, isLarge]);
  const [beside, setBeside] = useState<{ readonly text: string; readonly read: ReadDesign }>();
  useEffect(() => {
    if (!isLarge) return undefined;
    let isOld = false;
    const keep = (read: ReadDesign) => {
      if (!isOld) setBeside({ text, read });
    };
    const timer = setTimeout(() => {
      readBeside(text, []).then(
        ({ json, problems }) => keep({ json, problems, place: () => [] }),
        () => keep({ ...UNKNOWN, problems: [FAILED] }),
      );
    }, REST);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [text, isLarge]);
  if (small !== undefined) return { ...small, isReading: false, shown: small.json };
  const isReading = beside?.text !== text;
  return { ...(isReading ? UNKNOWN : beside.read), isReading, shown: beside?.read.json };
}

/** The places of problems in the text of a design; those of a large one follow. */
export function usePlaced(
  text: string,
  { place }: Pick<ReadDesign, 'place'>,
  found: readonly DesignProblem[],
): readonly PlacedProblem[] {
  const isLarge = text.length > LARGE;
  // The same problems are another array in each render.
  const key = JSON.stringify(found);
  const [beside, setBeside] = useState<{ readonly of: string; readonly placed: readonly PlacedProblem[] }>();
  useEffect(() => {
    const wanted = JSON.parse(key) as readonly DesignProblem[];
    if (!isLarge || wanted.length === 0) return undefined;
    let isOld = false;
    readBeside(text, wanted).then(
      ({ placed }) => {
        if (!isOld) setBeside({ of: text + key, placed });
      },
      () => undefined,
    );
    return () => {
      isOld = true;
    };
  }, [text, isLarge, key]);
  if (!isLarge) return place(found);
  return found.length > 0 && beside?.of === text + key ? beside.placed : [];
}
