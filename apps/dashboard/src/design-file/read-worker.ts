import { type DesignProblem, readDesign, readStored } from './design-text.js';

/** A request of the page, with the number that its answer repeats. */
export type ReadRequest =
  | { readonly id: number; readonly text: string; readonly found: readonly DesignProblem[] }
  | { readonly id: number; readonly body: string; readonly written: string | null };

// Reads large design files in a thread of their own: the parser can take a second, in which the page would stand still.
self.onmessage = ({ data }: MessageEvent<ReadRequest>) => {
  if ('body' in data) {
    self.postMessage({ id: data.id, answer: readStored(data.body, data.written) });
    return;
  }
  const { json, problems, place } = readDesign(data.text);
  self.postMessage({ id: data.id, answer: { json, problems, placed: place(data.found) } });
};
