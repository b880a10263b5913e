import { describe, expect, test } from 'vitest';
import { BANK_WSDL } from '../testing/bank-wsdl.js';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="${SOAP}"><s:Body>${body}</s:Body></s:Envelope>`;
const USER = envelope(
  '<GetUserResponse xmlns="urn:users"><user><id>9007199254740993</id><name>Ada</name></user></GetUserResponse>',
);
const FAULT = envelope(
  `<s:Fault><faultcode>s:Server</faultcode><faultstring>No such user</faultstring>
   <detail><UserNotFound xmlns="urn:users"><userId>42</userId></UserNotFound></detail></s:Fault>`,
);
const REQUEST =
  '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
  '<soapenv:Body><ns1:GetUser xmlns:ns1="urn:users"><ns1:userId>9007199254740993</ns1:userId></ns1:GetUser>' +
  '</soapenv:Body></soapenv:Envelope>';

const cwd = directoryOf({
  'users.wsdl': USERS_WSDL,
  'input.json': '{"userId": 9007199254740993}',
  'wrong.json': '{"userID": "x", "extra": true}',
  'user.xml': USER,
  'fault.xml': FAULT,
});

test('soapstone response: the digits of decimals are canonical, or as written', async () => {
  const paid = envelope('<PayResponse xmlns="urn:bank"><amount>-0.10</amount></PayResponse>');
  const bank = directoryOf({ 'bank.wsdl': BANK_WSDL, 'paid.xml': paid });
  const print = async (...options: string[]): Promise<string> =>
    (await runCommand(['response', 'bank.wsdl', 'Pay', 'paid.xml', '--result', ...options], { cwd: bank }))
      .out;
  expect((await print()).replaceAll(/\s/g, '')).toBe('{"amount":[-0.1]}');
  expect((await print('--digits', 'lexical')).replaceAll(/\s/g, '')).toBe('{"amount":[-0.10]}');
});

test('soapstone response: --unknown keep puts text among elements into $unknown', async () => {
  const user = USER.replace('<id>', 'since <![CDATA[<2020>]]><id>');
  const directory = directoryOf({ 'users.wsdl': USERS_WSDL, 'user.xml': user });
  const print = async (...options: string[]): Promise<string> =>
    (
      await runCommand(['response', 'users.wsdl', 'GetUser', 'user.xml', '--result', ...options], {
        cwd: directory,
      })
    ).out;
  expect(await print()).not.toContain('since');
  expect(JSON.parse(await print('--unknown', 'keep'))).toMatchObject({ $unknown: ['since <2020>'] });
});

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('soapstone request', () => {
  test('the HTTP request, with exact numbers', async () => {
    const { out, exitCode } = await runCommand(['request', 'users.wsdl', 'GetUser', 'input.json'], { cwd });
    expect(exitCode).toBe(0);
    expect(out).toBe(
      [
        'POST http://soap.example.com/users',
        'Content-Type: text/xml; charset=utf-8',
        'SOAPAction: "urn:users/GetUser"',
        `Content-Length: ${REQUEST.length}`,
        '',
        REQUEST,
        '',
      ].join('\n'),
    );
  });

  test.each([
    [['GetUser', '-'], '{"userId": 9007199254740993}'],
    [['GetUser', '--query', 'userId=9007199254740993'], ''],
  ])('%j produces the same envelope', async (argv, input) => {
    const { out } = await runCommand(['request', 'users.wsdl', ...argv, '--body'], { cwd, input });
    expect(out).toBe(`${REQUEST}\n`);
  });

  test('as JSON', async () => {
    const argv = [
      'request',
      'users.wsdl',
      'GetUser',
      'input.json',
      '--format',
      'json',
      '--endpoint',
      'http://x/',
    ];
    const { out } = await runCommand(argv, { cwd });
    expect(JSON.parse(out)).toMatchObject({ method: 'POST', url: 'http://x/', body: REQUEST });
  });

  test('every problem of an input is reported', async () => {
    const argv = ['request', 'users.wsdl', 'GetUser', 'wrong.json'];
    const { err, exitCode } = await runCommand(argv, { cwd });
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^error: cannot encode/);
    expect(err).toMatch(/\/userId: .*\(required\)/);
    expect(err).toMatch(/\/extra: .*\(additionalProperties\)/);
    const json = await runCommand([...argv, '--format', 'json'], { cwd });
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, error: { code: 'VALIDATION' } });
  });

  test.each([
    ['no such operation', ['GetUsr', 'input.json'], 2, /did you mean GetUser/],
    ['no operation named', [], 2, /which operation\? The service offers GetUser, Ping/],
    ['no such file', ['GetUser', 'missing.json'], 3, /cannot read missing\.json/],
    ['two inputs', ['GetUser', 'input.json', '--query', 'userId=1'], 2, /not both/],
    ['no JSON', ['GetUser', 'user.xml'], 1, /user\.xml:1:1: the input is not JSON: unexpected token <\n/],
  ])('%s', async (_, argv, exitCode, message) => {
    const result = await runCommand(['request', 'users.wsdl', ...argv], { cwd });
    expect(result.err).toMatch(message);
    expect(result.exitCode).toBe(exitCode);
  });
});

const DEEP = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\n${'<a>'.repeat(200)}`;

