import { expect, test } from 'vitest';
import type { Answer } from '../testing/https-client.js';
import { getResponse, setTwoAccounts } from '../testing/two-accounts.js';

/**
 * Services, credentials and settings that one account may have, and that once ended the process or kept every other account waiting. They run
 * against one gateway in its own process, beside another account. A further one is one more test before the last.
 */
const scene = setTwoAccounts();
const MB = 1_000_000;
const WSA = 'http://www.w3.org/2005/08/addressing';
const fill = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));

const relatesTo = (value: string, attributes = ''): string =>
  `<a:RelatesTo xmlns:a="${WSA}"${attributes}>${value}</a:RelatesTo>`;

/** Responses of 1 MB whose WS-Addressing is never where a search for its text would look. */
const REPLAYED: readonly (readonly [name: string, response: string])[] = [
  ['its name without end in a text', getResponse(`<text>${fill('RelatesTo', MB)}</text>`, relatesTo('1'))],
  ['start tags in a section of CDATA', getResponse(`<text><![CDATA[${fill('<a:RelatesTo ', MB)}]]></text>`)],
  ['start tags in a comment', getResponse(`<!--${fill('<RelatesTo a="', MB)}--><text>1</text>`)],
  ['an instruction', getResponse(`<?x ${fill('<RelatesTo', MB)}?><text>1</text>`)],
  ['its name without end in an attribute', getResponse('', relatesTo('1', ` b="${fill('RelatesTo>', MB)}"`))],
  ['a long value', getResponse('', relatesTo(fill('RelatesTo&gt;', MB)))],
  ['spaces in a start tag', getResponse('', relatesTo('1', fill(' ', MB)))],
  ['many of them', getResponse('', fill(relatesTo('urn:uuid:0'), MB))],
  ['names that begin with it', getResponse('', fill('<RelatesToo/>', MB))],
  ['sections of CDATA in its value', getResponse('', relatesTo(fill('<![CDATA[<]]>', MB)))],
];

test.each(REPLAYED)('replay of a response with %s', { timeout: 120_000 }, async (_name, response) => {
  const { attacker, survivor } = scene;
  const before = await survivor.descriptors();
  attacker.upstream.answer = (_request, reply) =>
    void reply.writeHead(200, { 'content-type': 'text/xml' }).end(response);
  await attacker.manage('PATCH', '', { settings: { answers: 'record' } });
  const id = `r${attacker.upstream.calls}`;
  const { status } = await attacker.call({ id });
  // A response that the mapper rejects is not recorded, which is an answer too.
  expect([200, 502]).toContain(status);
  await attacker.manage('PATCH', '', { settings: { answers: 'replay' } });
  if (status === 200) {
    await expect.poll(async () => (await attacker.call({ id })).status, { timeout: 60_000 }).toBe(200);
  }
  for (let count = 0; count < 3; count += 1) {
    // The same response each time, so that an operation that the watchdog holds shows.
    expect((await attacker.call({ id })).status).toBe(status);
    await scene.expectUnharmed(before);
  }
  await attacker.manage('PATCH', '', { settings: { answers: 'live' } });
});

test('results for agents with strings of 1 MB and 8,000 long decimals', { timeout: 120_000 }, async () => {
  const { attacker, survivor } = scene;
  const before = await survivor.descriptors();
  const texts = ['0', '1.0', `9${'0'.repeat(40)}.`, '-', '\\"1.0', '1e9'].map(
    (text) => `<text>${fill(text, MB)}</text>`,
  );
  const numbers = [`${'9'.repeat(60)}.${'0'.repeat(60)}`, `0.${'0'.repeat(100)}1`, `-${'0'.repeat(90)}1.50`];
  const decimals = Array.from({ length: 8_000 }, (_, index) => `<number>${numbers[index % 3]}</number>`);
  for (const members of [...texts, decimals.join(''), texts[1] + decimals.join('')]) {
    attacker.upstream.answer = (_request, reply) => void reply.end(getResponse(members));
    const [answer] = await Promise.all([attacker.callTool(), scene.victim.call()]);
    expect([answer.status, answer.text.includes('"result"')]).toEqual([200, true]);
    await scene.expectUnharmed(before);
  }
});

