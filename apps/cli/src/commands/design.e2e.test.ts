import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USER, USERS_WSDL } from '../testing/users-wsdl.js';

/** `GetUser` with credentials in its body. */
const WSDL = USERS_WSDL.replace(
  '<xs:element name="userId" type="xs:long"/>',
  `<xs:element name="partnerAuth"><xs:complexType><xs:sequence>
     <xs:element name="key" type="xs:string"/>
     <xs:element name="pin"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="12"/></xs:restriction></xs:simpleType></xs:element>
   </xs:sequence></xs:complexType></xs:element>
   <xs:element name="messageId" type="xs:string"/>
   <xs:element name="userId" type="xs:long"/>`,
);
const DESIGN = `fill:
  '*/partnerAuth': { key: { secret: user-key }, pin: { secret: pin } }
  GetUser/messageId: { generate: uuid }
`;
const BAD = `fill:
  GetUser/userld: 1
  '*/password': x
  GetUser/partnerAuth:
    pin: 12345
`;
const KEY = 'canary-key-1';
const cwd = directoryOf({
  'users.wsdl': WSDL,
  'design.yaml': DESIGN,
  'bad.yaml': BAD,
  'broken.yaml': 'fill: [',
  'key.txt': `${KEY}\n`,
});

test('design check: every problem with its place, and exit code 1', async () => {
  const { out, exitCode } = await runCommand(['design', 'check', 'users.wsdl', 'bad.yaml'], { cwd });
  expect(out).toBe(
    `bad.yaml:2:3: fill > GetUser/userld: the input of GetUser has no member "userld"; did you mean userId?
bad.yaml:3:3: fill > */password: no operation has an input with "password"
bad.yaml:5:5: fill > GetUser/partnerAuth > pin: must be a string (xs:string), got number 12345
`,
  );
  expect(exitCode).toBe(1);
});

test.each<[string, string, string]>([
  [
    'aliases that expand',
    `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(10)}]\nc: [${'*b,'.repeat(10)}]`,
    'Excessive alias',
  ],
  ['an alias of nothing', 'fill: *nothing', 'Unresolved alias'],
  ['a key twice', 'fill: {}\nfill: {}', '2:1: Map keys must be unique'],
  ['an unknown tag', 'fill: {}\nnames: !camel camel', '2:8: Unresolved tag'],
  ['two documents', 'fill: {}\n---\nfill: {}', '2:1: Source contains multiple documents'],
  ['lists that nest too deep', `fill: ${'['.repeat(9_000)}`, 'must not nest so deep'],
  ['10 MB', '#'.repeat(10_000_000), 'must not have more than 1048576 bytes'],
])('design check: a file with %s cannot be used', async (_what, text, message) => {
  const files = directoryOf({ 'users.wsdl': WSDL, 'hostile.yaml': text });
  const { err, exitCode } = await runCommand(['design', 'check', 'users.wsdl', 'hostile.yaml'], {
    cwd: files,
  });
  expect([err, exitCode]).toEqual([expect.stringContaining(message), 1]);
  expect(err.split('\n').length).toBeLessThan(110);
  expect(err).not.toContain('    at ');
});

test('design check: problems are in the order of their lines, in both formats', async () => {
  const text =
    'fill:\n  GetUser/userld: 1\n  GetUser/messageId: { header: a b }\n  GetUesr/userId: 1\nx: 1\n';
  const files = directoryOf({ 'users.wsdl': WSDL, 'mixed.yaml': text });
  const check = (...more: string[]) =>
    runCommand(['design', 'check', 'users.wsdl', 'mixed.yaml', ...more], { cwd: files });
  const printed = (await check()).out.trim().split('\n');
  expect(printed.map((line) => line.split(': ')[0])).toEqual(
    [2, 3, 4, 5].map((line) => `mixed.yaml:${line}:${line === 5 ? 1 : 3}`),
  );
  expect(printed[2]).toContain('did you mean GetUser?');
  const { problems } = JSON.parse((await check('--format', 'json')).out);
  expect(problems.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 5]);
});

test('design check: a second document is a problem, in words for people', async () => {
  const files = directoryOf({ 'users.wsdl': WSDL, 'two.yaml': 'names: camel\n---\nnames: camel\n' });
  const { err, exitCode } = await runCommand(['design', 'check', 'users.wsdl', 'two.yaml'], { cwd: files });
  expect(exitCode).toBe(1);
  expect(err).toMatch(/two\.yaml:\d+:\d+: Source contains multiple documents, and must be one\n/);
});

