import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { PEER_PASSWORD, PEER_WSDL, PEERS, type RunningPeer } from '../testing/session-peers/start-peers.js';

let under: GatewayUnderTest;
let owner: OwnerClient;
let liveKey: string;

beforeAll(async () => {
  under = await startUnderTest();
  owner = await createOwner(under);
  await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
  liveKey = (await owner.send('POST', '/api/manage/keys', { name: 'ci' })).json<{ key: string }>().key;
}, 60_000);
afterAll(() => under?.stop());

for (const { name, needs, session, isInstalled, start } of PEERS) {
  const installed = isInstalled();
  const title = installed ? name : `${name} (skipped: needs ${needs})`;
  describe.skipIf(!installed)(`a session with ${title}`, { timeout: 120_000 }, () => {
    let peer: RunningPeer;
    let path: string;
    let slug: string;

    beforeAll(async () => {
      peer = await start();
      const answer = await owner.send('POST', '/api/manage/services', {
        files: [{ path: 'orders.wsdl', content: base64(PEER_WSDL) }],
        settings: { endpoint: peer.address },
        design: {
          session: {
            login: { operation: 'Login', input: { user: 'crm', password: { secret: 'crm' } } },
            ...session,
            renew: { before: '0s', faults: ['INVALID_SESSION'] },
            logout: 'Logout',
          },
        },
      });
      expect([answer.status, answer.text.slice(0, 500)]).toEqual([201, expect.any(String)]);
      const registered = answer.json<{ serviceId: string; slug: string }>();
      path = `/api/manage/services/${registered.serviceId}`;
      slug = registered.slug;
      await owner.send('PUT', `${path}/design/secrets/crm`, { value: PEER_PASSWORD });
    }, 120_000);
    afterAll(() => peer?.stop());

    const call = async (): Promise<[number, string]> => {
      const answer = await under.send(`/api/v1/${owner.accountId}/${slug}/FindOrders`, {
        method: 'POST',
        headers: { 'X-API-Key': liveKey, 'Content-Type': 'application/json' },
        body: '{}',
      });
      return [answer.status, answer.text];
    };
    const OK = [200, expect.stringContaining('"total":3')];

    test('is opened once by 20 first calls, renewed once after a fault, and ended', async () => {
      const first = await Promise.all(Array.from({ length: 20 }, call));
      for (const answer of first) expect(answer).toEqual(OK);
      expect(await peer.counts()).toEqual({ logins: 1, refused: 0, logouts: 0, executed: 20 });
      await peer.expire();
      for (const answer of await Promise.all(Array.from({ length: 10 }, call))) expect(answer).toEqual(OK);
      expect(await peer.counts()).toEqual({ logins: 2, refused: 0, logouts: 0, executed: 30 });
      expect((await owner.send('DELETE', `${path}/session`)).json()).toEqual({ ended: true, failure: null });
      expect(await peer.counts()).toMatchObject({ logins: 2, logouts: 1 });
      expect(await call()).toEqual(OK);
      expect(await peer.counts()).toEqual({ logins: 3, refused: 0, logouts: 1, executed: 31 });
    });
  });
}
