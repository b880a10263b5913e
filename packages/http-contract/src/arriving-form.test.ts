import { describe, expect, test } from 'vitest';
import { arrivingPart } from './routes.js';

const FORM = 'multipart/form-data; boundary="b-1"';
const HEAD =
  'Content-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';

/** Sends a text in pieces of some bytes, and tells whether it was read to its end or left. */
function arriving(text: string, size: number) {
  const bytes = Buffer.from(text, 'latin1');
  const state = { read: 0, isOver: false };
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    // The memory of a chunk is reused.
    const chunk = new Uint8Array(size);
    try {
      for (let at = 0; at < bytes.length; at += size) {
        const length = Math.min(size, bytes.length - at);
        chunk.set(bytes.subarray(at, at + length));
        state.read += length;
        yield chunk.subarray(0, length);
        chunk.fill(0);
      }
    } finally {
      state.isOver = true;
    }
  }
  return { body: chunks(), state };
}

const fail = (problem: string): Error => new Error(problem);

async function fileIn(text: string, size = 1000, contentType = FORM) {
  const { body, state } = arriving(text, size);
  const { chunks, mediaType } = await arrivingPart(contentType, 'photo', body, fail);
  const pieces: Buffer[] = [];
  for await (const piece of chunks) pieces.push(Buffer.from(piece));
  expect(state).toEqual({ read: text.length, isOver: true });
  return { text: Buffer.concat(pieces).toString('latin1'), mediaType };
}

describe('PG-11: a form with one file, while it arrives', () => {
  const content = `\r\n\r\n--b-\r\n\r--b-1\n--b-1\xff\0${'\r\n--b-'.repeat(50)}`;

  test.each([1, 2, 3, 7, 64, 10_000])('reads it in pieces of %i bytes', async (size) => {
    const text = `--b-1\r\n${HEAD}${content}\r\n--b-1--\r\nepilogue`;
    expect(await fileIn(text, size)).toEqual({ text: content, mediaType: 'image/png' });
    expect((await fileIn(`preamble\r\n\r\n--b-1 \t\r\n${HEAD}x\r\n--b-1--`, size)).text).toBe('x');
    expect((await fileIn(`--b-1\r\n${HEAD}\r\n--b-1--`, size)).text).toBe('');
    // Some programs write no line break for a file without bytes.
    expect((await fileIn(`--b-1\r\n${HEAD}--b-1--`, size)).text).toBe('');
    const plain = 'Content-Disposition: form-data; name=photo\r\n\r\nabc';
    expect(await fileIn(`--b-1\r\n${plain}\r\n--b-1--`, size)).toEqual({ text: 'abc', mediaType: undefined });
  });

  test('holds a piece of the file at a time', async () => {
    const { body, state } = arriving(`--b-1\r\n${HEAD}${'x'.repeat(10_000)}\r\n--b-1--`, 100);
    const { chunks } = await arrivingPart(FORM, 'photo', body, fail);
    let length = 0;
    for await (const piece of chunks) {
      length += piece.length;
      expect(state.read - length).toBeLessThan(300);
    }
    expect(length).toBe(10_000);
  });

  test.each<[problem: string, text: string]>([
    ['cannot be read', ''],
    ['cannot be read', 'no delimiter at all'],
    ['cannot be read', '--b-1'],
    ['cannot be read', '--b-1x\r\n'],
    ['cannot be read', `--b-1\r\nContent-Disposition: form-data; name="photo"`],
    ['cannot be read', `--b-1\r\n\r\nabc\r\n--b-1--`],
    ['cannot be read', `--b-1\r\nX: ${'y'.repeat(17_000)}\r\n${HEAD}abc\r\n--b-1--`],
    ['cannot be read', `--b-1\r\n${'X: y\r\n'.repeat(40)}${HEAD}abc\r\n--b-1--`],
    ['cannot be read', `--b-1${' '.repeat(10_000)}\r\n${HEAD}abc\r\n--b-1--`],
    ['must have one part, "photo"', '--b-1--'],
    ['must have one part, "photo"', `--b-1\r\n${HEAD.replace('photo', '__proto__')}abc\r\n--b-1--`],
    ['must not encode its parts', `--b-1\r\nContent-Transfer-Encoding: base64\r\n${HEAD}YWJj\r\n--b-1--`],
  ])('refuses a form that %s: %#', async (problem, text) => {
    for (const size of [1, 50, 100_000]) {
      const { body, state } = arriving(text, size);
      await expect(arrivingPart(FORM, 'photo', body, fail)).rejects.toThrow(problem);
      // A generator that was never asked has not begun.
      expect(state.isOver || state.read === 0).toBe(true);
    }
    await expect(arrivingPart('multipart/form-data', 'photo', arriving(text, 9).body, fail)).rejects.toThrow(
      'has no boundary that can be used',
    );
  });

  test.each<[problem: string, text: string]>([
    ['cannot be read', `--b-1\r\n${HEAD}abc`],
    ['cannot be read', `--b-1\r\n${HEAD}abc\r\n--b-`],
    ['cannot be read', `--b-1\r\n${HEAD}abc\r\n--b-1`],
    ['cannot be read', `--b-1\r\n${HEAD}abc\r\n--b-1-`],
    ['cannot be read', `--b-1\r\n${HEAD}abc\r\n--b-12--`],
    ['must have one part, "photo"', `--b-1\r\n${HEAD}abc\r\n--b-1\r\n${HEAD}abc\r\n--b-1--`],
  ])('ends a file with an error whose form %s: %#', async (problem, text) => {
    for (const size of [1, 50, 100_000]) {
      const { body, state } = arriving(text, size);
      const { chunks } = await arrivingPart(FORM, 'photo', body, fail);
      const read = async () => {
        for await (const piece of chunks) expect(piece.length).toBeGreaterThan(0);
      };
      await expect(read()).rejects.toThrow(problem);
      expect(state.isOver).toBe(true);
    }
  });

  test('a reader that leaves ends the body', async () => {
    const { body, state } = arriving(`--b-1\r\n${HEAD}${'x'.repeat(1000)}\r\n--b-1--`, 100);
    const { chunks } = await arrivingPart(FORM, 'photo', body, fail);
    await chunks.next();
    await chunks.return?.();
    expect(state.isOver).toBe(true);
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
  });
});
