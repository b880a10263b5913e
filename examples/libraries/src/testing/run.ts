import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

/** Runs a program as its author would, with the sources of this repository instead of published packages. */
export async function runProgram(
  file: string,
  args: readonly string[] = [],
  cwd: string = root,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const node = ['--import', 'tsx', '--conditions=@soapstone/source'];
  return await run(process.execPath, [...node, file, ...args], { cwd });
}

/** Runs the `soapstone` command of this repository. Rejects unless it ends with 0. */
export async function runSoapstone(args: readonly string[], cwd: string): Promise<void> {
  await runProgram(`${root}/apps/cli/src/main.ts`, args, cwd);
}

/** A port on loopback that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The user directory, served by node-soap on loopback. */
export interface DirectoryServer {
  readonly address: string;
  readonly wsdlAddress: string;
  stop(): Promise<void>;
}

export async function startDirectory(): Promise<DirectoryServer> {
  const module = new URL('../../../user-directory/soap-server.mjs', import.meta.url);
  const { startSoapServer } = (await import(module.href)) as {
    startSoapServer: () => Promise<DirectoryServer>;
  };
  return await startSoapServer();
}
