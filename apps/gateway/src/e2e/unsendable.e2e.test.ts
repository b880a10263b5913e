import { expect, test } from 'vitest';
import { expectError, setScene } from '../testing/proxy-scene.js';
import { inMemory } from '../testing/set-ups.js';
import { NODE_SOAP } from '../testing/upstreams.js';

const scene = setScene({ setUp: inMemory, upstream: NODE_SOAP });

test('a request that cannot be sent is reported as unsent and costs nothing', async () => {
  const { host } = new URL(scene.hostile.address);
  await scene.under.register(scene.account, {
    source: { kind: 'url', url: scene.soap.wsdlAddress },
    slug: 'unsendable',
    // WSDLs do contain such addresses; their user information belongs in the credentials.
    settings: { endpoint: `http://ada:lovelace@${host}/` },
  });
  const before = scene.hostile.calls;
  const first = await scene.post('ListUsers', '{}', { slug: 'unsendable' });
  expectError(first, 502, 'UPSTREAM_ERROR', 'UPSTREAM_REQUEST_INVALID');
  expect(first.json().error).toMatchObject({
    message: expect.stringMatching(/holds credentials; put them into the credential profile/),
    sent: false,
  });
  expect(first.text).not.toContain('lovelace');
  const second = await scene.post('ListUsers', '{}', { slug: 'unsendable' });
  expect(second.headers['x-ratelimit-remaining']).toBe(first.headers['x-ratelimit-remaining']);
  expect(scene.hostile.calls).toBe(before);
});