test('design check: parts that contain themselves are problems', async () => {
  const text = `fill: &f { GetUser/userId: *f }
operations: { GetUser: { result: { dataSets: { user: { tables: { T: &t { T: *t } } } } }, page: &p { keep: *p } } }
`;
  const files = directoryOf({ 'users.wsdl': WSDL, 'hostile.yaml': text });
  const { err, exitCode } = await runCommand(['design', 'check', 'users.wsdl', 'hostile.yaml'], {
    cwd: files,
  });
  expect(exitCode).toBe(1);
  expect(err.match(/hostile\.yaml:\d+:\d+: An alias must not be inside of what it names/g)).toEqual(
    ['1:28', '2:77', '2:108'].map(
      (place) => `hostile.yaml:${place}: An alias must not be inside of what it names`,
    ),
  );
});

test('numbers of a file keep their digits, and keys are texts as they are written', async () => {
  const text = `fill: { GetUser/messageId: 1.50 }
operations: { GetUser: { result: { values: { 1.50: { 1.0: a }, 0x10: { 9007199254740993.10: b } } } } }
`;
  const files = directoryOf({ 'users.wsdl': WSDL, 'digits.yaml': text });
  const { out } = await runCommand(['design', 'check', 'users.wsdl', 'digits.yaml'], { cwd: files });
  expect(out).toContain('values > 1.50: ');
  expect(out).toContain('values > 0x10: ');
  expect(out).toContain('got number 1.5');
});

test('a design and a secret in another encoding than UTF-8 are refused with their places', async () => {
  const latin = Buffer.from(`${DESIGN}  # für Müller\n`, 'latin1');
  const files = directoryOf({
    'users.wsdl': WSDL,
    'latin.yaml': latin,
    'design.yaml': DESIGN,
    'key.txt': Buffer.from('g\u00fcltig', 'latin1'),
  });
  const checked = await runCommand(['design', 'check', 'users.wsdl', 'latin.yaml'], { cwd: files });
  expect([checked.exitCode, checked.err]).toEqual([
    1,
    expect.stringContaining('latin.yaml:4:1: must be UTF-8'),
  ]);
  const secrets = ['--secret', 'user-key=@key.txt', '--secret', 'pin=1'];
  const call = ['call', 'users.wsdl', 'GetUser', '{"userId":1}', '--design', 'design.yaml', ...secrets];
  const called = await runCommand(call, { cwd: files });
  expect([called.exitCode, called.err]).toEqual([
    2,
    expect.stringContaining('--secret user-key: key.txt must be UTF-8'),
  ]);
});

test('design check: names of prototypes and merge keys are keys like any other', async () => {
  const text = `__proto__: { a: 1 }
rename: { __proto__: x }
operations: { __proto__: { hidden: true } }
fill: { '*/__proto__/x': 3, <<: { GetUser/userId: 1 } }
`;
  const files = directoryOf({ 'users.wsdl': WSDL, 'hostile.yaml': text });
  const { out, exitCode } = await runCommand(['design', 'check', 'users.wsdl', 'hostile.yaml'], {
    cwd: files,
  });
  expect([out, exitCode]).toMatchInlineSnapshot(`
    [
      "hostile.yaml:1:1: __proto__: is not a part of a design: it has fill, session, names, rename, lift, operations, prefixes, declare, base, envelope
    hostile.yaml:2:11: rename > __proto__: no operation has a member "__proto__"
    hostile.yaml:3:15: operations > __proto__: no operation of this service is called "__proto__"
    hostile.yaml:4:9: fill > */__proto__/x: no operation has an input with "__proto__/x"
    hostile.yaml:4:35: fill > << > GetUser/userId: no operation of this service is called "<<"
    ",
      1,
    ]
  `);
});

test('design show: what is filled, with secrets by their names', async () => {
  const { out, exitCode } = await runCommand(['design', 'show', 'users.wsdl', 'design.yaml'], { cwd });
  expect(out).toBe(
    'GetUser\n  partnerAuth/key  the secret user-key\n  partnerAuth/pin  the secret pin\n  messageId  a new UUID\n',
  );
  expect(exitCode).toBe(0);
});

