import type { EncodingRun } from '../../request/encoding-run.js';

/** Returns what an encoder of values writes. */
export function textOf<T>(
  encode: (value: T, run: EncodingRun) => void,
): (value: T, run: EncodingRun) => string {
  return (value, run) => {
    encode(value, run);
    return run.xml.take();
  };
}
