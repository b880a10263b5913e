import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { threadClock } from '../../children/thread-clock.js';
import { issueAssertion } from '../../testing/issue-assertion.js';
import { createSecurityThread, type SecurityThread } from './secure-messages.js';

/** Too large for the event loop. Nothing is done to it, because the profile is empty. */
const LARGE = new TextEncoder().encode(`<x>${' '.repeat(10_000)}</x>`);

const SALT = new Uint8Array(20);

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
    code: 'RESPONSE_UNREADABLE',
    message: 'its response is not SOAP',
  });
});

/** A small request with a Security header. */
const SMALL = new TextEncoder().encode(
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header><s:Security xmlns:s="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" e:mustUnderstand="1"/></e:Header><e:Body><a/></e:Body></e:Envelope>',
);

test('the security thread derives a key from a password, once, and the event loop none', async () => {
  const profile = { passwordKey: { username: 'ada', password: 'secret', iterations: 100_000 } };
  const clock = threadClock();
  const before = clock();
  for (let count = 0; count < 100_000; count += 1) createHash('sha1').update(SALT).digest();
  const derivation = clock() - before;
  const saltOf = async (): Promise<string | undefined> => {
    // Each call has its own copy of the profile, as after the catalog has read it again.
    const { envelope } = await thread.secure(SMALL, structuredClone(profile), 'a');
    return /Salt>([^<]+)</.exec(Buffer.from(envelope).toString())?.[1];
  };
  const salts = new Set([await saltOf()]);
  const begun = clock();
  for (let count = 0; count < 10; count += 1) salts.add(await saltOf());
  expect(clock() - begun).toBeLessThan(derivation);
  expect([...salts]).toEqual([expect.any(String)]);
  expect(thread.stats().jobs).toBe(11);
  await thread.secure(SMALL, { passwordKey: { username: 'ada', password: 'secret' } }, 'a');
  expect(thread.stats().jobs).toBe(11);
});

test('the security thread signs and decrypts small messages with large and encrypted keys', async () => {
  const signed = async (bits: number, passphrase?: string): Promise<number> => {
    const made = await generate([{ name: 'commonName', value: 'ada' }], {
      keySize: bits,
      algorithm: 'sha256',
    });
    const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc' } as const;
    const key =
      passphrase === undefined
        ? { privateKey: made.private }
        : {
            privateKey: createPrivateKey(made.private).export({ ...locked, passphrase }) as string,
            passphrase,
          };
    const { jobs } = thread.stats();
    const { envelope } = await thread.secure(
      SMALL,
      { signature: { certificate: made.cert, keyIdentifier: 'issuer-serial', ...key } },
      'a',
    );
    expect(Buffer.from(envelope).toString()).toContain('SignatureValue');
    await Promise.resolve()
      .then(() => thread.open(SMALL, { decryption: key }, 'a'))
      .catch(() => {});
    return thread.stats().jobs - jobs;
  };
  expect(await signed(2048)).toBe(0);
  expect(await signed(4096)).toBe(2);
  expect(await signed(2048, 'secret')).toBe(2);
});
