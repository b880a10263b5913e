import type { PackedRequest } from './pack-request.js';

/**
 * Prints the HTTP request as a curl command for a POSIX shell. The body of a multipart message may have any bytes, so it is in base64, which the
 * command decodes.
 */
export function printCurl({
  method,
  url,
  headers,
  body,
  packed,
}: Omit<PackedRequest, 'attachments'>): string {
  const lines = [`curl --silent --show-error --request ${method} ${shellWord(url ?? 'http://localhost/')}`];
  for (const [name, value] of Object.entries(headers)) {
    // curl counts the bytes itself.
    if (name.toLowerCase() !== 'content-length') lines.push(`--header ${shellWord(`${name}: ${value}`)}`);
  }
  if (packed === undefined) {
    lines.push(`--data-binary ${shellWord(body)}`);
    return `${lines.join(' \\\n  ')}\n`;
  }
  lines.push('--data-binary @-');
  const text = Buffer.from(packed)
    .toString('base64')
    .replace(/.{1,100}/g, '$&\n');
  return `base64 --decode <<'END' | ${lines.join(' \\\n  ')}\n${text}END\n`;
}

/** Quotes a text as one word for a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
