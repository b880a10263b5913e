import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { startUserDirectory, type UserDirectory } from '../testing/user-directory.js';

/**
 * The proxy stands in front of Express and is mounted in it: the same bytes come back either way. Two gateways, one of each
 * kind, share one database; the end-to-end suite of the proxy runs both ways too.
 */
let dataDir: string;
let soap: UserDirectory;
let inFront: GatewayUnderTest;
let mounted: GatewayUnderTest;
let base: string;
let key: string;
beforeAll(async () => {
  [dataDir, soap] = await Promise.all([mkdtemp(join(tmpdir(), 'soapstone-parity-')), startUserDirectory()]);
  inFront = await startUnderTest({ DATA_DIR: dataDir }, { fastLane: true });
  mounted = await startUnderTest({ DATA_DIR: dataDir }, { fastLane: false });
  const account = await inFront.createAccount();
  ({ key } = await inFront.createKey(account.id));
  const source = { kind: 'url' as const, url: soap.wsdlAddress };
  const service = await inFront.register(account, { source, slug: 'users' });
  await inFront.setOperation(service, 'GetUser', { methodPolicy: 'GET + POST', cacheSeconds: 60 });
  base = `/api/v1/${account.id}/users`;
});
afterAll(async () => {
  await Promise.all([inFront?.stop(), mounted?.stop(), soap?.stop()]);
  await rm(dataDir, { recursive: true, force: true });
});

/** Without what differs from answer to answer: instants, ids, durations, and what is left of limits. */
function settle(answer: string): string {
  return answer
    .replace(/^Date: .*$/m, 'Date: …')
    .replace(/req_[\w-]{16}/g, 'req_…')
    .replace(/"latencyMs":\d+/g, '"latencyMs":…')
    .replace(/^Content-Length: \d+$/m, 'Content-Length: …')
    .replace(/^X-RateLimit-Remaining: \d+$/m, 'X-RateLimit-Remaining: …')
    .replace(/;r=\d+;t=\d+/g, ';r=…;t=…');
}

const head = (line: string, ...headers: string[]): string =>
  [line, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n');
const post = (path: string, body: string, ...headers: string[]): string =>
  head(
    `POST ${path} HTTP/1.1`,
    `X-API-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ) + body;
const get = (path: string, method = 'GET'): string => head(`${method} ${path} HTTP/1.1`, `X-API-Key: ${key}`);

test.each<[string, number, () => string]>([
  ['a call', 200, () => post(`${base}/GetUser`, '{"userId":1001}')],
  ['a call in chunks', 200, () => chunked(`${base}/GetUser`)],
  [
    'a call that waits for 100 Continue',
    200,
    () => post(`${base}/GetUser`, '{"userId":1001}', 'Expect: 100-continue'),
  ],
  ['a call with a query string', 200, () => post(`${base}/GetUser?userId=7`, '{"userId":1001}')],
  ['a fault', 502, () => post(`${base}/GetUser`, '{"userId":1}')],
  ['a dry run', 200, () => post(`${base}/GetUser`, '{"userId":1001}', 'X-Dry-Run: true')],
  ['a GET', 200, () => get(`${base}/GetUser?userId=1001`)],
  ['a GET with a wrong query string', 400, () => get(`${base}/GetUser?usrId=%zz`)],
  ['an escaped operation', 200, () => post(`${base}/Get%55ser`, '{"userId":1001}')],
  ['an escaped slash', 404, () => post(`${base}/Get%2FUser`, '{}')],
  ['a path that cannot be decoded', 404, () => post(`${base}/%zz`, '{}')],
  ['a trailing slash', 404, () => post(`${base}/GetUser/`, '{}')],
  ['an empty segment', 404, () => post(`${base}//GetUser`, '{}')],
  ['a dotted path', 404, () => post(`${base}/../users/GetUser`, '{}')],
  ['a path without an operation', 404, () => post(base, '{}')],
  ['a path without anything', 401, () => post('/api/v1', '{}')],
  ['a path with a query only', 401, () => get('/api/v1?userId=1')],
  ['a path of another version', 404, () => post('/api/v10/a/b/c', '{}')],
  ['a path in another case', 404, () => post(base.replace('/api', '/API'), '{}')],
  ['an operation in another case', 404, () => post(`${base}/getUser`, '{}')],
  ['an unknown service', 404, () => post(base.replace('users', 'other'), '{}')],
  ['HEAD', 405, () => get(`${base}/GetUser?userId=1001`, 'HEAD')],
  ['OPTIONS', 405, () => get(`${base}/GetUser`, 'OPTIONS')],
  ['DELETE with a body', 405, () => post(`${base}/GetUser`, '{}').replace('POST', 'DELETE')],
  ['no key', 401, () => post(`${base}/GetUser`, '{}').replace(/X-API-Key: .*\r\n/, '')],
  ['two keys', 401, () => post(`${base}/GetUser`, '{}', 'X-API-Key: x')],
  ['a wrong body', 400, () => post(`${base}/GetUser`, '{"userId":"x","other":1}')],
  ['no JSON', 400, () => post(`${base}/GetUser`, '{"userId":')],
  ['another media type', 400, () => post(`${base}/GetUser`, '{}').replace('application/json', 'text/xml')],
  [
    'a body that says it is too long',
    400,
    () =>
      head(
        `POST ${base}/GetUser HTTP/1.1`,
        `X-API-Key: ${key}`,
        'Content-Type: application/json',
        'Content-Length: 999999999',
      ),
  ],
  ['bad SOAP headers', 400, () => post(`${base}/GetUser`, '{"userId":1001}', 'X-SOAP-Headers: [')],
  ['no HTTP', 400, () => 'hello\r\n\r\n'],
])('%s', async (_name, status, request) => {
  const bytes = request();
  const one = settle(await inFront.sendRaw(bytes));
  const other = settle(await mounted.sendRaw(bytes));
  expect(one.replace('HTTP/1.1 100 Continue\r\n\r\n', '')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(other).toBe(one);
});

function chunked(path: string): string {
  const lines = [`X-API-Key: ${key}`, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  return `${head(`POST ${path} HTTP/1.1`, ...lines)}9\r\n{"userId"\r\n6\r\n:1001}\r\n0\r\n\r\n`;
}
