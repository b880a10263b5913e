import type { ServerResponse } from 'node:http';
import type { Failure } from './rules.js';

/** Delay between the pieces of a slow response, in milliseconds. */
const SLOW_EVERY = 250;
const SLOW_PIECES = 20;

/** Damages a response as bad networks and bad proxies do. */
export async function damageResponse(
  failure: Failure,
  answer: Response,
  response: ServerResponse,
): Promise<void> {
  if (failure === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (failure === 'html') {
    response
      .writeHead(500, { 'Content-Type': 'text/html' })
      .end('<html><body><h1>Internal Server Error</h1></body></html>');
    return;
  }
  const body = Buffer.from(await answer.arrayBuffer());
  const contentType = answer.headers.get('content-type') ?? 'text/xml';
  response.writeHead(answer.status, { 'Content-Type': contentType, 'Content-Length': body.length });
  if (failure === 'truncated') {
    response.write(body.subarray(0, body.length >> 1), () => response.destroy());
    return;
  }
  const size = Math.ceil(body.length / SLOW_PIECES);
  for (let at = 0; at < body.length && !response.destroyed; at += size) {
    response.write(body.subarray(at, at + size));
    await new Promise((resolve) => setTimeout(resolve, SLOW_EVERY));
  }
  response.end();
}
