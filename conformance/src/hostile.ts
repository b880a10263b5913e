import { parseArgs } from 'node:util';
import { partOf } from './bounded-runs/bounded-runs.js';
import { judgeShape, megabytes } from './hostile/judge.js';
import type { Measured } from './hostile/requests.js';
import { SHAPES } from './hostile/shapes.js';
import { openStage } from './hostile/stage.js';

/**
 * `pnpm conformance hostile [--only text] [--part 3/8] [--half] [--list]`: inputs made to be expensive, through a whole gateway: as a description,
 * a request, a response, an agent's call, and pages of their owner. Each is sent at two sizes, and fails the run if a request exceeds one of the
 * bounds in `hostile/judge.ts`. `--half` sends the smaller size alone, `--list` prints every request. Linux only: it reads `/proc`.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: 'string', default: '' },
      part: { type: 'string', default: '1/1' },
      half: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  const shapes = partOf(
    SHAPES.filter(({ name }) => name.includes(values.only)),
    values.part,
  );
  const stage = await openStage();
  let requests = 0;
  let broken = 0;
  const worst = { turn: 0, memory: 0, written: 0 };
  try {
    for (const shape of shapes) {
      const { costs, faults } = await judgeShape(shape, stage.measure, { halfOnly: values.half });
      requests += costs.length;
      broken += faults.length;
      for (const { longest, memory, written } of costs) {
        worst.turn = Math.max(worst.turn, longest);
        worst.memory = Math.max(worst.memory, memory);
        worst.written = Math.max(worst.written, written);
      }
      const lines = values.list ? costs.map(describe) : [];
      console.log([`${shape.name}: ${summary(costs)}`, ...lines, ...faults].join('\n  '));
    }
  } finally {
    await stage.close();
  }
  console.log(
    `${shapes.length} shapes, ${requests} requests: ${broken} above their bounds; at most ${worst.turn.toFixed(0)} ms in a turn, ${megabytes(worst.memory)} of memory, ${megabytes(worst.written)} written`,
  );
  return broken === 0 && requests > 0 ? 0 : 1;
}

function summary(costs: readonly Measured[]): string {
  const longest = costs.reduce((turn, each) => Math.max(turn, each.longest), 0);
  const [imported] = costs;
  return `${longest.toFixed(0)} ms${imported?.end === '201' ? '' : `, import: ${imported?.end}`}`;
}

function describe({ phase, bytes, written, end, longest, total, memory }: Measured): string {
  return `${phase} (${megabytes(bytes)}): ${end}; ${longest.toFixed(0)} ms, ${total.toFixed(0)} ms in total, ${megabytes(memory)}, ${megabytes(written)} written`;
}
