import { createInterface } from 'node:readline';
import { PEERS } from './peers.js';

/**
 * One peer in its own process: lines `{path, root, shows}` in, lines `{ok, operations?, ms, peakMb, text?, error?}` out.
 * The peer's own output must not mix with them.
 */
const peer = PEERS.find(({ name }) => name === process.argv[2]);
if (peer === undefined) throw new Error(`no peer ${process.argv[2]}`);
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (() => true) as typeof process.stdout.write;
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};

for await (const line of createInterface({ input: process.stdin })) {
  const { path, root, withText } = JSON.parse(line) as { path: string; root: string; withText: boolean };
  const startedAt = performance.now();
  let answer: Record<string, unknown>;
  try {
    const { operations, text } = await peer.describe(path, root);
    answer = { ok: true, operations, bytes: text.length, ...(withText ? { text } : {}) };
  } catch (error) {
    answer = { ok: false, error: (error instanceof Error ? error.message : String(error)).split('\n')[0] };
  }
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  write(`${JSON.stringify({ ...answer, ms: performance.now() - startedAt, peakMb })}\n`);
}
