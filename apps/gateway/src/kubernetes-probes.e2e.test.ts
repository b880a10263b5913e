import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type GatewayProcess, startGatewayProcess } from './testing/gateway-process.js';

interface Probe {
  readonly path: string;
  readonly httpHeaders?: readonly { readonly name: string; readonly value: string }[];
}
interface Deployment {
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly [Container] } } };
}
type Container = Readonly<
  Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', { readonly httpGet: Probe }>
>;

const folder = fileURLToPath(new URL('../../../deploy/kubernetes/', import.meta.url));

let dataDir: string;
let gateway: GatewayProcess;
let container: Container;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-probes-'));
  const lines = (await readFile(join(folder, 'gateway.env'), 'utf8')).trim().split('\n');
  const { HTTPS_PORT: _port, ...environment } = Object.fromEntries(lines.map((line) => line.split('=')));
  // Several nodes would need Redis, which no probe depends on.
  gateway = await startGatewayProcess({
    ...environment,
    NODE_COUNT: '1',
    DATA_DIR: dataDir,
    DRAIN_DELAY_MS: '20000',
  });
  const deployment = parse(await readFile(join(folder, 'deployment.yaml'), 'utf8')) as Deployment;
  [container] = deployment.spec.template.spec.containers;
});
afterAll(async () => {
  await gateway?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns the status that the kubelet sees; it treats 200 to 399 as success. */
function probe({ path, httpHeaders = [] }: Probe): Promise<number | undefined> {
  const headers = Object.fromEntries(httpHeaders.map(({ name, value }) => [name, value]));
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: gateway.port, path, headers, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.once('error', reject).end();
  });
}

test('Kubernetes probes: they reach the gateway behind its proxy, and see when it drains', async () => {
  const { startupProbe, livenessProbe, readinessProbe } = container;
  for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
    expect(await probe(httpGet)).toBe(200);
  const ended = gateway.terminate();
  await expect.poll(() => probe(readinessProbe.httpGet)).toBe(503);
  expect(await probe(livenessProbe.httpGet)).toBe(200);
  await gateway.kill();
  await ended;
});
