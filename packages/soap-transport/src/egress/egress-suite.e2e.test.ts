import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOOPBACK, specialAddresses, WHATWG_BAD_PORTS } from '../testing/address-forms.js';
import { type Canary, openCanary } from '../testing/canary.js';
import { openTrap, serveHttp } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportErrorCode } from '../transport-error.js';
import type { AddressResolver, ResolvedAddress } from './resolver.js';

let canary: Canary;
let forms = 0;

beforeAll(async () => {
  canary = await openCanary();
});
afterAll(async () => {
  await canary.close();
});

/** Sends, fetches and checks the address; all are rejected alike, and none opens a socket. */
async function expectNoConnection(
  transport: Transport,
  url: string,
  ...codes: TransportErrorCode[]
): Promise<void> {
  forms += 1;
  const before = [canary.clientSockets(), canary.hits()];
  const sent = await failureOf(() => transport.send(soapRequest(url)));
  const fetched = await failureOf(() => transport.fetchDocument(url));
  const checked = await failureOf(() => transport.checkAddress(url, ''));
  expect(codes, url).toContain(sent.code);
  expect(checked.code, url).toBe(sent.code);
  expect([fetched.code, sent.sent], url).toEqual([sent.code, false]);
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
  expect(sent.message.replaceAll(host, ''), 'the message names no other address').not.toMatch(
    /\d+\.\d+|::|%/,
  );
  expect([canary.clientSockets(), canary.hits()], url).toEqual(before);
}

describe('literal addresses', () => {
  test.each(LOOPBACK)('http://%s', async (host) => {
    const transport = createTransport();
    await expectNoConnection(transport, `http://${host}:${canary.port}/`, 'UPSTREAM_ADDRESS_REFUSED');
    await transport.close();
  });

  test.each([
    (port: number) => `http://soap.example.com@127.0.0.1:${port}/`,
    (port: number) => `http://127.0.0.1:${port}@127.0.0.1:${port}/`,
    (port: number) => `http://u:p@[::1]:${port}/`,
  ])('credentials in the address (%#) are rejected, regardless of the host behind them', async (url) => {
    const transport = createTransport();
    await expectNoConnection(transport, url(canary.port), 'INVALID_REQUEST');
    await transport.close();
  });

  test.each([
    (port: number) => `http://127.0.0.1:${port}#@soap.example.com/`,
    (port: number) => `http://127.0.0.1:${port}\\@soap.example.com/`,
    (port: number) => `http:\\\\127.0.0.1:${port}/`,
    (port: number) => `http:127.0.0.1:${port}/`,
    (port: number) => `http:///127.0.0.1:${port}/`,
    (port: number) => `HTTP://127.0.0.1:${port}/`,
    (port: number) => `  http://127.0.0.1:${port}/  `,
    (port: number) => `ht\ntp://127.0.\t0.1:${port}/`,
    (port: number) => `http://127.0.0.1:0${port}/`,
    (port: number) => `https://127.0.0.1:${port}/`,
    (port: number) => `http://127.0.0.1:${port}?soap.example.com`,
  ])('an address that parsers read differently (%#)', async (url) => {
    const transport = createTransport();
    await expectNoConnection(transport, url(canary.port), 'UPSTREAM_ADDRESS_REFUSED');
    await transport.close();
  });

  test.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:6379/_PING',
    'jar:http://127.0.0.1!/x',
    'data:text/xml,<a/>',
    'unix:/var/run/docker.sock',
    'ws://127.0.0.1/',
    'ldap://127.0.0.1/',
    'javascript:1',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    '\\\\127.0.0.1\\share',
    '//127.0.0.1/',
    '/etc/passwd',
    '127.0.0.1',
    'http://',
    'http://[::1',
    'http://[fe80::1%25lo]/',
    'http://256.0.0.1/',
    'http://127.0.0.1:99999/',
    '',
  ])('%j is not an upstream address', async (url) => {
    const transport = createTransport();
    await expectNoConnection(transport, url, 'INVALID_REQUEST');
    await transport.close();
  });
});

describe('special networks', () => {
  test.each(specialAddresses())('http://%s', async (host) => {
    const transport = createTransport();
    await expectNoConnection(transport, `http://${host}/`, 'UPSTREAM_ADDRESS_REFUSED');
    await transport.close();
  });
});

