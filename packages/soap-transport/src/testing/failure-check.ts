import { afterAll, expect, vi } from 'vitest';
import { createTransport } from '../transport.js';
import type { TransportErrorCode, TransportPhase } from '../transport-error.js';
import type { TransportOptions } from '../transport-options.js';
import { longRun } from './long-run.js';
import { failureOf, soapRequest, textOf } from './messages.js';

/** The total deadline of a call that is expected to hit it, in milliseconds. A busy machine reaches the failure before it. */
export const DEADLINE: number = longRun ? 1_000 : 4_000;
/** Limits of a call and its parts, in milliseconds, if the expected failure is a different one. */
export const AMPLE = 60_000;
/** The promise is deadline + 100 ms. A shared machine may be late itself, so the test only tells "in time" from "hanging". */
export const SLACK: number = longRun ? 100 : 30_000;
const CAP = 64 * 1024;

/** The expected properties of a failure. */
export interface Expected {
  readonly code: TransportErrorCode;
  readonly phase: TransportPhase;
  readonly sent: boolean;
  readonly status?: number;
}

export const TIMEOUT_FIRST: Expected = { code: 'UPSTREAM_TIMEOUT', phase: 'await-response', sent: true };
export const TIMEOUT_REST: Expected = { code: 'UPSTREAM_TIMEOUT', phase: 'read-response', sent: true };
export const NO_ANSWER: Expected = { code: 'UPSTREAM_RESET', phase: 'await-response', sent: true };
export const NOT_HTTP: Expected = { code: 'UPSTREAM_BAD_RESPONSE', phase: 'await-response', sent: true };
export const BROKEN: Expected = {
  code: 'UPSTREAM_BAD_RESPONSE',
  phase: 'read-response',
  sent: true,
  status: 200,
};
export const UNREADABLE: Expected = { code: 'UPSTREAM_BAD_RESPONSE', phase: 'read-response', sent: true };
export const TOO_LARGE: Expected = {
  code: 'UPSTREAM_TOO_LARGE',
  phase: 'read-response',
  sent: true,
  status: 200,
};

const latest: { name: string; lateMs: number }[] = [];

/** Records how long a failure took; the slowest is printed at the end of the file. */
export function noteElapsed(name: string, elapsedMs: number): void {
  latest.push({ name, lateMs: elapsedMs - DEADLINE });
}

/** Prints the slowest failure at the end of the file that calls this. */
export function reportLatest(): void {
  afterAll(() => {
    const worst = latest.sort((a, b) => b.lateMs - a.lateMs)[0];
    process.stdout.write(
      `failures: ${latest.length} kinds, latest ${worst?.lateMs.toFixed(0)} ms after the deadline (${worst?.name})\n`,
    );
  });
}

/** Sends once, reads everything, and checks for leftovers. */
export async function expectFailure(
  name: string,
  url: string,
  expected: Expected,
  options: TransportOptions = {},
): Promise<void> {
  const transport = createTransport({
    egress: { allow: ['127.0.0.0/8'] },
    ...options,
    limits: {
      connectMs: AMPLE,
      firstByteMs: expected.phase === 'await-response' ? (DEADLINE * 3) / 4 : AMPLE,
      maxResponseBytes: CAP,
      maxParts: 50,
      ...options.limits,
    },
  });
  const startedAt = performance.now();
  const error = await failureOf(async () => {
    const deadlineMs = expected.code === 'UPSTREAM_TIMEOUT' ? DEADLINE : AMPLE;
    const response = await transport.send(soapRequest(url, { deadlineMs }));
    await textOf(response);
    await response.attachments();
  });
  const elapsed = performance.now() - startedAt;
  noteElapsed(name, elapsed);
  expect(
    { code: error.code, phase: error.phase, sent: error.sent, status: error.upstreamStatus },
    `${name}: ${error.message}`,
  ).toEqual({
    status: undefined,
    ...expected,
  });
  expect(elapsed).toBeLessThan(DEADLINE + SLACK);
  const stats = transport.stats();
  expect(stats.failed[expected.code]).toBe(1);
  expect(stats).toMatchObject({ calls: 1, answered: 0, inFlight: 0, waiting: 0 });
  await transport.close();
  await vi.waitFor(() => expect(transport.stats().sockets).toBe(0), { timeout: AMPLE });
}
