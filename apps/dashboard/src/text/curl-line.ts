/** One call, to be pasted into a shell. */
export interface CurlCall {
  readonly url: string;
  /** Where curl would choose another one: POST with a body, GET without. */
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The path of a certificate to trust. */
  readonly certificate?: string;
}

/** Writes the call as a `curl` command for a POSIX shell. Values are quoted, so the shell passes them unchanged. */
export function curlLine({ url, method, headers, body, certificate }: CurlCall): string {
  const trust = certificate === undefined ? '' : `--cacert ${quote(certificate)} `;
  const request = method === undefined ? '' : `-X ${quote(method)} `;
  const parts = [`curl ${request}${trust}${quote(url)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`--data-raw ${quote(body)}`);
  return parts.join(' \\\n  ');
}

function quote(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
