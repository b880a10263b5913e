import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLoggingProxy } from '../../../../../../packages/soap-transport/src/testing/logging-proxy.js';
import { serveHttp } from '../../../../../../packages/soap-transport/src/testing/loopback-server.js';
import { administer } from '../../../compose/administer.js';
import { readConfig } from '../../../config/read-config.js';
import { keyPurpose } from '../../../domain/accounts/api-key.js';
import { openStore, type Store } from '../../../store/store.js';
import { issueAssertion } from '../../../testing/issue-assertion.js';
import { startHere } from '../../../testing/start-here.js';

const example = fileURLToPath(new URL('../../../../../../examples/user-directory/', import.meta.url));
const SECRET = 'canary-of-the-password';

describe('apply and export', () => {
  let directory: string;
  let environment: Record<string, string>;
  let store: Store;
  let account: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'soapstone-apply-'));
    environment = {
      DATA_DIR: directory,
      CREDENTIALS: JSON.stringify({ basic: { username: 'u', password: SECRET } }),
    };
    for (const name of ['user-directory.wsdl', 'user-directory.xsd']) {
      await copyFile(join(example, name), join(directory, name));
    }
    store = await openStore(readConfig(environment), () => {});
    const created = await run(['accounts', 'create', '--name', 'Example', '--plan', 'Pro', '--json']);
    account = JSON.parse(created.out).accountId;
  });
  afterAll(async () => {
    await store?.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function run(args: readonly string[], more: Record<string, string> = {}) {
    let [out, err] = ['', ''];
    const code = await administer(
      args,
      { ...environment, ...more },
      {
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
        readInput: async () => '',
      },
      startHere,
    );
    return { code, out, err };
  }
  const write = async (text: string, name = 'services.yaml') => {
    const file = join(directory, name);
    await writeFile(file, text);
    return file;
  };
  const declaration = (policy: string) => `account: ${account}
services:
  - slug: users
    name: Users
    wsdl: { files: [user-directory.wsdl, user-directory.xsd] }
    settings: { methodPolicy: ${policy}, endpoint: http://127.0.0.1:1/soap }
    operations:
      GetUser: { methodPolicy: GET, cacheSeconds: 60 }
    credentials: { env: CREDENTIALS }
keys:
  - { name: ci }
`;

  let announced: string;
  test('apply: a dry run lists the differences and changes nothing', async () => {
    const { code, out, err } = await run(['apply', await write(declaration('POST')), '--dry-run']);
    expect([code, out]).toEqual([0, '']);
    expect(err).toBe(
      [
        '+ service users',
        '~ service users: endpoint (none) -> "http://127.0.0.1:1/soap"',
        '~ operation users/GetUser: cacheSeconds 0 -> 60',
        '~ operation users/GetUser: methodPolicy "Inherit" -> "GET"',
        '+ service users: credentials',
        '+ key ci (live)',
        'nothing was changed: this was a dry run',
        '',
      ].join('\n'),
    );
    announced = err.replace('nothing was changed: this was a dry run\n', '');
    expect(await store.services.count(account)).toBe(0);
    expect((await store.apiKeys.list(account, { limit: 1 })).total).toBe(0);
  });

  test('apply: makes the changes that the dry run listed, and none when it runs again', async () => {
    const file = await write(declaration('POST'));
    const { code, out, err } = await run(['apply', file]);
    expect([code, err]).toEqual([0, announced]);
    const key = /^ci: (\S+)\n$/.exec(out)?.[1];
    expect(keyPurpose(key!)).toBe('live');
    const service = (await store.services.findBySlug(account, 'users'))!;
    expect(service).toMatchObject({ name: 'Users', settings: { endpoint: 'http://127.0.0.1:1/soap' } });
    const operations = await store.services.findOperationSettings(account, service.id);
    expect(operations.get('GetUser')).toEqual({ methodPolicy: 'GET', cacheSeconds: 60 });
    const sealed = (await store.secrets.find(account, service.id)).get('credentials');
    expect(sealed).toBeDefined();
    const entries = await store.audit.list(account, { limit: 50 });

    expect(await run(['apply', file])).toEqual({ code: 0, out: '', err: 'nothing to change\n' });
    expect((await store.services.findBySlug(account, 'users'))?.updatedAt).toBe(service.updatedAt);
    expect(await store.audit.list(account, { limit: 50 })).toEqual(entries);
  });

  test('apply: lists and makes each change without printing the value of a secret', async () => {
    const changed = declaration('GET + POST').replace('cacheSeconds: 60', 'cacheSeconds: 5');
    environment['CREDENTIALS'] = JSON.stringify({ basic: { username: 'u', password: `${SECRET}-2` } });
    const { code, out, err } = await run(['apply', await write(changed)]);
    expect([code, out]).toEqual([0, '']);
    expect(err).toBe(
      [
        '~ service users: methodPolicy "POST" -> "GET + POST"',
        '~ operation users/GetUser: cacheSeconds 60 -> 5',
        '~ service users: credentials',
        '',
      ].join('\n'),
    );
    expect((await store.services.findBySlug(account, 'users'))?.settings.methodPolicy).toBe('GET + POST');
  });

  test('apply: the page for consumers and the checks of the WSDL, whose other choices and link stay', async () => {
    const file = await write(
      declaration('GET + POST')
        .replace('cacheSeconds: 60', 'cacheSeconds: 5')
        .replace('    credentials:', '    page: link\n    watch: { schedule: weekly }\n    credentials:'),
    );
    const lines = '~ service users: page "off" -> "link"\n~ watch users: schedule "daily" -> "weekly"\n';
    expect((await run(['apply', file, '--dry-run'])).err).toContain(lines);
    expect(await run(['apply', file])).toEqual({ code: 0, out: '', err: lines });
    const { id } = (await store.services.findBySlug(account, 'users'))!;
    const page = await store.servicePages.find(account, id);
    expect(page?.visibility).toBe('link');
    expect(await store.watches.find(account, id)).toMatchObject({ schedule: 'weekly', activate: 'never' });
    expect((await run(['apply', file])).err).toBe('nothing to change\n');
    expect(await store.servicePages.find(account, id)).toEqual(page);
    expect((await run(['export', account])).out).toContain(
      '    page: link\n    watch:\n      schedule: weekly\n',
    );
    const wrong = await run([
      'apply',
      await write(
        declaration('POST').replace(
          '    settings:',
          '    page: everybody\n    watch: { schedule: yearly }\n    settings:',
        ),
      ),
    ]);
    expect(wrong.code).not.toBe(0);
    expect(wrong.err).toMatch(/services\.yaml:\d+:\d+.*page/);
    expect(wrong.err).toMatch(/services\.yaml:\d+:\d+.*schedule/);
  });

  test('export: writes a file without secrets, for which apply changes nothing', async () => {
    const { code, out } = await run(['export', account]);
    expect(code).toBe(0);
    expect(out).not.toContain(SECRET);
    expect(out).toContain('env: USERS_CREDENTIALS');
    environment['USERS_CREDENTIALS'] = environment['CREDENTIALS']!;
    const again = await run(['apply', await write(out, 'exported.yaml')]);
    expect(again).toEqual({ code: 0, out: '', err: 'nothing to change\n' });
  });

  test('apply and export: attachments that the WSDL does not declare, and lenient HTTP', async () => {
    const allowed = declaration('GET + POST')
      .replace('cacheSeconds: 60', 'cacheSeconds: 5')
      .replace('methodPolicy: GET + POST,', '$& allowUndeclaredAttachments: true, lenientHttp: true,');
    const applied = await run(['apply', await write(allowed)]);
    expect([applied.code, applied.err]).toEqual([
      0,
      [
        '~ service users: allowUndeclaredAttachments (none) -> true',
        '~ service users: lenientHttp (none) -> true',
        '',
      ].join('\n'),
    ]);
    expect((await store.services.findBySlug(account, 'users'))?.settings).toMatchObject({
      allowUndeclaredAttachments: true,
      lenientHttp: true,
    });
    const { out } = await run(['export', account]);
    expect(out).toContain('allowUndeclaredAttachments: true');
    const exported = await write(out, 'exported.yaml');
    expect(await run(['apply', exported])).toEqual({ code: 0, out: '', err: 'nothing to change\n' });
  });

  test('apply and export: credentials with an assertion, a token service or a session key', async () => {
    const { private: privateKey, cert: certificate } = await generate(
      [{ name: 'commonName', value: 'bank' }],
      {
        keySize: 2048,
        algorithm: 'sha256',
      },
    );
    const profiles = [
      { timestamp: {}, saml: { assertion: issueAssertion(privateKey, SECRET) } },
      {
        timestamp: {},
        sts: {
          endpoint: 'https://sts.example/issue',
          keyType: 'public-key',
          claims: ['urn:name'],
          credentials: { usernameToken: { username: 'shop', password: SECRET, type: 'text' } },
        },
        signature: { certificate, privateKey },
      },
      {
        timestamp: {},
        session: {
          certificate,
          derivedKeys: '2005-02',
          signedParts: ['body', 'timestamp', 'encrypted-key'],
          encryptedParts: ['body', 'signature', { namespace: 'urn:bank', optional: true }],
          cipher: 'aes-256-cbc',
          allowCbc: true,
        },
        signature: { certificate, privateKey, parts: ['signature'] },
        verify: { allowSha1: true },
      },
    ];
    const secrets = [SECRET, privateKey.split(/\r?\n/)[10]!];
    for (const profile of profiles) {
      environment['CREDENTIALS'] = JSON.stringify(profile);
      const file = await write(declaration('GET + POST'));
      expect(await run(['apply', file, '--dry-run'])).toMatchObject({
        code: 0,
        err: expect.stringContaining('~ service users: credentials\n'),
      });
      const applied = await run(['apply', file]);
      expect([applied.code, applied.out]).toEqual([0, '']);
      expect(await run(['apply', file])).toEqual({ code: 0, out: '', err: 'nothing to change\n' });
      const exported = await run(['export', account]);
      environment['USERS_CREDENTIALS'] = environment['CREDENTIALS']!;
      const again = await run(['apply', await write(exported.out, 'exported.yaml')]);
      expect(again).toEqual({ code: 0, out: '', err: 'nothing to change\n' });
      for (const secret of secrets) {
        expect(`${applied.err}${exported.out}${exported.err}`).not.toContain(secret);
      }
    }
  });

  test.each([
    [
      'an unknown member',
      { session: { certificate: 'c', nonce: 1 } },
      'credentials of users/session/nonce: must NOT have',
    ],
    [
      'a certificate that cannot be read',
      { session: { certificate: 'c' } },
      'credentials of users/session/certificate',
    ],
    ['two assertions', { saml: { assertion: '<a/>' }, sts: { endpoint: 'https://a.example/' } }, '/sts'],
    ['an invalid assertion', { saml: { assertion: `<a>${SECRET}</a>` } }, '/saml/assertion'],
    ['a token service without TLS', { sts: { endpoint: `http://${SECRET}.example/` } }, '/sts/endpoint'],
  ])('apply: rejects credentials with %s and names the member', async (_, profile, path) => {
    environment['CREDENTIALS'] = JSON.stringify(profile);
    const { code, err } = await run(['apply', await write(declaration('GET + POST'))]);
    expect(code).not.toBe(0);
    expect(err).toContain(path);
    expect(err).not.toContain(SECRET);
  });

  test('apply: reports every problem in the file with its position, and changes nothing', async () => {
    const file = await write(`account: ${account}
services:
  - slug: users
    settings: { methodPolicy: PUT, number: string }
  - slug: users two
    wsdl: {}
keyz: []
`);
    const { code, err } = await run(['apply', file]);
    expect([code, err]).toEqual([3, expect.stringContaining('the file is not usable')]);
    expect(err.replaceAll(`${directory}/`, '')).toContain(
      'services.yaml:4:31: services[0].settings.methodPolicy must be one of POST, GET, GET + POST',
    );
    expect(err).toContain(':4:36: services[0].settings.number is unknown; did you mean numbers?');
    expect(err).toContain(':5:11: services[1].slug');
    expect(err).toContain(':7:1: keyz is unknown; did you mean keys?');
  });

  test('apply: explains what cannot be used, without the value of a secret', async () => {
    const apply = async (text: string) => (await run(['apply', await write(text)])).err;
    const base = `account: ${account}\nservices:\n`;
    expect(await apply('account: acc_none\n')).toContain('There is no such account');
    expect(await apply(`${base}  - { slug: new }\n`)).toContain('the service new is new and needs its wsdl');
    expect(await apply(`${base}  - { slug: users, operations: { Nope: {} } }\n`)).toContain(
      'the service users has no operation Nope',
    );
    expect(await apply(`${base}  - { slug: users, credentials: { env: UNSET } }\n`)).toContain(
      'credentials of users refers to the variable UNSET, which is not set',
    );
    environment['BROKEN'] = `{"basic": "${SECRET}`;
    const broken = await apply(`${base}  - { slug: users, credentials: { env: BROKEN } }\n`);
    expect(broken).toContain('credentials of users must be JSON');
    expect(broken).not.toContain(SECRET);
    const all = await apply(`${base}  - { slug: new, wsdl: { files: [gone.wsdl] }, headers: { env: UNSET } }
  - slug: users
    settings: { timeoutMs: 600000, corsOrigins: [nowhere] }
    operations: { Nope: {}, Neither: {} }
    credentials: { env: BROKEN }
`);
    expect(all.replaceAll(`${directory}/`, '').split('\n').slice(1, -1)).toEqual([
      '  - services.yaml:3:34: the file gone.wsdl of the service new cannot be read',
      '  - services.yaml:3:57: headers of new refers to the variable UNSET, which is not set',
      "  - services.yaml:5:15: timeoutMs is longer than the gateway's own 30000 ms",
      '  - services.yaml:6:25: the service users has no operation Nope',
      '  - services.yaml:6:38: the service users has no operation Neither',
      '  - services.yaml:7:18: credentials of users must be JSON',
    ]);
    expect(await apply(`${base}  - { slug: users }\n  - { slug: users }\n`)).toContain(
      ':4:13: the service users is in this file twice',
    );
  });

  test('apply and export: the numbers of a design keep their digits', async () => {
    const rate = '12345678901234567.8901234567890123';
    await write(RATES, 'rates.wsdl');
    const file = await write(
      `account: ${account}
services:
  - slug: rates
    wsdl: { files: [rates.wsdl] }
    settings: { endpoint: http://127.0.0.1:1/soap }
    design: { fill: { Ping/Rate: ${rate}, Ping/Count: 123456789012345678901234567890 } }
`,
      'rates.yaml',
    );
    const applied = await run(['apply', file]);
    expect([applied.code, applied.err]).toEqual([0, expect.stringContaining('+ service rates: design')]);
    const service = (await store.services.findBySlug(account, 'rates'))!;
    const revision = await store.services.findRevision(account, service.id, service.revision);
    expect(revision?.design).toBe(
      `{"fill":{"Ping/Rate":${rate},"Ping/Count":123456789012345678901234567890}}`,
    );
    expect((await run(['apply', file])).err).toBe('nothing to change\n');
    const { out } = await run(['export', account]);
    expect(out).toContain(`Ping/Rate: ${rate}\n`);
    expect(out).toContain('Ping/Count: 123456789012345678901234567890\n');
  });

  test('apply and export: the comments of a design, from its own file and beside the service', async () => {
    const declared = (design: string) => `account: ${account}
services:
  - slug: rates
    design: ${design}
`;
    const digits = '123456789012345678901234567890';
    const text = `# Of Ann.\n\nfill:\n  Ping/Rate: 1.10 # until May\n  # as the contract says\n  Ping/Count: ${digits}\n`;
    await write(text, 'rates-design.yaml');
    const file = await write(declared('rates-design.yaml'), 'rates-2.yaml');
    expect((await run(['apply', file])).err).toContain('~ service rates: design');
    const textOf = async () => {
      const { id, revision } = (await store.services.findBySlug(account, 'rates'))!;
      return [revision, await store.services.findDesignText(account, id, revision)];
    };
    const [number, stored] = await textOf();
    expect(stored).toBe(text);
    expect((await run(['apply', file])).err).toBe('nothing to change\n');
    const { out } = await run(['export', account]);
    const lines = out.slice(out.indexOf('    design:')).split('\n').slice(0, 6);
    expect(lines.map((line) => line.trimEnd())).toEqual([
      '    design:',
      '      # Of Ann.',
      '      fill:',
      '        Ping/Rate: 1.10 # until May',
      '        # as the contract says',
      `        Ping/Count: ${digits}`,
    ]);
    // The exported design is the same, and its comments are kept.
    expect((await run(['apply', await write(out, 'exported.yaml')])).err).toBe(
      '~ service rates: text of the design\n',
    );
    expect(await textOf()).toEqual([number, text.replace('\n\n', '\n')]);
    expect((await run(['export', account])).out).toBe(out);
    // A text that says something else is not exported.
    const { id, revision } = (await store.services.findBySlug(account, 'rates'))!;
    for (const wrong of ['fill: { Ping/Rate: 2 }', 'fill: [', '# only this', '['.repeat(9_000)]) {
      await store.services.setDesignText(account, id, revision, wrong);
      expect((await run(['export', account])).out).toContain(
        `    design:\n      fill:\n        Ping/Rate: 1.1\n        Ping/Count: ${digits}\n`,
      );
    }
    await write(text.replace('Ann', 'Bo'), 'rates-design.yaml');
    expect((await run(['apply', file])).err).toBe('~ service rates: text of the design\n');
    expect(await textOf()).toEqual([number, text.replace('Ann', 'Bo')]);
  });

  test('apply: the documents of a new service are fetched with its own login at the proxy', async () => {
    const upstream = await serveHttp((request, response) => {
      const name = request.url?.endsWith('.xsd') === true ? 'user-directory.xsd' : 'user-directory.wsdl';
      void readFile(join(directory, name)).then((bytes) => response.end(bytes));
    });
    const proxy = await openLoggingProxy({ login: 'own:CANARY-2', leadsTo: () => upstream.host });
    const environment = {
      OUTBOUND_PROXIES: `partner=http://${proxy.host}`,
      EGRESS_ALLOW: '*.corp.example',
      PROXY_LOGIN: JSON.stringify({ basic: { username: 'own', password: 'CANARY-2' } }),
    };
    const service = `account: ${account}
services:
  - slug: behind
    wsdl: { url: http://erp.corp.example/user-directory.wsdl }
    settings: { proxy: partner }
`;
    const file = await write(`${service}    proxyLogin: { env: PROXY_LOGIN }\n`, 'behind.yaml');
    const without = await run(['apply', await write(service, 'without.yaml')], environment);
    expect([without.code, without.err]).toEqual([1, expect.stringContaining('asks for a login (407)')]);
    for (const argv of [['--dry-run'], []]) {
      const { code, out, err } = await run(['apply', file, ...argv], environment);
      expect([code, err]).toEqual([0, expect.stringContaining('+ service behind: proxyLogin')]);
      expect(`${out}${err}`).not.toContain('CANARY-2');
    }
    const accepted = proxy.requests.filter(({ headers }) => headers['proxy-authorization'] !== undefined);
    expect(accepted.map(({ target }) => target.replace(/.*\//, ''))).toEqual([
      'user-directory.wsdl',
      'user-directory.xsd',
      'user-directory.wsdl',
      'user-directory.xsd',
    ]);
    await proxy.close();
    await upstream.close();
  });
});

const RATES = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:rates" targetNamespace="urn:rates" name="Rates">
  <types><xs:schema targetNamespace="urn:rates" elementFormDefault="qualified">
    <xs:element name="Ping"><xs:complexType><xs:sequence><xs:element name="Rate" type="xs:decimal"/>
      <xs:element name="Count" type="xs:integer"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="PingIn"><part name="p" element="t:Ping"/></message>
  <portType name="RatesPort"><operation name="Ping"><input message="t:PingIn"/></operation></portType>
  <binding name="RatesBinding" type="t:RatesPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ping"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
  <service name="Rates"><port name="RatesPort" binding="t:RatesBinding"><soap:address location="http://127.0.0.1:9/"/></port></service>
</definitions>`;