test('secrets of 8,192 special characters, and faults of 1 MB that nearly contain them', {
  timeout: 240_000,
}, async () => {
  const { attacker, survivor } = scene;
  const before = await survivor.descriptors();
  for (const unit of ['(', '[', '.*+?^$\\{}()|[]', 'a', '<&>"\'', 'é\u{1F600}']) {
    const secret = unit.repeat(8_192 / unit.length);
    const stored = await attacker.manage('PUT', '/credentials', {
      basic: { username: 'a', password: secret },
    });
    expect([stored.status, stored.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    const near = escapeText(fill(secret.slice(0, -2), MB));
    attacker.upstream.answer = (_request, reply) =>
      void reply
        .writeHead(500, { 'content-type': 'text/xml' })
        .end(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>${near}</faultstring><detail><x>${escapeText(secret)}</x></detail></s:Fault></s:Body></s:Envelope>`,
        );
    const [answer] = await Promise.all([attacker.call(), scene.victim.call()]);
    expect(answer.status).toBe(502);
    await scene.expectUnharmed(before);
  }
  await attacker.manage('DELETE', '/credentials');
});

test('password keys of 100,000 iterations, eight calls a second beside another account', {
  timeout: 240_000,
}, async () => {
  const { attacker, survivor } = scene;
  const before = await survivor.descriptors();
  attacker.upstream.answer = (_request, reply) => void reply.end(getResponse('<text>a</text>'));
  const earlier = attacker.upstream.bodies.length;
  const passwordKey = { username: 'ada', password: 'secret', iterations: 100_000, encryptedParts: ['body'] };
  expect((await attacker.manage('PUT', '/credentials', { passwordKey, timestamp: {} })).status).toBe(200);
  // In turns, because the machine may be busy with something else for a while.
  const [alone, beside] = [newMeasurement(), newMeasurement()];
  for (let turn = 0; turn < 6; turn += 1) {
    await measure(alone, undefined);
    await measure(beside, () => attacker.call());
  }
  process.stderr.write(
    `password keys: the p99 of the other account is ${p99(alone)} ms alone, ${p99(beside)} ms beside them\n`,
  );
  const salts = attacker.upstream.bodies
    .slice(earlier)
    .flatMap((body) => [...body.matchAll(/Salt>([^<]+)</g)].map((match) => match[1]));
  expect(salts.length).toBeGreaterThanOrEqual(80);
  expect(new Set(salts).size).toBeLessThanOrEqual(2);
  // 96 derivations on the event loop would take 25 s of its processor time.
  expect(beside.loopTime).toBeLessThan(alone.loopTime * 3 + 4_000);
  await attacker.manage('DELETE', '/credentials');
  await scene.expectUnharmed(before);
});

test('no exception reached the process, which stops with 0', async () => {
  const { gateway } = scene.survivor;
  expect(gateway.output()).not.toContain('was not caught');
  expect(gateway.output()).not.toContain('was not handled');
  expect(await gateway.terminate()).toBe(0);
});

const escapeText = (text: string): string =>
  text.replace(/[<&>]/g, (character) => `&#${character.codePointAt(0)};`);

interface Measurement {
  /** The duration of each call in milliseconds. */
  readonly times: number[];
  /** The processor time of the event loop in milliseconds. */
  loopTime: number;
}

const newMeasurement = (): Measurement => ({ times: [], loopTime: 0 });

function p99({ times }: Measurement): string {
  return (times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0).toFixed(0);
}

/** Calls the victim for two seconds, 40 times a second, and eight times a second `beside`, for whose responses no call waits. */
async function measure(into: Measurement, beside: (() => Promise<Answer>) | undefined): Promise<void> {
  const begun = await scene.survivor.loopTime();
  const others: Promise<Answer>[] = [];
  for (let count = 0; count < 80; count += 1) {
    if (beside !== undefined && count % 5 === 0) others.push(beside());
    const at = performance.now();
    expect((await scene.victim.call()).status).toBe(200);
    into.times.push(performance.now() - at);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 25 - (performance.now() - at))));
  }
  for (const { status } of await Promise.all(others)) expect(status).toBe(200);
  into.loopTime += (await scene.survivor.loopTime()) - begun;
}
