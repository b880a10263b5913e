import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Canary, openCanary } from '../testing/canary.js';
import { openTrap, serveHttp } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportErrorCode } from '../transport-error.js';
import type { ResolvedAddress, Resolver } from './resolver.js';

let canary: Canary;
let forms = 0;

beforeAll(async () => {
  canary = await openCanary();
});
afterAll(async () => {
  await canary.close();
});

/** Sends and fetches; neither may make a socket. */
async function expectNoConnection(
  transport: Transport,
  url: string,
  ...codes: TransportErrorCode[]
): Promise<void> {
  forms += 1;
  const before = [canary.clientSockets(), canary.hits()];
  const sent = await failureOf(() => transport.send(soapRequest(url)));
  const fetched = await failureOf(() => transport.fetchDocument(url));
  expect(codes, url).toContain(sent.code);
  expect([fetched.code, sent.sent], url).toEqual([sent.code, false]);
  expect(sent.message, 'the message names no address').not.toMatch(/\d+\.\d+|::/);
  expect([canary.clientSockets(), canary.hits()], url).toEqual(before);
}

/** Every way that we know to write 127.0.0.1, and the addresses that end there too. */
const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.00.00.01',
  '2130706433',
  '0x7f000001',
  '0X7F000001',
  '0x7f.1',
  '0x7f.0.0.1',
  '0x7F.0x0.0x0.0x1',
  '0177.0.0.1',
  '0177.1',
  '00000000177.0.0.01',
  '017700000001',
  '127.0.0.1.',
  '127.1.',
  '１２７.０.０.１',
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '0',
  '0x0',
  '0.0',
  '0.0.0.0',
  '0.0.0.1',
  '00.0x0',
  '127.255.255.254',
  '127.127.127.127',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0.0.0.1]',
  '[::]',
  '[0::0]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::ffff:0.0.0.0]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2002:7f00:1::7f00:1]',
  '[2001::7f00:1]',
  '[2001:0:7f00:1:0:0:80ff:fffe]',
  '[fe80::5efe:127.0.0.1]',
] as const;

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
  ])('credentials in the address (%#) are refused, whatever they hide', async (url) => {
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
  ])('address written so that parsers disagree (%#)', async (url) => {
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
  ])('%j is no address of an upstream', async (url) => {
    const transport = createTransport();
    await expectNoConnection(transport, url, 'INVALID_REQUEST');
    await transport.close();
  });
});

/** First, last and one address within each special network; the IPv4 ones also as a number and inside IPv6. */
const SPECIAL_IPV4: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['169.254.169.254', '169.254.170.2'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
];
const SPECIAL_IPV6 = [
  '100::1',
  '1fff:ffff::1',
  '2001::1',
  '2001:1ff:ffff::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002::1',
  '2002:a9fe:a9fe::',
  '2620:4f:8000::1',
  '3fff::1',
  '3fff:fff:ffff::1',
  '4000::1',
  '5f00::1',
  '64:ff9b::a9fe:a9fe',
  '8000::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fdff:ffff::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
];

function numberOf(address: string): number {
  return address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
}

describe('special networks', () => {
  const generated = SPECIAL_IPV4.flatMap(([first, last]) => {
    const middle = Math.floor((numberOf(first) + numberOf(last)) / 2);
    const hex = numberOf(last).toString(16).padStart(8, '0');
    return [
      first,
      last,
      String(middle),
      `0x${hex}`,
      `[::ffff:${hex.slice(0, 4)}:${hex.slice(4)}]`,
      `[64:ff9b::${first}]`,
    ];
  });
  test.each([...generated, ...SPECIAL_IPV6.map((address) => `[${address}]`)])('http://%s', async (host) => {
    const transport = createTransport();
    await expectNoConnection(transport, `http://${host}/`, 'UPSTREAM_ADDRESS_REFUSED');
    await transport.close();
  });
});

