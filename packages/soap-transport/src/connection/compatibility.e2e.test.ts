import { beforeAll, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../../../ws-security/src/testing/certificates.js';
import type { Compatibility } from '../old-servers.js';
import { createCleanup } from '../testing/cleanup.js';
import { expectSeparateProfiles } from '../testing/interleaved-profiles.js';
import { serveHttps } from '../testing/loopback-server.js';
import { failureOf, printEnvelope, soapRequest, textOf } from '../testing/messages.js';
import { type Demands, startDevice } from '../testing/old-device.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportOptions } from '../transport-options.js';
import { rewriteHead } from './request-writer.js';

const cleanup = createCleanup();
const PONG = printEnvelope('<Pong xmlns="urn:test"/>');

function open(options: TransportOptions = {}): Transport {
  const transport = createTransport({ egress: { allow: ['127.0.0.0/8'] }, ...options });
  cleanup(() => transport.close());
  return transport;
}

describe('rewriteHead', () => {
  const head = 'POST /a:b HTTP/1.1\r\nhost: a\r\nsoapaction: "x: y"\r\nX-own: 1\r\ncontent-length: 3\r\n\r\n';

  test('spells the names that are ours', () => {
    expect(rewriteHead(head, { headerNames: 'specification' })).toBe(
      'POST /a:b HTTP/1.1\r\nHost: a\r\nSOAPAction: "x: y"\r\nX-own: 1\r\nContent-Length: 3\r\n\r\n',
    );
  });

  test('says HTTP/1.0', () => {
    expect(rewriteHead(head, { http: '1.0' })).toBe(head.replace('HTTP/1.1', 'HTTP/1.0'));
  });
});

describe('the option', () => {
  test.each<[unknown, string]>([
    [{ minimumTls: '1.2' }, 'compatibility.minimumTls'],
    [{ weakCiphers: ['RC4'] }, 'compatibility.weakCiphers.0'],
    [{ http: 1 }, 'compatibility.http'],
    [{ minimumTLS: '1.0' }, 'did you mean "minimumTls"'],
    [{ ['__proto__x']: 1 }, 'there is no such option'],
    ['old', 'compatibility'],
  ])('%j is refused', async (compatibility, message) => {
    expect(() => createTransport({ compatibility: compatibility as Compatibility })).toThrow(message);
    const request = soapRequest('http://127.0.0.1:1/', { compatibility: compatibility as Compatibility });
    const error = await failureOf(() => open().send(request));
    expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(error.message).toContain(message);
  });

  test.each([{ connection: 'close' }, { http: '1.0' }] as const)(
    '%j does not go with NTLM',
    async (compatibility) => {
      const credentials = { ntlm: { username: 'u', password: 'p' } };
      const error = await failureOf(() =>
        open().send(soapRequest('http://127.0.0.1:8080/', { compatibility, credentials })),
      );
      expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
      expect(error.message).toContain('NTLM');
    },
  );
});

describe('an embedded device', () => {
  test.each<[keyof Demands, Compatibility, string, string]>([
    ['headerNames', { headerNames: 'specification' }, 'header-names', '411'],
    ['http', { http: '1.0' }, 'http-1.0', '505'],
    ['encoding', { encoding: 'identity' }, 'identity-encoding', '406'],
  ])(
    'that insists on %s refuses a plain request and gets %j',
    async (demand, compatibility, _remedy, status) => {
      const device = await startDevice({ [demand]: true });
      cleanup(() => device.close());
      const transport = open();
      const url = `http://${device.host}/`;
      const refused = await transport.send(soapRequest(url));
      expect(String(refused.status)).toBe(status);
      await textOf(refused);
      for (let count = 0; count < 3; count += 1) {
        expect(await textOf(await transport.send(soapRequest(url, { compatibility })))).toBe(PONG);
      }
      // The profile did not reach a plain request.
      expect((await transport.send(soapRequest(url))).status).toBe(Number(status));
    },
  );

  test('that serves one request per connection breaks the second one, and the message names the switch', async () => {
    const device = await startDevice({ connection: true });
    cleanup(() => device.close());
    const transport = open();
    const url = `http://${device.host}/`;
    await textOf(await transport.send(soapRequest(url)));
    const error = await failureOf(() => transport.send(soapRequest(url)));
    expect(error).toMatchObject({ code: 'UPSTREAM_RESET', remedy: 'connection-close' });
    expect(error.message).toContain('(option "compatibility.connection" allows it with "close"');
    const before = device.connections();
    for (let count = 0; count < 3; count += 1) {
      const compatibility = { connection: 'close' } as const;
      expect(await textOf(await transport.send(soapRequest(url, { compatibility })))).toBe(PONG);
    }
    expect(device.connections() - before).toBe(3);
    expect(device.requests.at(-1)?.fields).toContain('connection: close');
  });

  test('that insists on everything gets it', async () => {
    const device = await startDevice({ headerNames: true, connection: true, http: true, encoding: true });
    cleanup(() => device.close());
    const compatibility = {
      headerNames: 'specification',
      connection: 'close',
      http: '1.0',
      encoding: 'identity',
    } as const;
    const transport = open({ compatibility });
    const url = `http://${device.host}/x`;
    for (let count = 0; count < 2; count += 1) {
      expect(await textOf(await transport.send(soapRequest(url, { soapAction: 'urn:a' })))).toBe(PONG);
    }
    const [request] = device.requests;
    expect(request?.line).toBe('POST /x HTTP/1.0');
    expect(request?.fields.map((field) => field.split(':', 1)[0])).toEqual([
      'Host',
      'Connection',
      'Content-Type',
      'SOAPAction',
      'Accept',
      'User-Agent',
      'Content-Length',
    ]);
  });

  test('documents have the profile on the host that it belongs to, and on no other one', async () => {
    const devices = [await startDevice({ encoding: true }), await startDevice({ encoding: true })] as const;
    cleanup(() => Promise.all(devices.map((device) => device.close())));
    const transport = open({ compatibility: { encoding: 'identity', http: '1.0' } });
    const first = `http://${devices[0].host}/a.wsdl`;
    const document = await transport.fetchDocument(first);
    expect(new TextDecoder().decode(document.bytes)).toBe(PONG);
    expect(devices[0].requests[0]).toMatchObject({ line: 'GET /a.wsdl HTTP/1.0' });
    const other = `http://localhost:${devices[1].port}/b.xsd`;
    const local = open({ compatibility: { encoding: 'identity' }, egress: 'unguarded' });
    const error = await failureOf(() => local.fetchDocument(other, { credentialsFor: first }));
    expect(error).toMatchObject({ upstreamStatus: 406, remedy: 'identity-encoding' });
  });

  test('a request with attachments has Content-Length, as every request', async () => {
    const device = await startDevice({ headerNames: true });
    cleanup(() => device.close());
    const attachments = [{ contentId: 'a@b', contentType: 'text/plain', data: new Blob(['ten bytes.']) }];
    const request = soapRequest(`http://${device.host}/`, { attachments });
    await textOf(await open().send(request));
    const fields = device.requests[0]?.fields ?? [];
    expect(fields.some((field) => /^content-length: \d+$/.test(field))).toBe(true);
    expect(fields.some((field) => /^transfer-encoding/i.test(field))).toBe(false);
  });
});

describe('TLS', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await createIdentity('localhost');
  });

  test.each([
    ['1.0', 'TLSv1', ['1.0'], ['1.1', undefined]],
    ['1.1', 'TLSv1.1', ['1.0', '1.1'], [undefined]],
  ] as const)('a server that speaks TLS %s alone', async (_name, version, good, bad) => {
    const server = await serveHttps(
      {
        cert: identity.certificate,
        key: identity.privateKey,
        minVersion: version,
        maxVersion: version,
        ciphers: 'DEFAULT@SECLEVEL=0',
      },
      (_message, reply) => reply.end(PONG),
    );
    cleanup(() => server.close());
    const transport = open({ limits: { breakerFailures: 3 } });
    const credentials = { ca: identity.certificate };
    const send = (minimumTls?: '1.0' | '1.1') => {
      const more = minimumTls === undefined ? {} : { compatibility: { minimumTls } };
      return transport.send(soapRequest(`https://${server.host}/`, { credentials, ...more }));
    };
    for (const minimum of bad) {
      const error = await failureOf(() => send(minimum));
      expect(error).toMatchObject({ code: 'UPSTREAM_TLS', remedy: 'minimum-tls', sent: false });
      expect(error.message).toMatch(
        /no TLS version that is accepted here \(1\.\d (?:and|to) 1\.3\).* \(option "compatibility\.minimumTls" allows it with "1\.1" or "1\.0", at the risk that .*\)$/,
      );
    }
    // The failing calls have another breaker.
    for (let count = 0; count < 3; count += 1) await failureOf(() => send());
    expect(await failureOf(() => send())).toMatchObject({ code: 'UPSTREAM_CIRCUIT_OPEN' });
    for (const minimum of good) expect(await textOf(await send(minimum))).toBe(PONG);
  });

  test('profiles of services and accounts never reach another one (600 interleaved calls)', () =>
    expectSeparateProfiles(identity, 600));
});
