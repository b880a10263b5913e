import { describe, expect, test } from 'vitest';
import { isMappingError } from '../errors.js';
import { parseJson } from '../json/parse-json.js';
import { encodeUtf8 } from '../platform.js';
import { mutate, ROOTS } from '../testing/fuzzed-requests.js';
import { createRandom } from '../testing/random.js';

/**
 * Differential fuzzing of requests: the one-pass encoder over bytes and the object path must produce the same bytes or
 * report the same errors, for any JSON.
 */
const RUNS = 1500 * Number(process.env['SOAPSTONE_DEPTH']);

/** The envelope, or the errors. */
function outcome(work: () => { body: Uint8Array }): unknown {
  try {
    return new TextDecoder().decode(work().body);
  } catch (error) {
    if (!isMappingError(error)) throw error;
    return { code: error.code, errors: error.errors };
  }
}

describe.each(ROOTS)('$name', ({ encoder, make }) => {
  test(
    `${RUNS} both paths give the same result for a request`,
    () => {
      let accepted = 0;
      let fast = 0;
      for (let seed = 1; seed <= RUNS; seed++) {
        const random = createRandom(seed);
        const text = encodeUtf8(make(random));
        const json = random(3) === 0 ? mutate(random, text) : text;
        const actual = outcome(() => {
          const message = encoder.encodeJson(json);
          // The fast path hands out views of its memory, the slow one never does.
          if (message.body.buffer.byteLength > message.body.length) fast++;
          return message;
        });
        const expected = outcome(() => encoder.toXml(json.length === 0 ? {} : parseJson(json)));
        const label = `seed ${seed}: ${new TextDecoder().decode(json)}`;
        expect(actual, label).toEqual(expected);
        if (typeof actual === 'string') accepted++;
      }
      // Neither all nor none, or the fuzzer tests nothing.
      expect(accepted).toBeGreaterThan(RUNS / 20);
      expect(accepted).toBeLessThan(RUNS);
      expect(fast).toBeGreaterThan(accepted / 2);
    },
    400 * RUNS,
  );
});
