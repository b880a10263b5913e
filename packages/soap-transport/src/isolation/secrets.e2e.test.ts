import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import type { CredentialProfile } from '@soapstone/credentials';
import { describe, expect, test } from 'vitest';
import { securityHeaders } from '../../../ws-security/src/headers/security-headers.js';
import { createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { issueAssertion } from '../../../ws-security/src/testing/issue-assertion.js';
import { createCleanup } from '../testing/cleanup.js';
import { serveHttp } from '../testing/loopback-server.js';
import { bytesOf, failureOf, printEnvelope, receivedBody, soapRequest } from '../testing/messages.js';
import { tokenOf } from '../testing/token-scene.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportOptions } from '../transport-options.js';

const cleanup = createCleanup();

function transport(options: TransportOptions = {}): Transport {
  const made = createTransport({ egress: { allow: ['127.0.0.0/8'] }, ...options });
  cleanup(() => made.close());
  return made;
}

async function kept<T extends { close(): unknown }>(opening: Promise<T>): Promise<T> {
  const server = await opening;
  cleanup(() => server.close());
  return server;
}

describe('secrets', () => {
  test('appear in no error, statistic or message of any failure', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const credentials: CredentialProfile = {
      basic: { username: 'ada', password: 'CANARY-basic' },
      headers: { 'x-api-key': 'CANARY-header' },
      usernameToken: { username: 'ada', password: 'CANARY-token', type: 'text' },
    };
    const hostile = await kept(
      serveHttp(async (message, reply) => {
        await receivedBody(message);
        switch (message.url) {
          case '/reset':
            message.socket.resetAndDestroy();
            break;
          case '/truncated':
            reply.writeHead(200, { 'content-length': '100' }).write(String(message.headers.authorization));
            setTimeout(() => message.socket.end(), 20);
            break;
          case '/redirect':
            reply.writeHead(302, { location: `http://x/?${message.headers['x-api-key']}` }).end();
            break;
          case '/coding':
            reply.writeHead(200, { 'content-encoding': String(message.headers['x-api-key']) }).end('x');
            break;
          default:
          // Hangs.
        }
      }),
    );
    const sender = transport({ limits: { firstByteMs: 100 } });
    const errors = [];
    for (const path of ['/reset', '/truncated', '/redirect', '/coding', '/hang']) {
      const url = `http://${hostile.host}${path}${path === '/hang' ? '?key=CANARY-query' : ''}`;
      errors.push(await failureOf(async () => bytesOf(await sender.send(soapRequest(url, { credentials })))));
      errors.push(await failureOf(async () => sender.fetchDocument(url, { credentials, deadlineMs: 200 })));
    }
    errors.push(
      await failureOf(() => sender.send(soapRequest('http://ada:CANARY-url@127.0.0.1/', { credentials }))),
    );
    errors.push(
      await failureOf(() => sender.send(soapRequest('http://10.0.0.1/?CANARY-url', { credentials }))),
    );
    errors.push(
      await failureOf(() =>
        sender.send(
          soapRequest(`http://${hostile.host}/`, {
            credentials: { signature: { certificate: pem, privateKey: pem } },
          }),
        ),
      ),
    );
    const printed = inspect([errors, errors.map((error) => error.stack), sender.stats()], {
      depth: 20,
      showHidden: true,
    });
    expect(errors).toHaveLength(13);
    expect(printed).not.toMatch(/CANARY/);
    expect(printed).not.toContain(Buffer.from('ada:CANARY-basic').toString('base64'));
    expect(printed).not.toContain(pem.split('\n')[1]);
  });

  test('of a token service (assertions, passwords, keys) appear in no error either', async () => {
    const issuer = await createIdentity('issuer');
    const proof =
      '<t:RequestedProofToken><t:BinarySecret>CANARYproof</t:BinarySecret></t:RequestedProofToken>';
    const hostile = await kept(
      serveHttp(async (message, reply) => {
        const body = (await receivedBody(message)).toString('utf8');
        const assertion = /<ds:SignatureValue>([^<]*)</.exec(body)?.[1] ?? 'CANARY';
        if (message.url === '/sts') reply.end(tokenOf(issueAssertion(issuer), proof).body);
        else if (message.url === '/reset') message.socket.resetAndDestroy();
        else if (message.url === '/redirect') reply.writeHead(302, { location: `/?${assertion}` }).end();
        else if (message.url === '/coding') reply.writeHead(200, { 'content-encoding': assertion }).end('x');
        else reply.writeHead(200, { 'content-length': '9999' }).write(body.slice(0, 999));
      }),
    );
    const sender = transport({ limits: { firstByteMs: 200 } });
    const { privateKey } = issuer;
    const errors = [];
    for (const [sts, path] of [
      ...['/reset', '/redirect', '/coding', '/truncated'].map((each) => ['/sts', each]),
      ...['/reset', '/redirect', '/coding', '/truncated'].map((each) => [each, '/service']),
    ]) {
      const credentials: CredentialProfile = {
        sts: {
          endpoint: `http://${hostile.host}${sts}`,
          credentials: {
            usernameToken: { username: 'ada', password: 'CANARY-token', type: 'text' },
            signature: { certificate: issuer.certificate, privateKey },
          },
        },
      };
      const headers = securityHeaders(credentials, {
        soapVersion: '1.1',
        now: new Date(),
        random: randomBytes,
      });
      const body = Buffer.from(printEnvelope('<b/>', headers));
      const request = soapRequest(`http://${hostile.host}${path}`, { credentials, body, deadlineMs: 2_000 });
      errors.push(await failureOf(async () => bytesOf(await sender.send(request))));
    }
    const printed = inspect([errors, errors.map((error) => error.stack), sender.stats()], {
      depth: 20,
      showHidden: true,
    });
    expect(errors).toHaveLength(8);
    expect(printed).not.toMatch(/CANARY/);
    expect(printed).not.toContain('SignatureValue');
    expect(printed).not.toContain(privateKey.split('\n')[1]);
  });
});
