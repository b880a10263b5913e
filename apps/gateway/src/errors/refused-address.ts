/**
 * Explains why the gateway does not call an address, and names the setting that allows it. `url` is the address as its owner
 * wrote it: a host name is named, never what it resolves to. `cause` is the reason of the egress guard.
 *
 * @example refusedAddress('http://192.168.1.10:8080/users')
 * // 'This gateway does not call private addresses. Its operator can allow this one with EGRESS_ALLOW=192.168.1.10:8080'
 */
export function refusedAddress(url: string, cause?: unknown): string {
  const port = cause instanceof Error ? /^port (\d+) is refused/.exec(cause.message)?.[1] : undefined;
  const what = port === undefined ? 'private addresses' : `port ${port}`;
  const host = URL.canParse(url) ? new URL(url).host : '';
  const setting = host === '' ? 'EGRESS_ALLOW' : `EGRESS_ALLOW=${host}`;
  return `This gateway does not call ${what}. Its operator can allow this one with ${setting}`;
}
