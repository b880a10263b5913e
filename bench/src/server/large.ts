import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { storeRequest } from './records.js';

const PROCESS = fileURLToPath(new URL('./large-process.ts', import.meta.url));
const LARGE = 50_000_000;
/** Also read item by item, so that the code for this is loaded and compiled before anything is measured. */
const SMALL = 500_000;

/** The memory that a server needs for a large request whose items it reads one by one. */
export async function measureLarge(): Promise<string> {
  const child = spawn('node', ['--import', 'tsx', '--conditions=@soapstone/source', PROCESS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { address } = JSON.parse((await lines.next()).value) as { address: string };
    await post(address, storeRequest(SMALL));
    await post(address, storeRequest(LARGE));
    const { items, cpu, grown } = JSON.parse((await lines.next()).value) as Record<
      'items' | 'cpu' | 'grown',
      number
    >;
    const memory = (grown / 2 ** 20).toFixed(0);
    return `${LARGE / 1e6} MB read with "items": ${items} items, ${memory} MB more resident memory at most (bound: 64), ${(cpu / 1000).toFixed(1)} s of CPU`;
  } finally {
    child.kill();
  }
}

async function post(address: string, envelope: string): Promise<void> {
  const body = Buffer.from(envelope);
  const sent = request(address, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', 'content-length': body.length },
  });
  const answer = once(sent, 'response');
  for (let at = 0; at < body.length; at += 65_536) {
    if (!sent.write(body.subarray(at, at + 65_536))) await once(sent, 'drain');
  }
  sent.end();
  const [response] = await answer;
  response.resume();
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
  await once(response, 'end');
}
