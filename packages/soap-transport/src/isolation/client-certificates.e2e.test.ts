import type { TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import type { CredentialProfile } from '@soapstone/credentials';
import { describe, expect, test } from 'vitest';
import {
  createAuthority,
  createIdentity,
  type Identity,
} from '../../../ws-security/src/testing/certificates.js';
import { createCleanup } from '../testing/cleanup.js';
import { longRun } from '../testing/long-run.js';
import { serveHttps } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
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

describe('client certificates', () => {
  const CALLS = longRun ? 5_000 : 500;

  test(`two accounts at one origin, ${CALLS} interleaved calls: never the other's certificate (C8)`, {
    timeout: 120_000,
  }, async () => {
    const authority = await createAuthority('authority');
    const identity = await createIdentity('localhost', { authority });
    const clients = await Promise.all(
      ['anna', 'bert', 'carl'].map((name) => createIdentity(name, { authority, hosts: [name] })),
    );
    const server = await kept(
      serveHttps(
        {
          cert: identity.certificate,
          key: identity.privateKey,
          ca: authority.certificate,
          requestCert: true,
          rejectUnauthorized: false,
        },
        (message, reply) => {
          const peer = (message.socket as TLSSocket).getPeerCertificate();
          reply.end(peer?.subject?.CN ?? 'nobody');
        },
      ),
    );
    const profileOf = ({ certificate, privateKey }: Identity): CredentialProfile => ({
      ca: authority.certificate,
      clientCertificate: { certificate, privateKey },
    });
    // The third belongs to the first account too: certificates are separated within an account as well.
    const callers = [
      { account: 'a', name: 'anna', credentials: profileOf(clients[0]!) },
      { account: 'b', name: 'bert', credentials: profileOf(clients[1]!) },
      { account: 'a', name: 'carl', credentials: profileOf(clients[2]!) },
      { account: 'a', name: 'nobody', credentials: { ca: authority.certificate } },
    ];
    const sender = transport();
    let next = 0;
    const wrong: string[] = [];
    const worker = async (): Promise<void> => {
      for (let call = next++; call < CALLS; call = next++) {
        const { account, name, credentials } = callers[(call * 7) % callers.length]!;
        const request = soapRequest(`https://${server.host}/`, { account, credentials });
        const seen = await textOf(await sender.send(request));
        if (seen !== name) wrong.push(`${name} was mistaken for ${seen}`);
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    expect(wrong).toEqual([]);
    // Connections are reused: isolation does not cost a handshake per call.
    expect(server.connections()).toBeLessThan(CALLS / 4);
  });

  test.each<[string, Partial<CredentialProfile>]>([
    ['an invalid certificate', { clientCertificate: { certificate: 'CANARY', privateKey: 'CANARY' } }],
    ['an invalid PKCS#12 file', { clientCertificate: { pfx: Buffer.from('CANARY'), passphrase: 'CANARY' } }],
    ['an invalid authority', { ca: '-----BEGIN CERTIFICATE-----\nCANARY\n-----END CERTIFICATE-----' }],
  ])('%s is an error of the request', async (_name, credentials) => {
    const error = await failureOf(() =>
      transport().send(soapRequest('https://127.0.0.1:8443/', { credentials })),
    );
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', sent: false });
    expect(inspect(error, { depth: 10 })).not.toContain('CANARY');
  });
});