describe('soapstone response', () => {
  test('--strict names each deviation and its place', async () => {
    const directory = directoryOf({
      'users.wsdl': USERS_WSDL,
      'user.xml': USER.replace('<id>', '<extra/><id>'),
    });
    const argv = ['response', 'users.wsdl', 'GetUser', 'user.xml', '--strict'];
    const { err, exitCode } = await runCommand(argv, { cwd: directory });
    expect(exitCode).toBe(1);
    expect(err).toBe(
      'error: the response does not match the WSDL\n' +
        '  /: UNKNOWN_ELEMENT: {urn:users}extra (additionalProperties)\n',
    );
  });

  test('a truncated document is reported with line and column', async () => {
    const cut = directoryOf({ 'users.wsdl': USERS_WSDL, 'cut.xml': '<s:Envelope\n  xml' });
    const { err, exitCode } = await runCommand(['response', 'users.wsdl', 'GetUser', 'cut.xml'], {
      cwd: cut,
    });
    expect([exitCode, err]).toEqual([
      1,
      expect.stringMatching(/^error: cut\.xml:2:6: .*\n +2 \| +xml\n +\| {6}\^\n/),
    ]);
  });

  test('a document beyond a limit is reported with line and column', async () => {
    const deep = directoryOf({ 'users.wsdl': USERS_WSDL, 'deep.xml': DEEP });
    const { err, exitCode } = await runCommand(['response', 'users.wsdl', 'GetUser', 'deep.xml'], {
      cwd: deep,
    });
    expect([exitCode, err]).toEqual([
      1,
      expect.stringMatching(/^error: deep\.xml:2:\d+: .*more than 128 open elements/),
    ]);
  });

  test('the success body', async () => {
    const { out, exitCode } = await runCommand(['response', 'users.wsdl', 'GetUser', 'user.xml'], { cwd });
    expect(exitCode).toBe(0);
    expect(out).toBe(`{
  "result": {
    "id": 9007199254740993,
    "name": "Ada",
    "role": []
  },
  "meta": {
    "service": "user-service",
    "operation": "GetUser",
    "latencyMs": 0,
    "cached": false
  }
}
`);
  });

  test('the error body of a fault', async () => {
    const { out, exitCode } = await runCommand(['response', 'users.wsdl', 'GetUser'], { cwd, input: FAULT });
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toEqual({
      error: {
        type: 'UPSTREAM_ERROR',
        message: 'No such user',
        code: 'SOAP_FAULT',
        fault: {
          version: '1.1',
          code: `{${SOAP}}Server`,
          reason: 'No such user',
          name: 'UserNotFound',
          detail: { UserNotFound: { userId: 42 } },
        },
      },
    });
  });

  test('the result alone, and numbers as strings', async () => {
    const argv = ['response', 'users.wsdl', 'GetUser', 'user.xml', '--result', '--numbers', 'string'];
    const { out } = await runCommand(argv, { cwd });
    expect(JSON.parse(out)).toEqual({ id: '9007199254740993', name: 'Ada', role: [] });
  });

  test.each([
    ['no XML', 'input.json', 1],
    ['no response of this operation', 'users.wsdl', 1],
    ['no file', 'missing.xml', 3],
  ])('%s', async (_, file, exitCode) => {
    const result = await runCommand(['response', 'users.wsdl', 'GetUser', file], { cwd });
    expect({ exitCode: result.exitCode, out: result.out }).toEqual({ exitCode, out: '' });
    expect(result.err).toMatch(/^error: /);
  });
});