describe('names', () => {
  const answers = (...addresses: string[]): Resolver => {
    return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  test.each<[string, string[]]>([
    ['one private address', ['127.0.0.1']],
    ['one private IPv6 address', ['::1']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    [
      'a private address last of many',
      [...Array.from({ length: 20 }, (_, i) => `93.184.216.${i}`), '10.0.0.1'],
    ],
    ['public IPv6 and private IPv4', ['2606:4700::1', '127.0.0.1']],
    ['public IPv4 and private IPv6', ['93.184.216.34', 'fd00::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['an address with a zone', ['fe80::1%lo']],
    ['metadata', ['169.254.169.254']],
    ['the unspecified address', ['0.0.0.0']],
    ['text that is no address', ['localhost']],
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
    'that the system itself resolves: %s',
    async (name) => {
      const transport = createTransport();
      // Not every system resolves the one with a dot.
      const url = `http://${name}:${canary.port}/`;
      await expectNoConnection(transport, url, 'UPSTREAM_ADDRESS_REFUSED', 'UPSTREAM_DNS');
      await transport.close();
    },
  );

  test('a name that a policy denies is not even resolved', async () => {
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

test('rebinding: a name that changes its mind 1,000 times never leads to the canary', async () => {
  // 127.0.0.1 stands for the public server, 127.0.0.3 and ::1 for what the name turns into once it was checked.
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
    // An account of its own makes a connection of its own.
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

test('the name is resolved once per connection: what was checked is what is connected to', async () => {
  const server = await serveHttp((_message, reply) => reply.end('<ok/>'));
  const asked: string[] = [];
  const transport = createTransport({
    egress: { allow: [server.host] },
    limits: { dnsTtlMs: 0 },
    resolver: async (name) => {
      asked.push(name);
      // The second answer would be the private one.
      return [{ address: asked.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    },
  });
  const response = await transport.send(soapRequest(`http://soap.example.com:${server.port}/`));
  expect(await textOf(response)).toBe('<ok/>');
  expect(asked).toEqual(['soap.example.com']);
  await transport.close();
  await server.close();
});

test('an address that the system connects elsewhere is left before a byte is written', async () => {
  // Linux takes 0.0.0.0 for 127.0.0.1: allowed by name, and yet not what the socket is connected to.
  const transport = createTransport({ egress: { allow: [`0.0.0.0:${canary.port}`] } });
  const error = await failureOf(() => transport.send(soapRequest(`http://0.0.0.0:${canary.port}/`)));
  expect([error.code, error.sent]).toEqual(['UPSTREAM_ADDRESS_REFUSED', false]);
  expect(canary.bytes()).toBe(0);
  await transport.close();
});

describe('ports', () => {
  const WHATWG_BAD_PORTS = [
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
    109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
    526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
    3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ];
  const OWN = [5432, 6379, 11211, 27017, 9200, 2375, 2379, 3306];
  test('the ones that browsers refuse, and those of our own infrastructure, on a public address and by name', async () => {
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
  test('of calls are not followed; of fetches they go through the guard', async () => {
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
      // Bytes of UTF-8, as servers that know no better send them.
      const location = Buffer.from(locations[index] ?? '/', 'utf8').toString('latin1');
      reply.writeHead(302, { location }).end();
    });
    const transport = createTransport({
      egress: { allow: [server.host] },
      // A Location in UTF-8 may become a name of other letters.
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
    // Two requests per form, all of them to the server that redirects.
    expect(asked).toHaveLength(locations.length * 2);
    expect(canary.bytes()).toBe(before);
    await transport.close();
    await server.close();
  });
});

test('more than 250 forms were tried, and the canary can be reached when it is allowed', async () => {
  expect(forms).toBeGreaterThanOrEqual(250);
  const before = canary.hits();
  const transport = createTransport({ egress: { allow: [`127.0.0.1:${canary.port}`] } });
  expect(await textOf(await transport.send(soapRequest(`http://127.0.0.1:${canary.port}/`)))).toBe('secret');
  expect(canary.hits()).toBe(before + 1);
  await transport.close();
  process.stdout.write(`egress suite: ${forms} forms\n`);
});