describe('names', () => {
  const answers = (...addresses: string[]): AddressResolver => {
    return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  test.each<[string, string[]]>([
    ['one private address', ['127.0.0.1']],
    ['one private IPv6 address', ['::1']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    [
      'a private address after many public ones',
      [...Array.from({ length: 20 }, (_, i) => `93.184.216.${i}`), '10.0.0.1'],
    ],
    ['public IPv6 and private IPv4', ['2606:4700::1', '127.0.0.1']],
    ['public IPv4 and private IPv6', ['93.184.216.34', 'fd00::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['an address with a zone', ['fe80::1%lo']],
    ['metadata', ['169.254.169.254']],
    ['the unspecified address', ['0.0.0.0']],
    ['text that is not an address', ['localhost']],
    ['an empty address', ['']],
    ['a number', ['2130706433']],
  ])('that resolve to %s', async (_name, addresses) => {
    const transport = createTransport({ resolver: answers(...addresses) });
    await expectNoConnection(
      transport,
      `http://soap.example.com:${canary.port}/`,
      'UPSTREAM_ADDRESS_REFUSED',
    );
    await expectNoConnection(
      transport,
      `https://soap.example.com:${canary.port}/`,
      'UPSTREAM_ADDRESS_REFUSED',
    );
    await transport.close();
  });

  test.each(['localhost', 'LOCALHOST', 'localhost.', 'ｌｏｃａｌｈｏｓｔ', 'loc%61lhost'])(
    'that the system resolves itself: %s',
    async (name) => {
      const transport = createTransport();
      // Not every system resolves the name with a trailing dot.
      const url = `http://${name}:${canary.port}/`;
      await expectNoConnection(transport, url, 'UPSTREAM_ADDRESS_REFUSED', 'UPSTREAM_DNS');
      await transport.close();
    },
  );

  test('a name that the policy denies is never resolved', async () => {
    let lookups = 0;
    const transport = createTransport({
      egress: { deny: ['*.evil.example'] },
      resolver: async () => {
        lookups += 1;
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    for (const name of ['evil.example', 'EVIL.example', 'a.evil.example.', 'a.b.evil.example']) {
      await expectNoConnection(transport, `http://${name}:${canary.port}/`, 'UPSTREAM_ADDRESS_REFUSED');
    }
    expect(lookups).toBe(0);
    await transport.close();
  });
});

test('checking an address: a name that resolves to allowed addresses passes, one without addresses is UPSTREAM_DNS', async () => {
  const transport = createTransport({
    egress: { allow: ['10.0.0.0/8'] },
    resolver: async (name) => (name === 'soap.intranet.example' ? [{ address: '10.1.2.3', family: 4 }] : []),
  });
  await transport.checkAddress('https://soap.intranet.example/users', '');
  await transport.checkAddress('http://10.1.2.3:8080/', '');
  const { code } = await failureOf(() => transport.checkAddress('https://nowhere.example/', ''));
  expect(code).toBe('UPSTREAM_DNS');
  await transport.close();
});

test('DNS rebinding: a name that changes 1,000 times never reaches the canary', async () => {
  // 127.0.0.1 stands for the public server; 127.0.0.3 and ::1 stand for what the name resolves to after the check.
  const answered = await serveHttp((_message, reply) => reply.end('<ok/>'));
  const traps = await Promise.all(['127.0.0.3', '::1'].map((host) => openTrap(host, answered.port)));
  const benign = { address: '127.0.0.1', family: 4 } as const;
  const turns = new Map<string, number>();
  const transport = createTransport({
    egress: { allow: [answered.host] },
    limits: { dnsTtlMs: 0, breakerFailures: 1_000_000 },
    resolver: async (name) => {
      const turn = (turns.get(name) ?? 0) + 1;
      turns.set(name, turn);
      const evil: ResolvedAddress =
        turn % 4 === 0 ? { address: '::1', family: 6 } : { address: '127.0.0.3', family: 4 };
      if (turn % 2 === 1) return [benign];
      return name === 'mixed.example' ? [benign, evil] : [evil];
    },
  });
  let refused = 0;
  let succeeded = 0;
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const name = attempt % 10 < 5 ? 'flip.example' : 'mixed.example';
    // A separate account opens a separate connection.
    const request = soapRequest(`http://${name}:${answered.port}/`, { account: String(attempt) });
    try {
      expect(await textOf(await transport.send(request))).toBe('<ok/>');
      succeeded += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: 'UPSTREAM_ADDRESS_REFUSED', sent: false });
      refused += 1;
    }
  }
  expect([refused, succeeded]).toEqual([500, 500]);
  expect(traps.map((trap) => trap?.connections() ?? 0)).toEqual([0, 0]);
  expect(answered.connections()).toBe(500);
  await transport.close();
  await answered.close();
  await Promise.all(traps.map((trap) => trap?.close()));
});

test('egress: closes a connection that the system redirected before writing a byte', async () => {
  // Linux maps 0.0.0.0 to 127.0.0.1: the name is allowed, but it is not what the socket is connected to.
  const transport = createTransport({ egress: { allow: [`0.0.0.0:${canary.port}`] } });
  const error = await failureOf(() => transport.send(soapRequest(`http://0.0.0.0:${canary.port}/`)));
  expect([error.code, error.sent]).toEqual(['UPSTREAM_ADDRESS_REFUSED', false]);
  expect(canary.bytes()).toBe(0);
  await transport.close();
});

describe('ports', () => {
  const OWN = [5432, 6379, 11211, 27017, 9200, 2375, 2379, 3306];
  test('ports that browsers reject and ports of infrastructure are rejected, on a public address and by name', async () => {
    expect(WHATWG_BAD_PORTS).toHaveLength(82);
    const transport = createTransport({ resolver: async () => [{ address: '93.184.216.34', family: 4 }] });
    for (const port of [...WHATWG_BAD_PORTS, ...OWN]) {
      await expectNoConnection(transport, `http://93.184.216.34:${port}/`, 'UPSTREAM_ADDRESS_REFUSED');
      await expectNoConnection(transport, `https://soap.example.com:${port}/`, 'UPSTREAM_ADDRESS_REFUSED');
    }
    await transport.close();
  });
});

describe('redirects', () => {
  test('calls do not follow redirects; fetches check each one with the guard', async () => {
    const targets = [...LOOPBACK.slice(0, 40), '169.254.169.254', '10.0.0.1', '[fd00:ec2::254]'];
    const locations = [
      ...targets.map((host) => `http://${host}:${canary.port}/latest/meta-data/`),
      `//127.0.0.1:${canary.port}/`,
      `http://soap.example.com@127.0.0.1:${canary.port}/`,
      'http://93.184.216.34:25/',
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'gopher://127.0.0.1/',
    ];
    const before = canary.bytes();
    const asked: number[] = [];
    const server = await serveHttp((message, reply) => {
      const index = Number(message.url?.slice(1));
      asked.push(index);
      // UTF-8 bytes, as some servers send them.
      const location = Buffer.from(locations[index] ?? '/', 'utf8').toString('latin1');
      reply.writeHead(302, { location }).end();
    });
    const transport = createTransport({
      egress: { allow: [server.host] },
      // A UTF-8 Location may turn into a different name.
      resolver: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    for (const [index, location] of locations.entries()) {
      forms += 1;
      const url = `http://${server.host}/${index}`;
      const sent = await failureOf(() => transport.send(soapRequest(url)));
      expect([sent.code, sent.upstreamStatus], location).toEqual(['UPSTREAM_BAD_RESPONSE', 302]);
      const fetched = await failureOf(() => transport.fetchDocument(url));
      expect(['UPSTREAM_ADDRESS_REFUSED', 'INVALID_REQUEST'], location).toContain(fetched.code);
    }
    // Two requests per form, all to the redirecting server.
    expect(asked).toHaveLength(locations.length * 2);
    expect(canary.bytes()).toBe(before);
    await transport.close();
    await server.close();
  });
});

test('more than 250 forms were tried, and the canary is reachable when allowed', async () => {
  expect(forms).toBeGreaterThanOrEqual(250);
  const before = canary.hits();
  const transport = createTransport({ egress: { allow: [`127.0.0.1:${canary.port}`] } });
  expect(await textOf(await transport.send(soapRequest(`http://127.0.0.1:${canary.port}/`)))).toBe('secret');
  expect(canary.hits()).toBe(before + 1);
  await transport.close();
  process.stdout.write(`egress suite: ${forms} forms\n`);
});
