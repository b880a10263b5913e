import { describe, expect, test } from 'vitest';
import { TransportError } from '../transport-error.js';
import { ByteStream, takeWholeBody } from './byte-stream.js';

function setUp() {
  const calls: string[] = [];
  const stream = new ByteStream({
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
    abandon: (error) => calls.push(`abandon ${error?.code ?? 'without error'}`),
  });
  return { stream, calls };
}

const failure = new TransportError({ code: 'UPSTREAM_RESET', phase: 'read-response', message: 'gone' });
const kib = (count: number) => new Uint8Array(count * 1024);

describe('a byte stream', () => {
  test('delivers chunks in order, to a reader that waits and to one that comes later', async () => {
    const { stream } = setUp();
    const waiting = stream.next();
    stream.push(Uint8Array.of(1));
    stream.push(Uint8Array.of(2));
    stream.push(Uint8Array.of(3));
    stream.end();
    const seen = [(await waiting).value];
    for await (const chunk of stream) seen.push(chunk);
    expect(seen).toEqual([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)]);
    expect((await stream.next()).done).toBe(true);
  });

  test('pauses the socket above 256 KiB and resumes it below 64 KiB', async () => {
    const { stream, calls } = setUp();
    for (let i = 0; i < 8; i += 1) stream.push(kib(32));
    expect(calls).toEqual([]);
    stream.push(kib(32));
    stream.push(kib(32));
    expect(calls).toEqual(['pause']);
    for (let i = 0; i < 8; i += 1) await stream.next();
    expect(calls).toEqual(['pause']);
    await stream.next();
    expect(calls).toEqual(['pause', 'resume']);
  });

  test('chunks that were read are released, even if the queue is never empty', async () => {
    const { stream } = setUp();
    const before = process.memoryUsage().arrayBuffers;
    stream.push(kib(64));
    let peak = 0;
    for (let i = 0; i < 4096; i += 1) {
      stream.push(kib(64));
      await stream.next();
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
    // 256 MiB went through; uncollected garbage is far less.
    expect(peak).toBeLessThan(128 * 1024 * 1024);
  });

  test('an error drops the buffered data and is reported once', async () => {
    const { stream } = setUp();
    stream.push(kib(1));
    stream.fail(failure);
    await expect(stream.next()).rejects.toBe(failure);
    expect((await stream.next()).done).toBe(true);
  });

  test('an error reaches a waiting reader', async () => {
    const { stream } = setUp();
    const waiting = stream.next();
    stream.fail(failure);
    await expect(waiting).rejects.toBe(failure);
  });

  test('leaving the loop abandons the rest, once', async () => {
    const { stream, calls } = setUp();
    stream.push(kib(1));
    stream.push(kib(1));
    for await (const _ of stream) break;
    await stream.return();
    stream.push(kib(1));
    expect(calls).toEqual(['abandon without error']);
    expect((await stream.next()).done).toBe(true);
  });

  test('at the end there is nothing left to abandon, but the response can still be rejected', () => {
    const { stream, calls } = setUp();
    stream.end();
    stream.abandon();
    expect(calls).toEqual([]);
    stream.abandon(failure);
    expect(calls).toEqual(['abandon UPSTREAM_RESET']);
  });
});

describe('the whole body of a byte stream', () => {
  test('is returned immediately if all of it has arrived, and a single chunk is not copied', async () => {
    const { stream } = setUp();
    const only = Uint8Array.of(1, 2);
    stream.push(only);
    expect(takeWholeBody(stream)).toBeUndefined();
    stream.end();
    expect(takeWholeBody(stream)).toBe(only);
    expect((await stream.next()).done).toBe(true);

    const pieces = setUp().stream;
    pieces.push(Uint8Array.of(1));
    pieces.push(Uint8Array.of(2, 3));
    pieces.end();
    expect([...(takeWholeBody(pieces) ?? [])]).toEqual([1, 2, 3]);

    const empty = setUp().stream;
    empty.end();
    expect(takeWholeBody(empty)).toHaveLength(0);
  });

  test('is not returned if a part was read, the rest failed, or another reader is active', async () => {
    const { stream } = setUp();
    stream.push(Uint8Array.of(1));
    stream.push(Uint8Array.of(2));
    await stream.next();
    stream.end();
    expect(takeWholeBody(stream)).toBeUndefined();
    expect((await stream.next()).value).toEqual(Uint8Array.of(2));

    const failed = setUp().stream;
    failed.push(Uint8Array.of(1));
    failed.fail(failure);
    expect(takeWholeBody(failed)).toBeUndefined();
    await expect(failed.next()).rejects.toBe(failure);

    async function* others() {
      yield Uint8Array.of(1);
    }
    expect(takeWholeBody(others())).toBeUndefined();
  });
});
