import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../../testing/gateway-under-test.js';

let soap: UserDirectory;
let under: GatewayUnderTest;
let base: string;
let key: string;
beforeAll(async () => {
  [soap, under] = await Promise.all([startUserDirectory(), startUnderTest()]);
  const account = await under.createAccount();
  ({ key } = await under.createKey(account.id));
  const source = { kind: 'url' as const, url: soap.wsdlAddress };
  const service = await under.register(account, { source, slug: 'users' });
  await under.setOperation(service, 'GetUser', { methodPolicy: 'GET + POST', cacheSeconds: 60 });
  base = `/api/v1/${account.id}/users`;
});
afterAll(() => Promise.all([under?.stop(), soap?.stop()]));

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
  ['a GET with an invalid query string', 400, () => get(`${base}/GetUser?usrId=%zz`)],
  ['an escaped operation', 200, () => post(`${base}/Get%55ser`, '{"userId":1001}')],
  ['an escaped slash', 404, () => post(`${base}/Get%2FUser`, '{}')],
  ['a path that cannot be decoded', 404, () => post(`${base}/%zz`, '{}')],
  ['a trailing slash', 404, () => post(`${base}/GetUser/`, '{}')],
  ['an empty segment', 404, () => post(`${base}//GetUser`, '{}')],
  ['a dotted path', 404, () => post(`${base}/../users/GetUser`, '{}')],
  ['a path without an operation', 404, () => post(base, '{}')],
  ['a path without anything', 401, () => post('/api/v1', '{}')],
  ['a path with only a query', 401, () => get('/api/v1?userId=1')],
  ['a path of another version', 404, () => post('/api/v10/a/b/c', '{}')],
  ['a path in another case', 404, () => post(base.replace('/api', '/API'), '{}')],
  ['an operation in another case', 404, () => post(`${base}/getUser`, '{}')],
  ['an unknown service', 404, () => post(base.replace('users', 'other'), '{}')],
  ['HEAD', 405, () => get(`${base}/GetUser?userId=1001`, 'HEAD')],
  ['OPTIONS', 405, () => get(`${base}/GetUser`, 'OPTIONS')],
  ['DELETE with a body', 405, () => post(`${base}/GetUser`, '{}').replace('POST', 'DELETE')],
  ['no key', 401, () => post(`${base}/GetUser`, '{}').replace(/X-API-Key: .*\r\n/, '')],
  ['two keys', 401, () => post(`${base}/GetUser`, '{}', 'X-API-Key: x')],
  ['an invalid body', 400, () => post(`${base}/GetUser`, '{"userId":"x","other":1}')],
  ['no JSON', 400, () => post(`${base}/GetUser`, '{"userId":')],
  ['another media type', 400, () => post(`${base}/GetUser`, '{}').replace('application/json', 'text/xml')],
  [
    'a body with a Content-Length over the limit',
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
])('proxy paths: %s', async (_name, status, request) => {
  const answer = await under.sendRaw(request());
  expect(answer.replace('HTTP/1.1 100 Continue\r\n\r\n', '')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

function chunked(path: string): string {
  const lines = [`X-API-Key: ${key}`, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  return `${head(`POST ${path} HTTP/1.1`, ...lines)}9\r\n{"userId"\r\n6\r\n:1001}\r\n0\r\n\r\n`;
}
