import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Size of the streamed document in bytes. */
const SIZE = 50_000_000;

/**
 * Peak memory of decoding 50 MB as a stream, above the memory before. Measured in a separate process, because only there is
 * the peak that of the decoding. The document is generated while it is read, so that it is not in memory itself.
 */
export function measureMemory(): string[] {
  const script = fileURLToPath(new URL('./decode-memory-process.ts', import.meta.url));
  const output = execFileSync(process.execPath, [...process.execArgv, script, String(SIZE)], {
    encoding: 'utf8',
  });
  const { baseline, peak, bytes } = JSON.parse(output) as { baseline: number; peak: number; bytes: number };
  const mb = (value: number): string => `${(value / 1e6).toFixed(0)} MB`;
  return [
    `streamed, ${mb(bytes)} of records: peak ${mb(peak - baseline)} over a baseline of ${mb(baseline)}`,
  ];
}
