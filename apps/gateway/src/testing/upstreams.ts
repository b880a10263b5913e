import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';

/** A third-party SOAP server that serves the user directory of the example. */
export interface Upstream {
  readonly name: string;
  start(): Promise<UserDirectory>;
}

export const NODE_SOAP: Upstream = { name: 'node-soap', start: startUserDirectory };

/** Returns every server that is installed; writes to stderr once what is missing. */
export function findUpstreams(): Upstream[] {
  const probe = ['-r', 'exit(class_exists("SoapServer") ? 0 : 1);'];
  if (spawnSync('php', probe, { stdio: 'ignore' }).status !== 0) {
    process.stderr.write(
      'The end-to-end suite runs without PHP: it needs the Debian packages php-cli php-soap\n',
    );
    return [NODE_SOAP];
  }
  return [NODE_SOAP, { name: 'PHP SoapServer', start: startPhp }];
}

/** PHP's SoapServer behind PHP's own web server. */
async function startPhp(): Promise<UserDirectory> {
  const program = fileURLToPath(new URL('./php/user-directory.php', import.meta.url));
  const folder = fileURLToPath(new URL('../../../../examples/user-directory', import.meta.url));
  const child = spawn('php', ['-S', '127.0.0.1:0', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, USER_DIRECTORY: folder, PHP_CLI_SERVER_WORKERS: '3' },
    // Ends the process group, because its workers are separate processes.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // It prints its port and a line for each request, which are discarded.
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    void ended.then(() => reject(new Error(`PHP did not start: ${text}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      if (text.length > 10_000) return;
      text += chunk.toString();
      const base = /\((http:\/\/127\.0\.0\.1:\d+)\) started/.exec(text)?.[1];
      if (base !== undefined) resolve(`${base}/user-directory`);
    });
  });
  const wsdlAddress = `${address}?wsdl`;
  const stop = async () => {
    process.kill(-child.pid!, 'SIGKILL');
    await ended;
  };
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(wsdlAddress).catch(() => undefined);
    if (answer?.ok) return { address, wsdlAddress, stop };
    if (attempt === 1_200) {
      await stop();
      throw new Error('PHP did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
