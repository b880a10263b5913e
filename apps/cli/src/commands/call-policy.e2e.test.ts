import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openResponse, secureEnvelope, securityHeaders } from '@soapstone/ws-security';
import { afterEach, describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { selfSigned } from '../testing/self-signed.js';
import { USER, USERS_WSDL } from '../testing/users-wsdl.js';

const { certificate, privateKey } = selfSigned(directoryOf({}));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe('call: the security policy of the WSDL', () => {
  const policy = readFileSync(
    new URL('../../../../conformance/policies/cxf-asymmetric-gcm.xml', import.meta.url),
  );
  const legacy = readFileSync(
    new URL('../../../../conformance/policies/wsit-mutual-certificates.xml', import.meta.url),
  );
  const symmetric = readFileSync(
    new URL('../../../../conformance/policies/cxf-symmetric-gcm.xml', import.meta.url),
  );
  const referring = (document: string): string =>
    USERS_WSDL.replace(
      /<binding [^>]*>/,
      `$&<wsp:PolicyReference xmlns:wsp="http://www.w3.org/ns/ws-policy" URI="${document}"/>`,
    );
  const secured = directoryOf({
    'users.wsdl': referring('policy.xml'),
    'legacy.wsdl': referring('legacy.xml'),
    'symmetric.wsdl': referring('symmetric.xml'),
    'plain.wsdl': USERS_WSDL,
    'policy.xml': policy,
    'legacy.xml': legacy,
    'symmetric.xml': symmetric,
    'us.pem': `${certificate}${privateKey}`,
    'bank.pem': certificate,
  });
  const options = ['--policy', '--sign-cert', 'us.pem', '--encrypt-cert', 'bank.pem'];

  test('signs and encrypts the request, verifies and decrypts the response', async () => {
    const { url, opened } = await securedServer();
    const argv = [
      'call',
      'users.wsdl',
      'GetUser',
      '{"userId": 7}',
      '--endpoint',
      url,
      '--result',
      ...options,
    ];
    const { out, err, exitCode } = await runCommand(argv, { cwd: secured });
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    expect(JSON.parse(out)).toMatchObject({ name: 'Ada' });
    expect(opened[0]).toContain('>7<');
  });

  test.each<[string, string, readonly string[], RegExp]>([
    [
      'what is missing',
      'users.wsdl',
      ['--policy', '--sign-cert', 'us.pem'],
      /it needs the certificate of the service/,
    ],
    ['a WSDL without a policy', 'plain.wsdl', options, /port UserSoap has no security policy/],
    ['legacy algorithms', 'legacy.wsdl', options, /Basic128 asks for signatures with RSA-SHA1.*Allow "sha1"/],
    [
      'two certificates to encrypt for',
      'plain.wsdl',
      ['--session-cert', 'bank.pem', '--encrypt-cert', 'bank.pem'],
      /--session-cert takes the place of --encrypt-cert/,
    ],
    ['consent without a policy', 'users.wsdl', ['--allow-legacy', 'cbc'], /--allow-legacy needs --policy/],
    [
      'an unknown algorithm',
      'users.wsdl',
      ['--policy', '--allow-legacy', 'md5'],
      /expected one of sha1, cbc, rsa-1_5/,
    ],
  ])('names %s before anything is sent', async (_what, wsdl, given, message) => {
    const { url, opened } = await securedServer();
    const argv = ['call', wsdl, 'GetUser', '{"userId": 7}', '--endpoint', url, ...given];
    const { err, exitCode } = await runCommand(argv, { cwd: secured });
    expect(err).toMatch(message);
    expect(exitCode).toBeGreaterThan(1);
    expect(opened).toEqual([]);
  });

  test.each<[string, string, readonly string[], RegExp]>([
    [
      'of the policy',
      'symmetric.wsdl',
      ['--policy', '--sign-cert', 'us.pem'],
      /<wsse:BinarySecurityToken .*rsa-sha256/,
    ],
    ['without a policy', 'plain.wsdl', [], /<\/wsu:Timestamp><xenc:EncryptedKey .*#hmac-sha256"/],
  ])('--session-cert %s: signs, encrypts, and rejects an unsigned response', async (_, wsdl, more, form) => {
    const requests: string[] = [];
    const url = await plainServer(requests);
    const argv = ['call', wsdl, 'GetUser', '{"userId": 7}', '--endpoint', url, '--session-cert', 'bank.pem'];
    const { err, exitCode } = await runCommand([...argv, ...more], { cwd: secured });
    expect(requests).toEqual([expect.stringMatching(form)]);
    expect(requests[0]).toMatch(/<soapenv:Body[^>]*><xenc:EncryptedData /);
    expect(err).toContain('the response is not signed');
    expect(exitCode).toBeGreaterThan(1);
  });

  test('inspect and report say which credentials to supply', async () => {
    const inspected = await runCommand(['inspect', 'users.wsdl'], { cwd: secured });
    expect(inspected.out).toContain('security policy: Timestamp; Basic256GCM; signed Body, Timestamp');
    expect(inspected.out).toContain('  supply: your private key (RSA) and its certificate, to sign requests');
    const reported = await runCommand(['report', 'legacy.wsdl'], { cwd: secured });
    expect(reported.out).toMatch(/security +UserService\/UserSoap security policy: Timestamp; Basic128;/);
    expect(reported.out).toContain('(--allow-legacy cbc)');
    const json = await runCommand(['report', 'legacy.wsdl', '--format', 'json'], { cwd: secured });
    expect(JSON.parse(json.out).security).toMatchObject([{ port: 'UserSoap', state: 'legacy' }]);
  });

  /** A server that does not sign its responses. */
  async function plainServer(requests: string[]): Promise<string> {
    const server = createHttpServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      requests.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(USER);
    });
    return listening(server);
  }

  async function listening(server: Server): Promise<string> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  /** A server that checks the policy's requirements and responds the same way. Both sides use the same key. */
  async function securedServer(): Promise<{ url: string; opened: string[] }> {
    const opened: string[] = [];
    const profile = {
      timestamp: {},
      signature: { certificate, privateKey },
      encryption: { certificate },
    };
    const server = createHttpServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const reading = { decryption: { privateKey }, verify: { certificates: certificate } };
      opened.push(Buffer.from(openResponse(Buffer.concat(chunks), reading)).toString('utf8'));
      const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
      const [block = ''] = securityHeaders(profile, context);
      const envelope = USER.replace('<s:Body>', `<s:Header>${block}</s:Header><s:Body>`);
      const bytes = secureEnvelope(Buffer.from(envelope), profile, context);
      response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(bytes);
    });
    return { url: await listening(server), opened };
  }
});
