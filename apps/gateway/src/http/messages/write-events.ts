import type { ServerResponse } from 'node:http';

/** The keep-alive interval of a silent stream in milliseconds, because proxies close silent connections. */
const HEARTBEAT = 15_000;

/**
 * Writes Server-Sent Events until `events` ends or the client disconnects, which also ends the iteration. Applies back-pressure.
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
    // The headers are sent, so the stream can only be ended.
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}
