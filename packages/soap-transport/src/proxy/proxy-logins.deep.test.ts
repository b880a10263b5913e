import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { inspect } from 'node:util';
import { freePort } from '@soapstone/testing/free-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthority, createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { suiteName } from '../../../ws-security/src/testing/installed.js';
import type { ProxySettings } from '../proxy-option.js';
import { APACHE_PACKAGES, ended, hasApache } from '../testing/apache.js';
import { createProxyFolder, type ProxyFolder, reachable, squidHash } from '../testing/debian-proxies.js';
import { hasKdc, KDC_PACKAGES, type Kdc, REALM, startKdc } from '../testing/kdc.js';
import { type LoopbackServer, serveHttp, serveHttps } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { printChallenge } from '../testing/ntlm-challenge.js';
import { createTransport, type Transport } from '../transport.js';

const PASSWORD = 'CANARY-pässword 1';
/**
 * A helper for squid, which has none for NTLMv2 without a domain: `ntlm_fake_auth` sends no target information. It checks the names of the
 * user and the domain; Apache checks the proof.
 */
const NTLM_HELPER = `
import { createInterface } from 'node:readline';
const challenge = ${JSON.stringify(printChallenge().toString('base64'))};
for await (const line of createInterface({ input: process.stdin })) {
  const [command, token = ''] = line.split(' ');
  if (command === 'YR') console.log('TT ' + challenge);
  else {
    const bytes = Buffer.from(token, 'base64');
    const field = (at) => bytes.toString('utf16le', bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 4) + bytes.readUInt16LE(at));
    const user = bytes[8] === 3 ? field(28) + '/' + field(36) : '';
    console.log(user === 'CORP/ada' ? 'AF ' + user : 'NA unknown');
  }
}`;
const hasSquid = existsSync('/usr/sbin/squid');

let folder: ProxyFolder;
let plain: LoopbackServer;
let secure: LoopbackServer;
let ca: string;
const children: ChildProcess[] = [];
const opened: Transport[] = [];

beforeAll(async () => {
  folder = createProxyFolder();
  const authority = await createAuthority('authority');
  const identity = await createIdentity('localhost', { authority });
  ca = authority.certificate;
  const answer = (headers: object): string =>
    JSON.stringify(headers).includes('proxy-auth') ? 'leaked' : 'answered';
  plain = await serveHttp(({ headers }, reply) => void reply.end(answer(headers)));
  secure = await serveHttps(
    { cert: identity.certificate, key: identity.privateKey },
    ({ headers }, reply) => void reply.end(answer(headers)),
  );
});
afterAll(async () => {
  for (const transport of opened) await transport.close();
  for (const child of children) await ended(child);
  await plain?.close();
  await secure?.close();
  folder?.remove();
});

function through(port: number, credentials: ProxySettings['credentials']): Transport {
  const transport = createTransport({
    egress: 'unguarded',
    proxy: { url: `http://localhost:${port}`, credentials },
    limits: { connectMs: 30_000, breakerFailures: 1_000 },
  });
  opened.push(transport);
  return transport;
}

async function call(transport: Transport, url: string, account = 'acme'): Promise<string> {
  return await textOf(await transport.send(soapRequest(url, { account, credentials: { ca } })));
}

const urls = () => [`https://localhost:${secure.port}/users`, `http://localhost:${plain.port}/users`];

async function passes(transport: Transport): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1)
    for (const url of urls()) expect(await call(transport, url), url).toBe('answered');
}

async function isRefused(transport: Transport, message: RegExp): Promise<void> {
  const [url = ''] = urls();
  const error = await failureOf(() => call(transport, url));
  expect([error.code, error.proxyStatus, error.sent]).toEqual(['UPSTREAM_CONNECT', 407, false]);
  expect(error.message).toMatch(message);
  expect(inspect(error, { depth: 9 })).not.toContain('CANARY');
}

