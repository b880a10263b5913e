import type { HttpRequest } from './http-request.js';

/** Prints the HTTP request as a curl command for a POSIX shell. */
export function printCurl({ method, url, headers, body }: Omit<HttpRequest, 'attachments'>): string {
  const lines = [`curl --silent --show-error --request ${method} ${shellWord(url ?? 'http://localhost/')}`];
  for (const [name, value] of Object.entries(headers)) {
    // curl counts the bytes itself.
    if (name.toLowerCase() !== 'content-length') lines.push(`--header ${shellWord(`${name}: ${value}`)}`);
  }
  lines.push(`--data-binary ${shellWord(body)}`);
  return `${lines.join(' \\\n  ')}\n`;
}

/** Quotes a text as one word for a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
