import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { freePort } from '@soapstone/testing/free-port';
import { type ServerProcess, startProcess } from '@soapstone/testing/server-process';
import type { GatewayArgument, Tenant } from '../../conformance/src/hostile/gateway-process.js';
import { measureService } from '../../conformance/src/hostile/measure-service.js';
import { type Measured, NoAnswer, type Scene } from '../../conformance/src/hostile/requests.js';
import type { HostileService, HostileShape } from '../../conformance/src/hostile/shape.js';
import { ANSWERS } from '../../conformance/src/hostile/shapes/answers.js';
import { CALLS } from '../../conformance/src/hostile/shapes/calls.js';
import { CONSTRUCTS } from '../../conformance/src/hostile/shapes/constructs.js';
import { CONTENT_MODELS } from '../../conformance/src/hostile/shapes/content-models.js';
import { GRAPHS } from '../../conformance/src/hostile/shapes/graphs.js';
import { RARE_VALUES } from '../../conformance/src/hostile/shapes/rare-values.js';
import { SIMPLE_TYPES } from '../../conformance/src/hostile/shapes/simple-types.js';
import type { BenchOptions } from './bench-options.js';
import { type BuiltServers, buildServers } from './gateway/build-servers.js';
import type { BenchRow, BenchTable } from './table.js';

/** The maximum CPU time of one turn of the event loop, in milliseconds. */
const MAX_TURN_MS = 100;
/** The maximum memory: this multiple of the input, or this many bytes, whichever is larger. */
const MEMORY_TIMES = 100;
const MEMORY_BYTES = 64 * 1024 * 1024;
/** The maximum ratio of the costs of a request and one of half the size. */
const GROWTH = 2.3;
/** Milliseconds of CPU that the larger size must take for its growth to count. Below that, measurement noise dominates. */
const LEAST_COST = 100;
/** Milliseconds of CPU of one request: the deadline of an import, by default. */
const MAX_REQUEST_CPU_MS = 20_000;
/** The number of accounts that register the shapes in turn. */
const TENANTS = 10;
/** A generous timeout, because the bench judges CPU, not time: on a busy machine imports are slow. */
const SETTINGS = { REGISTRATION_TIMEOUT_MS: '50000' };
/** The maximum number of measurements of a shape that grows too fast. */
const ROUNDS = 3;

const SHAPES: readonly HostileShape[] = [
  ...SIMPLE_TYPES,
  ...CONTENT_MODELS,
  ...ANSWERS,
  ...CALLS,
  ...CONSTRUCTS,
  ...RARE_VALUES,
  ...GRAPHS,
];

/**
 * Hostile input through the whole gateway: as a description, as a request, as a response and as a page of
 * its owner, each at full and at half size. `SOAPSTONE_HOSTILE` selects the shapes whose name contains it.
 */
export async function run({ quick }: BenchOptions): Promise<BenchTable> {
  const wanted = process.env['SOAPSTONE_HOSTILE'] ?? '';
  const shapes = SHAPES.filter(({ name }) => name.includes(wanted));
  const built = await buildServers();
  const upstream = await startUpstream();
  const rows: BenchRow[] = [];
  const broken: string[] = [];
  let scene: Scene | undefined;
  try {
    for (const shape of shapes) {
      const { half, whole } = await measureShape(shape, quick ? 1 : ROUNDS, async (service) => {
        scene ??= await startScene(built, upstream);
        try {
          return await measureService(scene, service, upstream.address);
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          await scene.gateway.kill();
          scene = undefined;
          return error.measured;
        }
      });
      const before = broken.length;
      for (const each of whole) {
        const smaller = half.find(({ phase }) => phase === each.phase);
        const { row, faults } = judge(shape.name, each, smaller);
        rows.push(row);
        for (const fault of faults) broken.push(`${shape.name}, ${each.phase}: ${fault}`);
      }
      const worst = whole.reduce((longest, { longest: turn }) => Math.max(longest, turn), 0);
      const [imported] = whole;
      const refused = imported?.end === '201' ? '' : `, import: ${imported?.end}`;
      // Printed immediately, because a run takes hours on a busy machine.
      console.error(
        [`${shape.name}: ${worst.toFixed(0)} ms${refused}`, ...broken.slice(before)].join('\n  '),
      );
    }
  } finally {
    await scene?.gateway.stop();
    upstream.close();
    await built.remove();
  }
  const notes =
    broken.length === 0
      ? [`${shapes.length} shapes, ${rows.length} requests: every one within its bounds`]
      : broken;
  return { name: 'hostile input', unit: 'ms of CPU in the longest turn', rounds: 1, rows, notes };
}

