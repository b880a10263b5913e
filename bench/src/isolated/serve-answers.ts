import { createServer } from 'node:http';

/**
 * The body of a server in its own process, so that its CPU time is not counted: answers each POST by its path. Sends its port to the
 * parent and ends with it.
 *
 * @param create creates the response for a path; called once per path
 */
export function serveAnswers(create: (path: string) => Buffer): void {
  const answers = new Map<string, Buffer>();
  const server = createServer((message, reply) => {
    message.resume();
    message.once('end', () => {
      const path = message.url ?? '/1';
      const answer = answers.get(path) ?? create(path);
      answers.set(path, answer);
      reply.writeHead(200, { 'content-type': 'text/xml; charset=utf-8', 'content-length': answer.length });
      reply.end(answer);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
  process.once('disconnect', () => process.exit());
}
