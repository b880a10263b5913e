import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@soapstone/testing/free-port';

/** The gateway as a separate program, as in production: its own process, with real signals. */
export interface GatewayProcess {
  readonly port: number;
  readonly baseUrl: string;
  readonly pid: number;
  /** The output so far. */
  output(): string;
  /** Resolves when it has ended: to its exit code, or to null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM. Resolves to its exit code. */
  terminate(): Promise<number | null>;
  /** Kills it, as a crash does. */
  kill(): Promise<void>;
}

/** The main program, as `scripts/bundle-processes.mjs` bundles it before the tests. */
export const GATEWAY_MAIN: string = fileURLToPath(new URL('../../.processes/main.js', import.meta.url));

/**
 * Starts a gateway with `environment`, on a free port unless `HTTPS_PORT` is given. Resolves when it listens. `main` is the program, by
 * default that of these sources.
 */
export async function startGatewayProcess(
  environment: Readonly<Record<string, string>>,
  main: string = GATEWAY_MAIN,
): Promise<GatewayProcess> {
  const port = Number(environment['HTTPS_PORT'] ?? (await freePort()));
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HTTPS_PORT: String(port),
      HTTP_PORT: 'off',
      EGRESS_ALLOW: '127.0.0.1',
      // The machine that runs the tests may be busy.
      WATCHDOG_MS: '60000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('"msg":"listening"')) resolve();
      });
    }
    child.once('error', reject);
    void ended.then((code) => reject(new Error(`the gateway ended with ${code}:\n${output}`)));
  });
  return {
    port,
    baseUrl: `https://localhost:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    async terminate() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
