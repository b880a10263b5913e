import { expect, test } from 'vitest';
import { createIdentity } from '../testing/certificates.js';
import { secured } from '../testing/session-responses.js';

const service = await createIdentity('service');
const client = await createIdentity('client');

function textOf(profile: Parameters<typeof secured>[0]): string {
  return Buffer.from(secured(profile).envelope).toString('utf8');
}

test('a signature covers the encrypted session key by its own identifier', () => {
  const text = textOf({
    timestamp: {},
    session: { certificate: service.certificate, signedParts: ['body', 'timestamp', 'encrypted-key'] },
  });
  const id = /<xenc:EncryptedKey [^>]*\bId="([^"]+)"/.exec(text)?.[1];
  expect(id).toBeDefined();
  // Once as what is signed, once as the key.
  expect(
    text.match(/<(ds|wsse):Reference URI="#[^"]+"/g)?.filter((each) => each.includes(`#${id}"`)),
  ).toEqual([`<ds:Reference URI="#${id}"`, `<wsse:Reference URI="#${id}"`]);
});

test('an endorsing signature names the message signature by its identifier', () => {
  const text = textOf({
    timestamp: {},
    session: { certificate: service.certificate },
    signature: { ...client, parts: ['signature'] },
  });
  const id = /<ds:Signature [^>]*\bId="([^"]+)"/.exec(text)?.[1];
  expect(text).toContain(`<ds:Reference URI="#${id}"`);
  expect(text.match(/<ds:Signature /g)).toHaveLength(2);
});

test('a part that is not in the message is rejected', () => {
  const parts = ['encrypted-key'] as const;
  expect(() => textOf({ timestamp: {}, signature: { ...client, parts } })).toThrow(/it has no encrypted-key/);
});
