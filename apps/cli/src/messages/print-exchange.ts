import { isUtf8 } from 'node:buffer';
import { type CredentialProfile, redactSecrets } from '@soapstone/ws-security';
import type { WireExchange } from '../exchange/exchange.js';

/**
 * Prints the messages and timings for `--verbose`; for a call without a response, only the request. Secrets of the credentials are
 * replaced.
 */
export function printExchange(
  { url, request, response, timings }: WireExchange,
  credentials: CredentialProfile | undefined,
): string {
  const lines = [`> POST ${url}`];
  for (const [name, value] of Object.entries(request.headers)) lines.push(`> ${name}: ${value}`);
  lines.push('>', textOf(request.body));
  for (const { contentId, contentType, data } of request.attachments) {
    lines.push(`> (attachment ${contentId}: ${contentType}, ${data.length} bytes)`);
  }
  const { encode, total } = timings;
  if (response === undefined) {
    lines.push(`encode ${milliseconds(encode)}, total ${milliseconds(total)}`);
  } else {
    lines.push(`< HTTP ${response.status}`);
    for (const [name, value] of Object.entries(response.headers)) {
      for (const each of [value ?? []].flat()) lines.push(`< ${name}: ${each}`);
    }
    const { connect, firstByte } = response.timings;
    lines.push(
      '<',
      textOf(response.body),
      `encode ${milliseconds(encode)}, connect ${milliseconds(connect)}, first byte ${milliseconds(firstByte)}, total ${milliseconds(total)}`,
    );
  }
  const text = `${lines.join('\n')}\n`;
  return credentials === undefined ? text : redactSecrets(text, credentials);
}

function textOf(body: Uint8Array): string {
  return isUtf8(body) ? Buffer.from(body).toString('utf8') : `(${body.length} bytes that are not UTF-8)`;
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
