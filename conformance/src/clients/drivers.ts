import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PYTHON, succeeds } from '../installed.js';
import type { ExampleService } from './example-service.js';
import { GSOAP } from './gsoap.js';
import { JAX_WS } from './jax-ws.js';
import { type Called, run, type SoapClient } from './soap-client.js';

const here = fileURLToPath(new URL('./', import.meta.url));

/** Every known client. */
export const CLIENTS: readonly SoapClient[] = [
  nodeClient('node-soap', 'soap'),
  nodeClient('strong-soap', 'strong-soap'),
  {
    name: 'zeep',
    needs: 'the Debian package python3-zeep',
    isInstalled: () => succeeds(PYTHON, '-c', 'import zeep'),
    call: (service) => callByLines(PYTHON, [join(here, 'zeep-client.py')], service),
  },
  {
    name: 'PHP’s SoapClient',
    needs: 'the Debian packages php-cli and php-soap',
    isInstalled: () => succeeds('php', '-r', 'exit(class_exists("SoapClient") ? 0 : 1);'),
    async call({ address, calls }) {
      const called = new Map<string, Called>();
      for (const { info, request } of calls) {
        const call = { name: info.name, request };
        const given = JSON.stringify({ address, version: info.soapVersion, call });
        const output = await run('php', [join(here, 'soap-client.php')], given);
        called.set(info.name, parse(output));
      }
      return called;
    },
  },
  JAX_WS,
  GSOAP,
];

function nodeClient(name: string, library: string): SoapClient {
  return {
    name,
    needs: `the npm package ${library}`,
    isInstalled: () => true,
    call: (service) => callByLines(process.execPath, [join(here, 'node-client.mjs'), library], service),
  };
}

/** Runs a program that prints a line of JSON for each call. */
async function callByLines(
  command: string,
  args: readonly string[],
  { address, calls }: ExampleService,
): Promise<ReadonlyMap<string, Called> | string> {
  const given = calls.map(({ info, input, request }) => ({
    ...{ name: info.name, service: info.service, port: info.port },
    ...{ input, request, version: info.soapVersion },
  }));
  const output = await run(command, args, JSON.stringify({ address, calls: given }));
  const called = new Map<string, Called>();
  for (const line of output.split('\n').filter((each) => each.startsWith('{'))) {
    const answer: Called & { name?: string } = JSON.parse(line);
    if (answer.name === undefined) return answer.problem ?? 'no answer';
    called.set(answer.name, answer);
  }
  return called.size === 0 ? output.slice(-300) : called;
}

function parse(output: string): Called {
  try {
    return JSON.parse(output);
  } catch {
    return { problem: output.slice(-300) };
  }
}
