import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../../ws-security/src/testing/seeded-random.js';
import { createCleanup } from '../testing/cleanup.js';
import { longRun } from '../testing/long-run.js';
import { serveTcp } from '../testing/loopback-server.js';
import { bytesOf, soapRequest } from '../testing/messages.js';
import { createTransport } from '../transport.js';
import { isTransportError } from '../transport-error.js';
import { createSoapHeaders } from './soap-headers.js';

const cleanup = createCleanup();
const headersOf = createSoapHeaders({ userAgent: 'test', acceptGzip: false }, 3);

describe('the headers of a message', () => {
  test('SOAP 1.1', () => {
    expect(headersOf(soapRequest('http://x/', { soapAction: 'urn:a b' }), 'text/xml; charset=utf-8')).toEqual(
      [
        'content-type',
        'text/xml; charset=utf-8',
        'soapaction',
        '"urn:a b"',
        'accept',
        'text/xml, multipart/related, application/soap+xml;q=0.5, */*;q=0.1',
        'accept-encoding',
        'identity',
        'user-agent',
        'test',
      ],
    );
  });

  test('SOAP 1.2 has no SOAPAction and lists its own type first in Accept', () => {
    const headers = headersOf(
      soapRequest('http://x/', { soapVersion: '1.2', soapAction: 'urn:a' }),
      'application/soap+xml',
    );
    expect(headers).not.toContain('soapaction');
    expect(headers[headers.indexOf('accept') + 1]).toMatch(/^application\/soap\+xml, /);
  });

  test('are distinguished by version, action and type, however many there are', () => {
    for (let round = 0; round < 2; round += 1) {
      for (const soapAction of ['a', 'b', 'c', 'd', 'e']) {
        expect(headersOf(soapRequest('http://x/', { soapAction }), 'text/xml')[3]).toBe(`"${soapAction}"`);
      }
    }
    expect(headersOf(soapRequest('http://x/', { soapAction: 'a' }), 'text/plain')[1]).toBe('text/plain');
  });

  test.each([
    ['SOAPAction', { soapAction: 'a\r\nX-Evil: 1' }, 'text/xml'],
    ['SOAPAction', { soapAction: 'a"b' }, 'text/xml'],
    ['SOAPAction', { soapAction: '"' }, 'text/xml'],
    ['SOAPAction', { soapAction: 'a\\' }, 'text/xml'],
    ['SOAPAction', { soapAction: 'ä' }, 'text/xml'],
    ['Content-Type', {}, 'text/xml\r\nX-Evil: 1'],
    ['Content-Type', {}, ''],
  ])('%s %j with type %j is rejected', (header, more, contentType) => {
    expect(() => headersOf(soapRequest('http://x/', more), contentType)).toThrow(
      `cannot send the ${header} header`,
    );
  });
});

test('headers of a message that are frozen go with each of its operations, and are checked', async () => {
  const seen: string[] = [];
  const server = await serveTcp((socket) => {
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (!text.startsWith('POST')) return;
      seen.push(/soapaction: "(.*)"/i.exec(text)?.[1] + (/x-session: (.*)\r/i.exec(text)?.[1] ?? ''));
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  });
  const transport = createTransport({ egress: { allow: [server.host] } });
  cleanup(() => server.close());
  cleanup(() => transport.close());
  const [one, two] = ['-1', '-2'].map((token) => Object.freeze({ 'X-Session': token }));
  const send = (soapAction: string, headers?: Readonly<Record<string, string>>) =>
    transport
      .send(soapRequest(`http://${server.host}/`, { soapAction, ...(headers && { headers }) }))
      .then(bytesOf);
  for (const [action, headers] of [
    ['a', one],
    ['b', one],
    ['a', one],
    ['a', two],
    ['a'],
    ['b', two],
  ] as const)
    await send(action, headers);
  expect(seen).toEqual(['a-1', 'b-1', 'a-1', 'a-2', 'a', 'b-2']);
  for (const wrong of [{ host: 'x' }, { 'X-Session': 'a\r\nX-Evil: 1' }])
    await expect(send('a', Object.freeze(wrong))).rejects.toThrow('/headers');
});

const FUZZED = longRun ? 10_000 : 1_000;
test(`${FUZZED} strange SOAPActions add no header line (B4)`, { timeout: 120_000 }, async () => {
  const lines: number[] = [];
  const server = await serveTcp((socket) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!text.includes('</soapenv:Envelope>')) return;
      lines.push(text.slice(0, text.indexOf('\r\n\r\n')).split(/\r\n|\r|\n/).length);
      text = '';
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
  });
  const transport = createTransport({ egress: { allow: [server.host] } });
  cleanup(() => server.close());
  cleanup(() => transport.close());
  const random = createSeededRandom(4);
  const alphabet = [
    '\r',
    '\n',
    '\r\n',
    '\0',
    ':',
    ' ',
    '\t',
    '"',
    '\\',
    'a',
    'X-Evil: 1',
    '\u0085',
    '\u2028',
    'ä',
    '😀',
    ';',
    ',',
  ];
  let refused = 0;
  for (let round = 0; round < FUZZED; round += 1) {
    const harmless = round % 4 === 0;
    const letters = harmless
      ? alphabet.filter((letter) => /^[ -~]+$/.test(letter) && !/["\\]/.test(letter))
      : alphabet;
    const soapAction = Array.from(
      { length: 1 + Math.floor(random() * 6) },
      () => letters[Math.floor(random() * letters.length)],
    ).join('');
    try {
      await bytesOf(await transport.send(soapRequest(`http://${server.host}/`, { soapAction })));
    } catch (error) {
      expect(isTransportError(error) && error.code).toBe('INVALID_REQUEST');
      refused += 1;
    }
  }
  expect(lines).toHaveLength(FUZZED - refused);
  expect(new Set(lines).size).toBe(1);
  expect(lines.length).toBeGreaterThan(FUZZED / 5);
  expect(refused).toBeGreaterThan(FUZZED / 5);
});
