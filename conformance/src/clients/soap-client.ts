import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { ExampleService } from './example-service.js';
import type { Leaf } from './leaves.js';

/** The outcome of a call: the values that the client read, or why it could not make the call or read the response. */
export interface Called {
  readonly leaves?: readonly Leaf[];
  readonly problem?: string;
}

/** A third-party SOAP client. */
export interface SoapClient {
  readonly name: string;
  /** The required packages. */
  readonly needs: string;
  isInstalled(): boolean;
  /** Calls every operation of the service. Returns what it made of each, or one problem if it cannot read the WSDL. */
  call(service: ExampleService): Promise<ReadonlyMap<string, Called> | string>;
}

/** Milliseconds for one client and one service. */
const TIMEOUT = 120_000;

/** Runs a program with a text as its standard input. Returns both of its outputs. */
export async function run(command: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: TIMEOUT });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return output.trim() === '' ? errors : output;
}