test('design: names, lines of operations and hidden ones', async () => {
  const shaping = directoryOf({
    'users.wsdl': WSDL,
    'design.yaml': `names: camel
operations:
  GetUser: { input: { rename: { userId: id } } }
`,
    'bad.yaml': `names: camel
rename: { usrId: id }
operations:
  GetUser:
    input: { rename: { userld: id } }
  GetUsers: { hidden: true }
`,
  });
  const run = (...argv: string[]) => runCommand(argv, { cwd: shaping });
  const shown = await run('design', 'show', 'users.wsdl', 'design.yaml');
  expect(shown.out).toBe('GetUser\n  input: userId  is called id\n');
  const checked = await run('design', 'check', 'users.wsdl', 'design.yaml');
  expect(checked.out).toBe('fills 0 members in 0 operations, changes 1 member in 1 operation\n');
  const bad = await run('design', 'check', 'users.wsdl', 'bad.yaml');
  expect(bad.out).toBe(`bad.yaml:2:11: rename > usrId: no operation has a member "usrId"; did you mean userId?
bad.yaml:5:24: operations > GetUser > input > rename > userld: the input of GetUser has no member "userld"; did you mean userId?
bad.yaml:6:3: operations > GetUsers: no operation of this service is called "GetUsers"; did you mean GetUser?
`);
  const types = await run('types', 'users.wsdl', '--design', 'design.yaml');
  const request = types.out.split('interface GetUserRequest {')[1]?.split('\n}\n')[0];
  expect(request).toMatch(/\bid: number/);
  expect(request).not.toMatch(/\buserId\b/);
  const openapi = await run('openapi', 'users.wsdl', '--design', 'design.yaml');
  expect(openapi.out).toContain('"id"');
});

test('openapi --routes: describes the routes of a design, and says so where it does not', async () => {
  const routed = directoryOf({
    'users.wsdl': USERS_WSDL,
    'design.yaml': "base: /v1\noperations: { GetUser: { route: 'GET /users/{userId}' } }\n",
    'names.yaml': 'names: camel\n',
  });
  const run = (...argv: string[]) => runCommand(['openapi', 'users.wsdl', ...argv], { cwd: routed });
  const place = ['--base-url', 'https://api.example.com', '--account', 'acc_1', '--service', 'users'];
  const { out, err, exitCode } = await run('--design', 'design.yaml', '--routes', ...place, '--examples');
  expect([err, exitCode]).toEqual(['', 0]);
  const document = JSON.parse(out) as { servers: unknown; paths: Record<string, object> };
  expect((await new Validator().validate(JSON.parse(out))).valid).toBe(true);
  expect(document.servers).toEqual([{ url: 'https://api.example.com/apis/acc_1/users' }]);
  expect(Object.entries(document.paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
    ['/v1/users/{userId}', ['get']],
  ]);
  const later = await run('--design', 'design.yaml', '--routes', '--openapi', '3.1', '--format', 'yaml');
  expect(later.out).toMatch(/^openapi: "3\.1\.0"\n/);
  const byName = await run('--design', 'design.yaml');
  expect(byName.out).toContain('/GetUser"');
  expect(byName.err).toBe(
    'note: these are the operations by name; --routes describes the routes of the design (1)\n',
  );
  const none = await run('--design', 'names.yaml', '--routes');
  expect([none.out, none.exitCode]).toEqual(['', 1]);
  expect(none.err).toContain('names.yaml: it has no routes; give an operation one');
  const without = await run('--routes');
  expect([without.out, without.exitCode]).toEqual(['', 2]);
  expect(without.err).toContain('--routes needs --design');
  const methods = await run('--design', 'design.yaml', '--routes', '--methods', 'GET');
  expect([methods.exitCode, methods.err]).toEqual([2, expect.stringContaining('leave out --methods')]);
});

test('design: omitted members and defaults are checked with the places of their lines, and shown', async () => {
  const members = directoryOf({
    'users.wsdl': WSDL,
    'design.yaml': `operations:
  GetUser:
    input: { defaults: { messageId: '1' } }
    result: { omit: [role] }
`,
    'bad.yaml': `operations:
  GetUser:
    result:
      omit:
        - role
        - rolle
`,
  });
  const run = (...argv: string[]) => runCommand(argv, { cwd: members });
  const shown = await run('design', 'show', 'users.wsdl', 'design.yaml');
  expect(shown.out).toBe(
    'GetUser\n  input: messageId  is "1" if clients leave it out\n  result: role  is left out\n',
  );
  const bad = await run('design', 'check', 'users.wsdl', 'bad.yaml');
  expect(bad.out).toBe(
    'bad.yaml:6:11: operations > GetUser > result > omit > 1: the result of GetUser has no member "rolle"; did you mean role?\n',
  );
  const example = await run('example', 'users.wsdl', 'GetUser');
  expect(example.exitCode).toBe(0);
});

