import { assertOptions, bytes, listOf } from '@soapstone/options';

/**
 * Bytes in memory that no other thread writes to, as `new Response` and `fetch` take them: `Uint8Array<ArrayBuffer>` from TypeScript
 * 5.7 on, and `Uint8Array` before, where it is not generic.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>;

const list = listOf(bytes);

/**
 * Copies pieces of bytes into one array, in order.
 *
 * @param pieces the arrays to join; none gives an empty array
 * @returns a new array with its own buffer
 * @throws {OptionError} for anything but an array of `Uint8Array`
 *
 * @example
 * ```ts
 * joinBytes([Uint8Array.of(1), Uint8Array.of(2, 3)]); // Uint8Array [1, 2, 3]
 * ```
 */
export function joinBytes(pieces: readonly Uint8Array[]): Bytes {
  assertOptions(list, pieces, 'joinBytes', 'pieces');
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
