import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The order service on PHP's SoapServer, on a free loopback port. */
export interface Orders {
  readonly wsdlAddress: string;
  stop(): Promise<void>;
}

/** Whether PHP's SoapServer is installed (Debian: php-cli php-soap). */
export const hasPhp: boolean =
  spawnSync('php', ['-r', 'exit(class_exists("SoapServer") ? 0 : 1);'], { stdio: 'ignore' }).status === 0;
if (!hasPhp) {
  process.stderr.write('The own-service tests are skipped: they need the Debian packages php-cli php-soap\n');
}

/** Starts the service; resolves when PHP listens. */
export async function startOrders(): Promise<Orders> {
  const program = fileURLToPath(new URL('./orders.php', import.meta.url));
  const child = spawn('php', ['-S', '127.0.0.1:0', program], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const base = await new Promise<string>((resolve, reject) => {
    let text = '';
    void ended.then(() => reject(new Error(`PHP did not start: ${text}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      if (text.length > 10_000) return;
      text += chunk.toString();
      const found = /\((http:\/\/127\.0\.0\.1:\d+)\) started/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    wsdlAddress: `${base}/orders?wsdl`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
