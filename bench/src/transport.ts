import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from './bench-options.js';
import { interleave } from './interleave.js';
import type { BenchRow, BenchTable } from './table.js';
import {
  type Exchange,
  openDispatch,
  openNodeHttp,
  openTransport,
  openUndici,
} from './transport/contenders.js';

interface Case {
  readonly label: string;
  readonly answerBytes: number;
  readonly concurrency: number;
  /** Whether to measure elapsed time instead of CPU time. */
  readonly wall: boolean;
}

const CASES: readonly Case[] = [
  { label: '1 KB answers, 16 at a time, CPU time', answerBytes: 1_000, concurrency: 16, wall: false },
  { label: '1 KB answers, 16 at a time, elapsed time', answerBytes: 1_000, concurrency: 16, wall: true },
  { label: '1 KB answers, one at a time, CPU time', answerBytes: 1_000, concurrency: 1, wall: false },
  { label: '20 KB answers, 16 at a time, CPU time', answerBytes: 20_000, concurrency: 16, wall: false },
  { label: '1 MB answers, 4 at a time, CPU time', answerBytes: 1_000_000, concurrency: 4, wall: false },
];

/** One exchange with a SOAP server: the cost of guard, bulkhead, breaker, deadline and size limit on top of bare undici. */
export async function run({ rounds, roundMs }: BenchOptions): Promise<BenchTable> {
  const server = fork(fileURLToPath(new URL('./transport/answering-server.ts', import.meta.url)));
  try {
    const [port] = (await once(server, 'message')) as [number];
    const body = Buffer.from(
      `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${'<a>1</a>'.repeat(60)}</e:Body></e:Envelope>`,
    );
    const rows: BenchRow[] = [];
    for (const { label, answerBytes, concurrency, wall } of CASES) {
      const exchange: Exchange = { port, path: `/${answerBytes}`, body, concurrency };
      const contenders = [
        openTransport(exchange),
        openDispatch(exchange),
        openUndici(exchange),
        openNodeHttp(exchange),
      ];
      rows.push(...(await interleave(label, contenders, 1, { rounds, roundMs, wall })));
      for (const contender of contenders) await contender.close();
    }
    return {
      name: 'transport',
      unit: 'calls/s',
      rounds,
      rows,
      notes: [
        `Requests of ${body.length} bytes; the server runs in its own process. The goal is at least 0.9 of undici's dispatch, its lowest-level call.`,
      ],
    };
  } finally {
    server.disconnect();
  }
}
