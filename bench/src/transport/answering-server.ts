import { createServer } from 'node:http';

/**
 * The server of the transport bench, in a process of its own so that its CPU time is not counted: answers every POST on
 * `/<bytes>` with an envelope of about that size. Sends its port to the parent and ends with it.
 */
const answers = new Map<string, Buffer>();

function answerOf(path: string): Buffer {
  let answer = answers.get(path);
  if (answer === undefined) {
    const size = Number(path.slice(1)) || 1;
    const text = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><r>${'x'.repeat(size)}</r></e:Body></e:Envelope>`;
    answer = Buffer.from(text);
    answers.set(path, answer);
  }
  return answer;
}

const server = createServer((message, reply) => {
  message.resume();
  message.once('end', () => {
    const answer = answerOf(message.url ?? '/1');
    reply.writeHead(200, { 'content-type': 'text/xml; charset=utf-8', 'content-length': answer.length });
    reply.end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
process.once('disconnect', () => process.exit());
