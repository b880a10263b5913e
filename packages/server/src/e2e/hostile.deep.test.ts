import { fileURLToPath } from 'node:url';
import { createMapper } from '@soapstone/json-xml-mapper';
import { beforeAll, expect, test } from 'vitest';
import { createSoapServer, type SoapServer } from '../index.js';

// Randomly damaged requests: each gets a response, and none causes an error of the server.

const WSDLS = ['echo', 'literal', 'encoded'] as const;
const RUNS = 1_500 * Number(process.env['SOAPSTONE_DEPTH'] ?? 1);
const STATUSES = new Set([200, 202, 400, 405, 413, 415, 500]);
const TYPES = [
  'text/xml',
  'text/xml; charset=utf-16',
  'text/xml; charset="',
  'application/soap+xml; action=',
  'multipart/related; boundary=b; start="<a>"',
  'multipart/related; type="application/xop+xml"; boundary=b',
];
/** Fragments of messages that are tricky to read. */
const PIECES = [
  '<',
  '>',
  '</',
  '/>',
  '&',
  '&#0;',
  '&#xd800;',
  ']]>',
  '<![CDATA[',
  '<!--',
  '<!DOCTYPE a [',
  '<?a?>',
  '"',
  "'",
  'xmlns=""',
  ' xmlns:s="urn:x"',
  ' href="#a"',
  ' id="a"',
  ' i:nil="1"',
  ' i:type="a:b"',
  '\0',
  '\ud800',
  '\ufeff',
  '--b\r\n',
  '\r\n\r\n',
  '9'.repeat(400),
  '<a>'.repeat(300),
];
const ERRORS: unknown[] = [];
const servers: { readonly server: SoapServer; readonly seeds: readonly string[] }[] = [];

beforeAll(async () => {
  for (const name of WSDLS) {
    const wsdl = fileURLToPath(new URL(`../../../../conformance/src/servers/${name}.wsdl`, import.meta.url));
    const server = await createSoapServer(
      wsdl,
      {},
      { fallback: (_, { example }) => example(), onError: (error) => ERRORS.push(error) },
    );
    servers.push({ server, seeds: seedsOf(server) });
  }
});

/** Returns a valid request for each operation, generated from its example. */
function seedsOf(server: SoapServer): string[] {
  const mapper = createMapper(server.model);
  return mapper.operations.map(({ name }) => {
    const operation = mapper.compile(name);
    return new TextDecoder().decode(operation.toXml(operation.example('input')).body);
  });
}

/** Returns a generator of random numbers below a limit, the same in each run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Replaces, removes, duplicates and adds a few fragments. */
function damage(message: string, random: (below: number) => number): string {
  let text = message;
  for (let changes = 1 + random(5); changes > 0; changes--) {
    const [one, other] = [random(text.length + 1), random(text.length + 1)];
    const [from, to] = [Math.min(one, other), Math.min(Math.max(one, other), Math.min(one, other) + 80)];
    const piece = PIECES[random(PIECES.length)] ?? '';
    text = [
      () => text.slice(0, from) + piece + text.slice(from),
      () => text.slice(0, from) + piece + text.slice(to),
      () => text.slice(0, from) + text.slice(to),
      () => text.slice(0, to) + text.slice(from),
      () => text.slice(0, from),
    ][random(5)]!();
  }
  return text;
}

test('every damaged request gets a response', { timeout: 600_000 }, async () => {
  const seen = new Set<number>();
  for (let seed = 0; seed < RUNS; seed++) {
    const random = randomFrom(seed);
    const { server, seeds } = servers[seed % servers.length]!;
    const message = damage(seeds[random(seeds.length)]!, random);
    const type = random(4) === 0 ? TYPES[random(TYPES.length)]! : 'text/xml; charset=utf-8';
    const isMultipart = type.startsWith('multipart');
    const body = isMultipart
      ? damage(`--b\r\ncontent-type: text/xml\r\n\r\n${message}\r\n--b--`, random)
      : message;
    const bytes = new TextEncoder().encode(body);
    if (random(3) === 0 && bytes.length > 0) bytes[random(bytes.length)] = random(256);
    const request = new Request('http://localhost/', {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': type },
    });
    const response = await server.fetch(request);
    const text = await response.text();
    expect(STATUSES, `seed ${seed}`).toContain(response.status);
    expect(text.length, `seed ${seed}`).toBeLessThan(200_000);
    expect(ERRORS, `seed ${seed}: ${body}`).toEqual([]);
    seen.add(response.status);
  }
  // Some requests are still valid, but most are not.
  expect(seen).toContain(200);
  expect(seen).toContain(500);
  for (const { server, seeds } of servers) {
    const init = { method: 'POST', body: seeds[0]!, headers: { 'content-type': 'text/xml' } };
    expect((await server.fetch(new Request('http://localhost/', init))).status).toBe(200);
  }
});
