import { Agent, request } from 'node:http';
import { storeRequest } from './records.js';

/** Calls a server in its own process, so that the CPU time of the calls is not counted. Each message is a number of calls; so is the reply. */
const [port, bytes] = process.argv.slice(2);
const body = Buffer.from(storeRequest(Number(bytes)));
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

function call(): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"urn:bench:records/Store"',
      'content-length': body.length,
    };
    const sent = request(
      { port: Number(port), host: '127.0.0.1', path: '/soap', method: 'POST', agent, headers },
      (reply) => {
        let length = 0;
        reply.on('data', (chunk: Buffer) => (length += chunk.length));
        reply.once('end', () =>
          reply.statusCode === 200 && length > body.length / 2
            ? resolve()
            : reject(new Error(`status ${reply.statusCode}, ${length} bytes`)),
        );
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

process.on('message', async (calls: number) => {
  await Promise.all(Array.from({ length: calls }, call));
  process.send?.(calls);
});
process.on('disconnect', () => process.exit());