test('design init: proposes names and secrets, fits the service, and never overwrites a file', async () => {
  const wsdl = WSDL.replace('name="key"', 'name="ApiKey"')
    .replace('name="pin"', 'name="Pin"')
    .replace('name="messageId"', 'name="userID"');
  const directory = directoryOf({ 'users.wsdl': wsdl });
  const run = (...argv: string[]) => runCommand(argv, { cwd: directory });
  const { out } = await run('design', 'init', 'users.wsdl');
  expect(out).toContain(
    "names: camel\n\n# In camel case these would have the name of another member.\nrename:\n  'userID': 'userID'\n",
  );
  expect(out).toContain(`# fill:
#   'GetUser/partnerAuth/ApiKey': { secret: partner-auth-api-key }
#   'GetUser/partnerAuth/Pin': { secret: partner-auth-pin }
`);
  expect((await run('design', 'init', 'users.wsdl', 'design.yaml')).out).toBe('wrote design.yaml\n');
  const checked = await run('design', 'check', 'users.wsdl', 'design.yaml');
  expect([checked.out, checked.exitCode]).toEqual(['fills 0 members in 0 operations\n', 0]);
  const again = await run('design', 'init', 'users.wsdl', 'design.yaml');
  expect(again.err).toContain('design.yaml exists already');
  expect(again.exitCode).toBe(2);
  const nameless = await run('design', 'check', 'users.wsdl');
  expect(nameless.err).toContain('design check needs the name of a design file');
});

test('design: a file that is not YAML is an error with its place', async () => {
  const { err, exitCode } = await runCommand(['design', 'check', 'users.wsdl', 'broken.yaml'], { cwd });
  expect(err).toMatch(/broken\.yaml:\d+:\d+: /);
  expect(exitCode).toBe(1);
});

test.each<[string, readonly string[]]>([
  ['openapi', ['--examples']],
  ['types', []],
  ['types', ['--format', 'json']],
])('%s --design %j: no filled member is in the output', async (command, more) => {
  const { out, exitCode } = await runCommand([command, 'users.wsdl', '--design', 'design.yaml', ...more], {
    cwd,
  });
  expect(exitCode).toBe(0);
  expect(out).toContain('userId');
  expect(out).not.toMatch(/partnerAuth|"key"|\bpin\b|messageId|user-key/);
});

test('call --design: the request has the secrets, the output and the errors have not', async () => {
  let body = '';
  const server = createServer((request, response) => {
    body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => response.writeHead(200, { 'Content-Type': 'text/xml' }).end(USER));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const call = (...more: string[]) =>
    runCommand(
      [
        'call',
        'users.wsdl',
        'GetUser',
        '{"userId": 1}',
        '--endpoint',
        endpoint,
        '--design',
        'design.yaml',
        ...more,
      ],
      { cwd },
    );
  try {
    const done = await call('--secret', 'user-key=@key.txt', '--secret', 'pin=1234');
    expect(done.err).toBe('');
    expect(JSON.parse(done.out).result).toEqual({ id: 1, name: 'Ada', role: [] });
    expect(body).toContain(`>${KEY}<`);
    expect(body).toContain('>1234<');
    expect(body).toMatch(/messageId>[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
    expect(done.out + done.err).not.toContain(KEY);

    const missing = await call('--secret', 'user-key=@key.txt');
    expect(missing.exitCode).toBe(2);
    expect(missing.err).toContain(
      'needs the secret "pin": give --secret pin=@file, or set SOAPSTONE_SECRET_PIN',
    );

    const refused = await call('--secret', 'user-key=@key.txt', '--secret', 'pin=canary-that-is-too-long');
    expect(refused.exitCode).toBe(2);
    expect(refused.err).toContain('does not accept the secret that fills it');
    expect(refused.err).not.toContain('canary');

    const shown = await call('--secret', 'user-key=@key.txt', '--secret', 'pin=1', '--verbose');
    expect(shown.exitCode).toBe(2);
    expect(shown.err).toContain('--verbose and --save show the whole request');
  } finally {
    server.close();
  }
});
