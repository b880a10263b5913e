import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { DOCUMENT_KINDS, type DocumentKind, makeDocument } from '../mapper/decode-documents.js';

/**
 * The server of the client bench, in a process of its own so that its CPU time is not counted: answers each POST on `/<bytes>` with
 * records of about that size, and on any other path with the file that is its argument. Sends its port to the parent and ends with it.
 */
const [file] = process.argv.slice(2);
const answers = new Map<string, Buffer>();

function answerOf(path: string): Buffer {
  let answer = answers.get(path);
  if (answer === undefined) {
    const bytes = Number(path.slice(1));
    answer = Number.isNaN(bytes)
      ? readFileSync(file as string)
      : Buffer.from(makeDocument(DOCUMENT_KINDS[0] as DocumentKind, bytes));
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
