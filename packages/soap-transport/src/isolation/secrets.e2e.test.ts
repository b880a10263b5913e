import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { CredentialProfile } from '../security/credential-profile.js';
import { createCleanup } from '../testing/cleanup.js';
import { serveHttp } from '../testing/loopback-server.js';
import { bytesOf, failureOf, receivedBody, soapRequest } from '../testing/messages.js';
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
  test('appear in no error, statistic or message, whatever fails', async () => {
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
});