/**
 * Measures a shape at both sizes. One that grows too fast is measured again, and the lowest CPU of each request counts: noise
 * only adds to it, while the cost of the shape itself is in every measurement. Of turns and memory, the highest counts.
 */
async function measureShape(
  shape: HostileShape,
  rounds: number,
  measure: (service: HostileService) => Promise<readonly Measured[]>,
): Promise<{ half: readonly Measured[]; whole: readonly Measured[] }> {
  // A quick run measures only the smaller size, and not its growth.
  if (rounds === 1) return { half: [], whole: await measure(shape.make(1)) };
  let half: readonly Measured[] = [];
  let whole: readonly Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    half = join(half, await measure(shape.make(1)));
    whole = join(whole, await measure(shape.make(2)));
    const smaller = new Map(half.map((each) => [each.phase, each]));
    if (whole.every((each) => (growthOf(each, smaller.get(each.phase)) ?? 0) <= GROWTH)) break;
  }
  return { half, whole };
}

/** Merges two measurements of the same requests. */
function join(earlier: readonly Measured[], later: readonly Measured[]): readonly Measured[] {
  return later.map((each) => {
    const other = earlier.find(({ phase }) => phase === each.phase);
    if (other === undefined) return each;
    return {
      ...each,
      longest: Math.max(each.longest, other.longest),
      total: Math.min(each.total, other.total),
      memory: Math.max(each.memory, other.memory),
    };
  });
}

/** The ratio of its CPU to that of half the size; undefined if the CPU is too little to compare. */
function growthOf({ total }: Measured, half: Measured | undefined): number | undefined {
  return half === undefined || total < LEAST_COST ? undefined : total / half.total;
}

/** The cost of a request, and its bounds. */
function judge(
  shape: string,
  measured: Measured,
  half: Measured | undefined,
): { row: BenchRow; faults: string[] } {
  const faults: string[] = [];
  const { phase, bytes, end, longest, total, memory } = measured;
  const growth = growthOf(measured, half);
  if (longest > MAX_TURN_MS) faults.push(`a turn of ${longest.toFixed(0)} ms`);
  if (memory > Math.max(MEMORY_BYTES, bytes * MEMORY_TIMES))
    faults.push(`${megabytes(memory)} of memory for ${megabytes(bytes)}`);
  if (growth !== undefined && growth > GROWTH)
    faults.push(`${growth.toFixed(1)} times the CPU for twice the size`);
  if (total > MAX_REQUEST_CPU_MS) faults.push(`${(total / 1000).toFixed(0)} s of CPU`);
  // A rejection is fine, and so is a fault of the upstream; an internal error is not.
  if (end.startsWith('500')) faults.push(`it ended with ${end}`);
  const grows = growth === undefined ? '' : `, ${growth.toFixed(1)} times half the size`;
  return {
    row: {
      case: shape,
      contender: `${phase} (${megabytes(bytes)}): ${end}; ${total.toFixed(0)} ms in total${grows}, ${megabytes(memory)}`,
      rate: longest,
      ratio: 1,
    },
    faults,
  };
}

function megabytes(bytes: number): string {
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

interface Upstream {
  readonly address: string;
  set(service: HostileService): void;
  close(): void;
}

async function startScene(built: BuiltServers, upstream: Upstream): Promise<Scene> {
  const argument: GatewayArgument = {
    module: pathToFileURL(built.file('index')).href,
    port: await freePort(),
    upstream: upstream.address,
    plans: Array<'Pro'>(TENANTS).fill('Pro'),
    settings: SETTINGS,
  };
  const gateway: ServerProcess = await startProcess(built.file('hostile-gateway'), argument, ['--expose-gc']);
  const tenants = JSON.parse(gateway.ready['tenants'] as string) as Tenant[];
  let turn = 0;
  const scene: Scene = {
    gateway,
    // Each service belongs to the next tenant, so that no limit per minute is reached.
    get tenant() {
      return tenants[turn % TENANTS]!;
    },
    answerWith(service) {
      turn += 1;
      upstream.set(service);
    },
  };
  // Two ordinary requests first: one-time work of the process must not count against a shape.
  for (let round = 0; round < 2; round += 1) await measureService(scene, CALLS[0]!.make(1), upstream.address);
  return scene;
}

/** A SOAP service on loopback that answers every request with the same bytes. */
async function startUpstream(): Promise<Upstream> {
  let service: HostileService | undefined;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const { body, contentType, status = 200 } = service?.answer ?? EMPTY;
      response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': body.length }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    set: (next) => {
      service = next;
    },
    close: () => server.close(),
  };
}

const EMPTY = {
  status: 200,
  contentType: 'text/xml; charset=utf-8',
  body: Buffer.from(
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:opResponse xmlns:t="urn:h"/></s:Body></s:Envelope>',
  ),
};
