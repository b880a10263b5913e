import type { ServerResponse } from 'node:http';

/** How often a silent stream says that it is there, in milliseconds: proxies close what is silent. */
const HEARTBEAT = 15_000;

/**
 * Write Server-Sent Events until `events` ends or the client goes away; then the iteration is ended too. What the client
 * does not take yet is not asked for.
 */
export async function writeEvents(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  events: AsyncIterable<{ readonly event: string; readonly data: unknown }>,
): Promise<void> {
  response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  response.flushHeaders();
  const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT);
  try {
    for await (const { event, data } of events) {
      if (response.destroyed) return;
      if (!response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) {
        await new Promise<void>((resolve) => {
          response.once('drain', resolve);
          response.once('close', resolve);
        });
      }
    }
  } catch {
    // The head is out: all that is left to say is that there is no more.
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}
