import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.js';
import { type Answer, type SentRequest, send } from './https-client.js';

/** A gateway in its own process, to which a test sends what may end it. */
export interface SurvivingGateway {
  readonly gateway: GatewayProcess;
  /** Its certificate. */
  readonly ca: string;
  /** Sends a request to a path. Fails with the output of the process if the process ends first. */
  send(path: string, request?: SentRequest): Promise<Answer>;
  /** Checks that the process serves. Its number cannot have changed, because nothing starts it again. */
  expectServing(): Promise<void>;
  /** The number of descriptors that the process has open. */
  descriptors(): Promise<number>;
  /** The processor time of its event loop, in milliseconds; 0 where the system does not report it. */
  loopTime(): Promise<number>;
}

/** Starts a gateway with `environment`. */
export async function startSurvivor(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<SurvivingGateway> {
  const gateway = await startGatewayProcess({
    DATA_DIR: dataDir,
    DRAIN_DELAY_MS: '0',
    MAX_CONNECTIONS_PER_ADDRESS: '0',
    ...environment,
  });
  const ca = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
  const ended = gateway.ended.then((code) => {
    throw new Error(`the gateway ended with ${code}:\n${gateway.output().slice(-2_000)}`);
  });
  ended.catch(() => {});
  const survivor: SurvivingGateway = {
    gateway,
    ca,
    send: (path, request = {}) => Promise.race([send(gateway.baseUrl + path, request, ca), ended]),
    async expectServing() {
      expect((await survivor.send('/healthz')).status).toBe(200);
    },
    descriptors: async () => (await readdir(`/proc/${gateway.pid}/fd`)).length,
    loopTime: async () => {
      const file = `/proc/${gateway.pid}/task/${gateway.pid}/schedstat`;
      return Number.parseInt(await readFile(file, 'latin1').catch(() => '0'), 10) / 1e6;
    },
  };
  return survivor;
}