describe('--batch: one output line per case, in order', () => {
  test('requests', async () => {
    const cases = [
      '{"id": 1, "wsdl": "users.wsdl", "operation": "GetUser", "input": {"userId": 9007199254740993}}',
      '{"id": "b", "wsdl": "users.wsdl", "operation": "GetUser", "input": {}}',
      '{"id": 3, "wsdl": "missing.wsdl", "operation": "GetUser"}',
      '',
      'no JSON',
      '{"id": 5, "wsdl": "users.wsdl", "operation": "Ping"}',
    ];
    const { out, exitCode } = await runCommand(['request', '--batch', '-'], { cwd, input: cases.join('\n') });
    expect(exitCode).toBe(1);
    expect(linesOf(out)).toMatchObject([
      { id: 1, ok: true, output: { url: 'http://soap.example.com/users', body: REQUEST } },
      {
        id: 'b',
        ok: false,
        error: { code: 'VALIDATION', details: [{ path: '/userId', keyword: 'required' }] },
      },
      { id: 3, ok: false, error: { code: 'LOAD_FAILED' } },
      { id: null, ok: false, error: { code: 'VALIDATION' } },
      { id: 5, ok: true, output: { headers: { SOAPAction: '"urn:users/Ping"' } } },
    ]);
  });

  test('responses keep their digits', async () => {
    const directory = directoryOf({
      'users.wsdl': USERS_WSDL,
      'user.xml': USER,
      'cases.jsonl':
        '{"id":1,"wsdl":"users.wsdl","operation":"GetUser","response":"user.xml"}\r\n{"id":2,"wsdl":"users.wsdl","operation":"GetUser"}\r\n',
    });
    const { out } = await runCommand(['response', '--batch', 'cases.jsonl'], { cwd: directory });
    expect(out).toContain('"id":9007199254740993');
    expect(linesOf(out)).toMatchObject([
      { id: 1, ok: true, output: { result: { name: 'Ada' } } },
      { id: 2, ok: false, error: { code: 'USAGE' } },
    ]);
  });

  test('documents equal those of the command', async () => {
    const { out } = await runCommand(['openapi', '--batch', '-'], {
      cwd,
      input: '{"id":1,"wsdl":"users.wsdl"}',
    });
    const single = await runCommand(['openapi', 'users.wsdl'], { cwd });
    expect(linesOf(out)).toEqual([{ id: 1, ok: true, output: JSON.parse(single.out) }]);
  });

  test('a file that does not exist', async () => {
    const { err, exitCode } = await runCommand(['request', '--batch', 'missing.jsonl'], { cwd });
    expect(exitCode).toBe(3);
    expect(err).toMatch(/cannot read missing\.jsonl/);
  });

  test('neither a WSDL nor a batch', async () => {
    expect((await runCommand(['request'], { cwd })).exitCode).toBe(2);
  });
});
