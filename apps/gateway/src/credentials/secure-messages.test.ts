import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { issueAssertion } from '../testing/issue-assertion.js';
import { createSecurityThread, type SecurityThread } from './secure-messages.js';

/** Too large for the event loop. Nothing is done to it, because the profile is empty. */
const LARGE = new TextEncoder().encode(`<x>${' '.repeat(10_000)}</x>`);

let thread: SecurityThread;
beforeEach(() => {
  thread = createSecurityThread({ limit: 0, log: { error: () => {} } });
});
afterEach(() => thread.close());

/** Secures a large request. Resolves to the account, or its error code. */
async function secureFor(account: string, order: string[] = []): Promise<string> {
  try {
    const { envelope } = await thread.secure(LARGE, {}, account);
    expect(Buffer.compare(Buffer.from(envelope), Buffer.from(LARGE))).toBe(0);
    order.push(account);
    return account;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('the security thread serves accounts in turn, and rejects requests of an account with too many waiting', async () => {
  const order: string[] = [];
  const ofA = Array.from({ length: 203 }, () => secureFor('a', order));
  const response = Promise.resolve(thread.open(LARGE, {}, 'a')).catch(
    (error: { code: string }) => error.code,
  );
  const others = ['b', 'c'].map((account) => secureFor(account, order));
  const ends = await Promise.all(ofA);
  expect(ends.filter((end) => end !== 'a')).toEqual(['TOO_MANY_CONCURRENT', 'TOO_MANY_CONCURRENT']);
  await Promise.all(others);
  // The first message of `a` was in progress when the others arrived.
  expect(order.slice(0, 3)).toEqual(['a', 'b', 'c']);
  expect(order.slice(3)).toEqual(Array.from({ length: 200 }, () => 'a'));
  // A response is never rejected by the queue: this one was read, and rejected because it is not an envelope.
  expect(await response).toBe('RESPONSE_SIGNATURE_INVALID');
});

test('the security thread reads large responses of token services, and reports what is wrong with them', async () => {
  const token = (body: Uint8Array) => ({
    body,
    status: 200,
    sts: { endpoint: 'https://sts.test/' },
    now: Date.now(),
    isRewritten: false,
  });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const trust = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
  const response = (padding: string) =>
    new TextEncoder().encode(
      `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><t:RequestSecurityTokenResponse xmlns:t="${trust}"><t:RequestedSecurityToken>${issueAssertion(pem, 'ada')}</t:RequestedSecurityToken>${padding}</t:RequestSecurityTokenResponse></e:Body></e:Envelope>`,
    );
  for (const padding of ['', ' '.repeat(10_000)]) {
    const read = await thread.readToken(token(response(padding)), 'a');
    expect(read).toMatchObject({ assertion: expect.stringContaining('ada') as string, isSingleUse: false });
  }
  await expect(Promise.resolve(thread.readToken(token(LARGE), 'a'))).rejects.toMatchObject({
    code: 'UPSTREAM_BAD_RESPONSE',
    message: 'its response is not SOAP',
  });
});
