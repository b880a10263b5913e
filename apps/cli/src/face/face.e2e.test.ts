import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClientAsync } from 'soap';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { directoryOf, type RunningCommand, runCommand, startCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const RULES = `GetUser:
  request: GET /people/{userId}
  headers: { X-User: "{{input.userId}}" }
  result: { id: "{{body.data.id}}", name: "{{body.data.name}}" }
  faults:
    404: { reason: "no {{input.userId}}", detail: { UserNotFound: { userId: "{{input.userId}}" } } }
`;
const cwd = directoryOf({
  'users.wsdl': USERS_WSDL,
  'face.yaml': RULES,
  'wrong.yaml': 'GetUser:\n  request: FETCH users\n  faults:\n    200: {}\nGetUsers: {}\n',
});

/** The requests that the back end received, and its response. */
const seen: { line: string; body: string; headers: IncomingMessage['headers'] }[] = [];
let answer: { status: number; body: string } = { status: 200, body: '{}' };
const backend = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += String(piece);
  seen.push({ line: `${request.method} ${request.url}`, body, headers: request.headers });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});
let address: string;
let plain: RunningCommand;
let ruled: RunningCommand;

beforeAll(async () => {
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(backend.address() as AddressInfo).port}/api/`;
  const argv = ['face', 'users.wsdl', '--port', '0', '--backend', address];
  plain = await startCommand([...argv, '--header', 'Authorization: Bearer swordfish'], cwd);
  ruled = await startCommand([...argv, '--rules', 'face.yaml'], cwd);
});
afterAll(async () => {
  await plain.stop();
  await ruled.stop();
  backend.closeAllConnections();
  backend.close();
});
beforeEach(() => {
  seen.length = 0;
  answer = { status: 200, body: '{}' };
});

async function getUser(url: string, userId: string) {
  const argv = ['call', 'users.wsdl', 'GetUser', `{"userId":${userId}}`, '--endpoint', `${url}/`];
  return JSON.parse((await runCommand(argv, { cwd })).out) as {
    result?: unknown;
    error?: { fault?: { reason: string; code: string; name?: string; detail?: unknown } };
  };
}

describe('without a rule', () => {
  test('an operation becomes a POST with the input, and the JSON of the response becomes its result', async () => {
    answer.body = '{"id":9007199254740993,"name":"Ada"}';
    expect((await getUser(plain.url, '9007199254740993')).result).toMatchObject({ name: 'Ada' });
    expect(seen).toMatchObject([
      {
        line: 'POST /api/GetUser',
        body: '{"userId":9007199254740993}',
        headers: { authorization: 'Bearer swordfish' },
      },
    ]);
  });

  test('the result is taken from "result" in the body of a gateway', async () => {
    answer.body = '{"result":{"id":1,"name":"Ada"},"meta":{}}';
    expect((await getUser(plain.url, '1')).result).toMatchObject({ id: 1, name: 'Ada' });
  });

  test('a declared fault in an error body becomes that fault, as does the fault in the body of a gateway', async () => {
    answer = { status: 404, body: '{"UserNotFound":{"userId":7}}' };
    const declared = { name: 'UserNotFound', detail: { UserNotFound: { userId: 7 } } };
    expect((await getUser(plain.url, '7')).error?.fault).toMatchObject(declared);
    answer.body =
      '{"error":{"type":"SOAP_FAULT","message":"m","fault":{"reason":"none","detail":{"UserNotFound":{"userId":7}}}}}';
    expect((await getUser(plain.url, '7')).error?.fault).toMatchObject({ ...declared, reason: 'none' });
  });

  test('the caller learns only the status of a failing back end', async () => {
    answer = { status: 503, body: '<html>stack trace</html>' };
    expect((await getUser(plain.url, '1')).error?.fault).toMatchObject({
      reason: 'the back end answered 503',
    });
    answer = { status: 200, body: 'secret words' };
    const { error } = await getUser(plain.url, '1');
    expect(error?.fault?.reason).toBe('the service failed');
    expect(plain.written.err).toContain('the back end answered GetUser with 200 and no JSON');
    answer = { status: 200, body: '{"id":"no number","name":"Ada"}' };
    expect((await getUser(plain.url, '1')).error?.fault?.reason).toBe('the service failed');
  });
});

describe('with a rule', () => {
  test('requests and results are built as the rule says', async () => {
    answer.body = '{"data":{"id":12,"name":"Ada"}}';
    expect((await getUser(ruled.url, '12')).result).toMatchObject({ id: 12, name: 'Ada' });
    expect(seen).toMatchObject([{ line: 'GET /api/people/12', body: '', headers: { 'x-user': '12' } }]);
  });

  test('a status becomes a declared fault, typed for node-soap’s client', async () => {
    answer = { status: 404, body: '' };
    const client = await createClientAsync(`${ruled.url}/?wsdl`);
    const error = await client['GetUserAsync']({ userId: '5' }).catch((thrown: unknown) => thrown);
    expect(error.root.Envelope.Body.Fault).toMatchObject({
      faultstring: 'no 5',
      detail: { UserNotFound: { userId: '5' } },
    });
  });

  test('all mistakes in the rules are reported with their locations', async () => {
    const argv = ['face', 'users.wsdl', '--backend', address, '--rules', 'wrong.yaml', '--port', '0'];
    const { err, exitCode } = await runCommand(argv, { cwd });
    expect(exitCode).toBe(3);
    for (const place of ['wrong.yaml:2:', 'wrong.yaml:3:', 'wrong.yaml:5:1']) expect(err).toContain(place);
  });

  test('a back end without an address is a usage error', async () => {
    for (const wrong of ['users.internal', 'ftp://users.internal']) {
      const { err, exitCode } = await runCommand(['face', 'users.wsdl', '--backend', wrong], { cwd });
      expect({ err, exitCode }).toEqual({
        exitCode: 2,
        err: expect.stringMatching(/--backend <url>' .* expected an http or https address/),
      });
    }
  });
});
