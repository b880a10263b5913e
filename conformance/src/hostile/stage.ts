import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@soapstone/testing/free-port';
import { startProcess } from '@soapstone/testing/server-process';
import type { GatewayArgument, Tenant } from './gateway-process.js';
import { measureService } from './measure-service.js';
import { type Measured, NoAnswer, type Scene } from './requests.js';
import type { HostileService } from './shape.js';
import { CALLS } from './shapes/calls.js';

/** The number of accounts that register the shapes in turn. */
const TENANTS = 10;
/** A generous timeout, because CPU is judged, not time: on a busy machine imports are slow. */
const SETTINGS = { REGISTRATION_TIMEOUT_MS: '50000' };

/** A gateway in a process of its own, with a SOAP service behind it. */
export interface Stage {
  /** Sends everything about a service that its owner and its clients may send. A gateway that does not answer is replaced by a new one. */
  measure(service: HostileService): Promise<readonly Measured[]>;
  close(): Promise<void>;
}

interface Bundler {
  default(): Promise<void>;
  bundleProgram(file: string, folder: string): Promise<string>;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Prepares a gateway as built: from sources, the tool that transpiles them would be measured too. It is started with the first service.
 */
export async function openStage(): Promise<Stage> {
  const bundler = (await import(here('../../../scripts/bundle-processes.mjs'))) as Bundler;
  await bundler.default();
  const folder = await mkdtemp(join(tmpdir(), 'soapstone-hostile-'));
  const program = await bundler.bundleProgram(here('./gateway-process.ts'), folder);
  const upstream = await startUpstream();
  let scene: Scene | undefined;
  return {
    async measure(service) {
      scene ??= await startScene(program, upstream);
      try {
        return await measureService(scene, service, upstream.address);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        await scene.gateway.kill();
        scene = undefined;
        return error.measured;
      }
    },
    async close() {
      await scene?.gateway.stop();
      upstream.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startScene(program: string, upstream: Upstream): Promise<Scene> {
  const argument: GatewayArgument = {
    module: new URL('../../../apps/gateway/.processes/index.js', import.meta.url).href,
    port: await freePort(),
    upstream: upstream.address,
    plans: Array<'Pro'>(TENANTS).fill('Pro'),
    settings: SETTINGS,
  };
  const gateway = await startProcess(program, argument, ['--expose-gc']);
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
    received: upstream.received,
  };
  // Two ordinary requests first: one-time work of the process must not count against a shape.
  for (let round = 0; round < 2; round += 1) await measureService(scene, CALLS[0]!.make(1), upstream.address);
  return scene;
}

interface Upstream {
  readonly address: string;
  set(service: HostileService): void;
  /** The bytes of all requests so far. */
  received(): number;
  close(): void;
}

/** A SOAP service on loopback that answers every request with the same bytes. */
async function startUpstream(): Promise<Upstream> {
  let service: HostileService | undefined;
  let received = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
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
    received: () => received,
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