describe.skipIf(!hasSquid)(suiteName('squid', hasSquid, 'squid'), () => {
  test('asks for NTLM alone', async () => {
    const port = await freePort();
    children.push(
      folder.startSquid(port, [
        `auth_param ntlm program ${process.execPath} ${folder.write('helper.mjs', [NTLM_HELPER])}`,
        'auth_param ntlm children 5',
        'auth_param ntlm keep_alive on',
      ]),
    );
    await reachable(port);
    await passes(through(port, { ntlm: { domain: 'CORP', username: 'ada', password: PASSWORD } }));
    // The domain in the user name asks for NTLM too; Basic would not do.
    const named = through(port, { username: 'CORP\\ada', password: PASSWORD });
    expect(await call(named, urls()[0] ?? '')).toBe('answered');
    await isRefused(through(port, { username: 'ada', password: PASSWORD }), /by NTLM \(407\), not by Basic/);
    await isRefused(through(port, undefined), /by NTLM \(407\), not by Basic/);
    await isRefused(
      through(port, { ntlm: { domain: 'CORP', username: 'eve', password: PASSWORD } }),
      /does not accept the user name and the password \(407\)/,
    );
  });

  test('asks for Digest alone', async () => {
    const port = await freePort();
    const ha1 = createHash('md5').update(`svc:proxy:CANARY-digest`).digest('hex');
    const users = folder.write('digests', [`svc:proxy:${ha1}`]);
    children.push(
      folder.startSquid(port, [
        `auth_param digest program /usr/lib/squid/digest_file_auth -c ${users}`,
        'auth_param digest realm proxy',
        'auth_param digest children 5',
      ]),
    );
    await reachable(port);
    await passes(through(port, { digest: { username: 'svc', password: 'CANARY-digest' } }));
    await isRefused(
      through(port, { digest: { username: 'svc', password: 'CANARY-wrong' } }),
      /does not accept the user name and the password \(407\)/,
    );
  });

  test('takes the user name CORP\\ada by Basic where it has no NTLM', async () => {
    const port = await freePort();
    const users = folder.write('windows-users', [`CORP\\ada:${squidHash('CANARY-basic')}`]);
    children.push(
      folder.startSquid(port, [
        `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${users}`,
        'auth_param basic casesensitive on',
      ]),
    );
    await reachable(port);
    await passes(through(port, { username: 'CORP\\ada', password: 'CANARY-basic' }));
    await isRefused(
      through(port, { ntlm: { domain: 'CORP', username: 'ada', password: 'CANARY-basic' } }),
      /by Basic \(407\), not by NTLM/,
    );
  });
});

const canKerberos = hasSquid && hasKdc;
describe.skipIf(!canKerberos)(suiteName('squid with Kerberos', canKerberos, `squid ${KDC_PACKAGES}`), () => {
  let kdc: Kdc;
  const before = process.env['KRB5_CONFIG'];
  beforeAll(async () => {
    kdc = await startKdc({ ada: PASSWORD });
    process.env['KRB5_CONFIG'] = kdc.config;
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['KRB5_CONFIG'];
    else process.env['KRB5_CONFIG'] = before;
    await kdc?.close();
  });

  test('takes a ticket for HTTP/ the host of the proxy', async () => {
    const port = await freePort();
    const { config, serviceKeytab } = kdc;
    children.push(
      folder.startSquid(
        port,
        [
          `auth_param negotiate program /usr/lib/squid/negotiate_kerberos_auth -k ${serviceKeytab} -s HTTP/localhost@${REALM} -r`,
          'auth_param negotiate children 5',
        ],
        { KRB5_CONFIG: config, KRB5RCACHENAME: 'none:' },
      ),
    );
    await reachable(port);
    await passes(through(port, { kerberos: { principal: `ada@${REALM}`, password: PASSWORD } }));
    const error = await failureOf(() =>
      call(
        through(port, { kerberos: { principal: `ada@${REALM}`, password: 'CANARY-wrong' } }),
        urls()[0] ?? '',
      ),
    );
    expect(error.code).toBe('UPSTREAM_CONNECT');
    expect(error.message).toMatch(/the proxy of option "proxy" cannot be logged in to by Negotiate/);
    expect(inspect(error, { depth: 9 })).not.toContain('CANARY');
  });
});

const MODULES = [
  'mpm_worker',
  'authn_core',
  'authz_core',
  'authz_user',
  'auth_gssapi',
  'proxy',
  'proxy_connect',
  'proxy_http',
];

describe.skipIf(!hasApache)(suiteName('Apache with gss-ntlmssp', hasApache, APACHE_PACKAGES), () => {
  test('verifies the proof of NTLMv2', async () => {
    const port = await freePort();
    const users = folder.write('ntlm-users', [`CORP:ada:${PASSWORD}`]);
    children.push(
      folder.start(
        '/usr/sbin/apache2',
        (config) => ['-D', 'FOREGROUND', '-f', config],
        [
          'ServerRoot /usr/lib/apache2',
          ...MODULES.map((name) => `LoadModule ${name}_module modules/mod_${name}.so`),
          `PidFile ${folder.path}/apache.pid`,
          `DefaultRuntimeDir ${folder.path}`,
          'Mutex sem default',
          'ErrorLog /dev/null',
          'ServerName localhost',
          `Listen 127.0.0.1:${port}`,
          ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
          'ProxyRequests On',
          'AllowCONNECT 1-65535',
          '<Proxy "*">',
          'AuthType GSSAPI',
          'AuthName proxy',
          'GssapiAllowedMech ntlmssp',
          'GssapiConnectionBound On',
          'Require valid-user',
          '</Proxy>',
        ],
        { NTLM_USER_FILE: users },
      ),
    );
    await reachable(port);
    await passes(through(port, { ntlm: { domain: 'CORP', username: 'ada', password: PASSWORD } }));
    await isRefused(
      through(port, { ntlm: { domain: 'CORP', username: 'ada', password: 'CANARY-wrong' } }),
      /does not accept the user name and the password \(407\)/,
    );
  });
});
