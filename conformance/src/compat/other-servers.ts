import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createSoapServer, SoapFault } from '@soapstone/server';
import { listen } from '@soapstone/server/node';
import { SHOP, SUMS } from '../../../packages/compat/src/testing/judge.js';
import { PYTHON, succeeds } from '../installed.js';
import { end, printedPort } from '../servers/start-server.js';

/** A server of the shop, and of the sums where it can serve rpc, that is neither node-soap's nor the one of `@soapstone/compat`. */
export interface OtherServer {
  readonly name: 'php' | 'spyne' | 'soapstone';
  isInstalled(): boolean;
  start(): Promise<{ readonly url: string; readonly sums: string; stop(): Promise<void> }>;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The servers that judge the client programs. */
export const OTHER_SERVERS: readonly OtherServer[] = [
  {
    name: 'php',
    isInstalled: () => succeeds('php', '-r', 'exit(class_exists("SoapServer") ? 0 : 1);'),
    async start() {
      const child = spawn('php', ['-S', '127.0.0.1:0', 'router.php'], {
        cwd: here('./php'),
        env: { ...process.env, CONTRACTS: here('../../../packages/compat/src/testing') },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const port = await printedPort(child, child.stderr, /\(http:\/\/127\.0\.0\.1:(\d+)\) started/);
      return placesOf(`http://127.0.0.1:${port}`, () => end(child));
    },
  },
  {
    name: 'spyne',
    isInstalled: () => succeeds(PYTHON, '-c', 'import spyne.server.wsgi, lxml'),
    async start() {
      const child = spawn(PYTHON, [here('./spyne/server.py')], { stdio: ['ignore', 'pipe', 'ignore'] });
      return placesOf(`http://127.0.0.1:${await printedPort(child, child.stdout)}`, () => end(child));
    },
  },
  { name: 'soapstone', isInstalled: () => true, start: startOurs },
];

function placesOf(address: string, stop: () => Promise<void>) {
  return { url: `${address}/shop`, sums: `${address}/sums`, stop };
}

const ORDER = {
  '@channel': 'web',
  customer: 'Ada & Söhne <1>',
  total: { '@currency': 'EUR', $value: 12.5 },
  placed: '2026-01-02T03:04:05Z',
  day: '2026-01-02',
  paid: true,
  serial: 42,
  ratio: 0.25,
  state: 'open',
  item: [{ sku: 'A-1', quantity: 2 }],
  tag: ['new'],
  address: 'Main Street 1',
  photo: 'AQID',
};

/** `@soapstone/server` with both services. */
async function startOurs() {
  const shop = await createSoapServer<Record<string, { input: never; result: unknown }>>(
    { 'shop.wsdl': SHOP },
    {
      GetOrder: ({ id }: { id: number }) => (id === 404 ? { customer: '' } : { ...ORDER, '@id': id }),
      PlaceOrder({ order }: { order: object }) {
        const { placed: _, day: __, ...rest } = order as Record<string, unknown>;
        return rest;
      },
      FindOrders({ customer = '', limit = 2 }: { customer?: string; limit?: number }) {
        const order = Array.from({ length: limit }, (_, index) => ({ customer: `${customer} ${index}` }));
        return { order, count: limit };
      },
      Fail({ kind }: { kind: string }) {
        if (kind !== 'soap11') throw new SoapFault({ reason: `failed with ${kind}` });
        throw new SoapFault({ reason: 'out of stock', detail: { Problem: { code: 5, hint: 'later' } } });
      },
      Notify: () => undefined,
      Ping: () => ({}),
      Echo: ({ text }: { text: string }) => ({ text }),
      'dashed-name': ({ text }: { text: string }) => ({ text: `-${text}-` }),
    },
  );
  const sums = await createSoapServer<Record<string, { input: never; result: unknown }>>(
    { 'sums.wsdl': SUMS },
    {
      add: ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
      swap: ({ pair }: { pair: { left: number; right: number } }) => ({ left: pair.right, right: pair.left }),
    },
  );
  const [first, second] = await Promise.all([listen(shop), listen(sums)]);
  const stop = async (): Promise<void> => {
    await Promise.all([first.close(), second.close()]);
  };
  return { url: first.address, sums: second.address, stop };
}
