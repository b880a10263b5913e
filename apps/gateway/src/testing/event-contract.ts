import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, subscriptionAt } from '../domain/accounts/account.js';
import { keySubject } from '../domain/accounts/api-key.js';
import { PLANS } from '../domain/accounts/plan.js';
import { noticeOfToken } from '../domain/accounts/token-notice.js';
import type { CallSum, LoggedCall } from '../domain/calls/logged-call.js';
import type { GatewayVitals } from '../events/notice-gateway.js';
import { createLoginNotice } from '../events/notice-sessions.js';
import { type EventWatch, watchEvents } from '../events/watch-events.js';
import { isMissingParent } from '../store/drivers/missing-parent.js';
import type { Store } from '../store/store.js';
import { readAll } from '../store/tables/pages.js';
import { sampleAccount, sampleKey, sampleService } from './sample-records.js';

const start = Date.parse('2026-11-23T10:00:00Z');
const DAY = 86_400_000;
const period = Date.parse('2026-11-01T00:00:00Z');

/** The suite of events that every database must pass. `open` opens another connection to the same database each time: a node. */
export function describeEvents(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let nodes: readonly Store[];
    let store: Store;
    let account: Account;
    let now = start;
    beforeAll(async () => {
      nodes = [await open(), await open()];
      store = nodes[0]!;
    });
    afterAll(() => Promise.all(nodes?.map((node) => node.close()) ?? []));
    beforeEach(async () => {
      now = start;
      account = sampleAccount(start);
      await store.accounts.create(account);
    });

    const errors: unknown[] = [];
    const log = { error: (_message: string, error: unknown) => void errors.push(error) };
    const watch = (node = store, vitals?: GatewayVitals): EventWatch =>
      watchEvents(node, PLANS, log, () => now, vitals);
    const listed = async () =>
      (await readAll((page) => store.events.list(account.id, page))).map(({ kind, data }) => ({
        kind,
        data,
      }));
    const kinds = async () => (await listed()).map(({ kind }) => kind).sort();
    const use = (charged: number, of = account.id, refunded = 0) => ({
      account: of,
      periodStart: period,
      charged,
      refunded,
    });
    const percents = async () => (await listed()).map(({ data }) => data['percent']).sort();

    test('quotas: 80, 95 and 100 % of an account are one event each per period', async () => {
      const watching = watch();
      expect(PLANS.Free.quota).toBe(1_000);
      await watching.seeUses([use(799)]);
      expect(await listed()).toEqual([]);
      await watching.seeUses([use(810, account.id, 10)]);
      const data = {
        percent: 80,
        used: 800,
        quota: 1_000,
        periodStart: '2026-11-01T00:00:00.000Z',
      };
      expect(await listed()).toEqual([{ kind: 'quota.reached', data }]);
      await watching.seeUses([use(949)]);
      await watching.seeUses([use(1_000)]);
      await watching.seeUses([use(1_000)]);
      expect(await percents()).toEqual([100, 80, 95]);
      const next = Date.parse('2026-12-01T00:00:00Z');
      now = next;
      await watching.seeUses([{ ...use(800), periodStart: next }]);
      expect(await percents()).toEqual([100, 80, 80, 95]);
    });

    test('quotas: nodes that race for a threshold store one event', async () => {
      const all = Array.from({ length: 40 }, (_, index) => watch(nodes[index % 2]));
      await Promise.all(all.map((watching, index) => watching.seeUses([use(950 + index)])));
      expect(await percents()).toEqual([80, 95]);
    });

    test('quotas: nodes that write the usage of the same accounts in another order do not wait for each other in a circle', async () => {
      const all = Array.from({ length: 100 }, () => sampleAccount(start));
      for (const each of all) await store.accounts.create(each);
      for (let round = 1; round <= 10; round += 1) {
        const uses = all.map(({ id }) => use(round, id));
        await Promise.all([
          nodes[0]!.ledger.merge(uses),
          nodes[1]!.ledger.merge(uses.toReversed()),
          nodes[0]!.ledger.merge(uses.toReversed()),
          nodes[1]!.ledger.merge(uses),
        ]);
      }
      expect((await store.ledger.read(all[0]!.id, period))?.charged).toBe(10);
    });

    test('quotas: a node that was killed before it wrote the usage leaves its event, and the next node adds none', async () => {
      await watch().seeUses([use(1_000)]);
      await watch(nodes[1]).seeUses([use(1_000)]);
      expect(await percents()).toEqual([100, 80, 95]);
    });

    test('quotas: a paid plan, and a key with a quota of its own', async () => {
      await store.accounts.update(account.id, (current) => ({
        ...current,
        plan: 'Starter',
        billingAnchor: start,
      }));
      const key = sampleKey(account.id, start, { quota: 10 });
      await store.apiKeys.create(key, `hash ${key.id}`);
      const plain = sampleKey(account.id, start);
      await store.apiKeys.create(plain, `hash ${plain.id}`);
      expect(subscriptionAt((await store.accounts.find(account.id))!, start, PLANS).plan.quota).toBe(50_000);
      await watch().seeUses([
        use(39_999),
        use(8, keySubject(key.id)),
        use(99, keySubject(plain.id)),
        use(1_000, 'acc_deleted'),
        use(1_000, keySubject(randomUUID())),
      ]);
      const reached = (await listed()).filter(({ kind }) => kind !== 'key.created');
      expect(reached).toEqual([
        {
          kind: 'key.quota.reached',
          data: {
            keyId: key.id,
            keyName: key.name,
            percent: 80,
            used: 8,
            quota: 10,
            periodStart: '2026-11-01T00:00:00.000Z',
          },
        },
      ]);
    });

    test('quotas: a key whose quota is raised in the same period has events for the new one', async () => {
      const key = sampleKey(account.id, start, { quota: 10 });
      await store.apiKeys.create(key, `hash ${key.id}`);
      const watching = watch();
      await watching.seeUses([use(10, keySubject(key.id))]);
      await store.apiKeys.change(account.id, key.id, { quota: 100 });
      now += 60_000;
      await watching.seeUses([use(95, keySubject(key.id))]);
      await watching.seeUses([use(96, keySubject(key.id))]);
      const reached = (await listed()).filter(({ kind }) => kind === 'key.quota.reached');
      expect(reached.map(({ data }) => `${data['percent']} % of ${data['quota']}`).sort()).toEqual([
        '100 % of 10',
        '80 % of 10',
        '80 % of 100',
        '95 % of 10',
        '95 % of 100',
      ]);
    });

    test('keys: those that end are read page by page, also if many end at the same time', async () => {
      const end = Date.parse('2027-03-01T00:00:00Z');
      const keys = [0, 0, 0, 1].map((after) =>
        sampleKey(account.id, start, { expiresAt: end + after, name: randomUUID() }),
      );
      for (const key of keys) await store.apiKeys.create(key, `hash ${key.id}`);
      const read: string[] = [];
      let after: (typeof keys)[number] | undefined;
      for (;;) {
        const page = await store.apiKeys.endingBetween(end - 1, end + 1, 2, after);
        read.push(...page.map(({ id }) => id));
        after = page.at(-1);
        if (after === undefined) break;
      }
      expect(read).toHaveLength(4);
      expect(read.slice(0, 3).sort()).toEqual(
        keys
          .slice(0, 3)
          .map(({ id }) => id)
          .sort(),
      );
      expect(read[3]).toBe(keys[3]!.id);
    });

    test('keys: created, expiring in 30, 7 and 1 days, and expired', async () => {
      const key = sampleKey(account.id, start, { name: 'Billing', expiresAt: start + 40 * DAY });
      await store.apiKeys.create(key, `hash ${key.id}`);
      const short = sampleKey(account.id, start, { name: 'Short', expiresAt: start + 5 * DAY });
      expect(await store.apiKeys.createUnlessNamed(short, `hash ${short.id}`)).toBe(true);
      expect(await store.apiKeys.createUnlessNamed(short, `hash ${short.id}`)).toBe(false);
      const watching = watch();
      const seen = async (at: number) => {
        now = at;
        await watching.look();
        await watching.look();
        return (await listed()).flatMap(({ kind, data }) =>
          data['keyName'] === 'Billing' ? [data['days'] ?? kind] : [],
        );
      };
      expect(await seen(start)).toEqual(['key.created']);
      expect(await seen(start + 10 * DAY)).toEqual([30, 'key.created']);
      // Nobody was there to notice that seven days are left.
      expect(await seen(start + 39 * DAY)).toEqual([1, 30, 'key.created']);
      expect(await seen(start + 40 * DAY)).toEqual(['key.expired', 1, 30, 'key.created']);
      await watch(nodes[1]).look();
      expect(await kinds()).toEqual([
        'key.created',
        'key.created',
        // The short one had expired on the fifth day, which was noticed on the tenth.
        'key.expired',
        'key.expired',
        'key.expiring',
        'key.expiring',
      ]);
    });

    test('keys: a key that lives shorter than a threshold is announced at the next one only', async () => {
      const key = sampleKey(account.id, start, { expiresAt: start + 5 * DAY });
      await store.apiKeys.create(key, `hash ${key.id}`);
      const watching = watch();
      await watching.look();
      now = start + 4 * DAY;
      await watching.look();
      expect((await listed()).map(({ data }) => data['days'])).toEqual([1, undefined]);
    });

    const sum = (serviceId: string, calls: number, code = '', over: Partial<CallSum> = {}): CallSum => ({
      accountId: account.id,
      hour: period,
      serviceId,
      operation: 'GetUser',
      type: code === '' ? '' : 'UPSTREAM_ERROR',
      code,
      calls,
      latencyMs: 1,
      charged: 0,
      ...over,
    });
    const addService = async (design?: object) => {
      const service = sampleService(account.id, start, { slug: `s-${randomUUID()}` });
      await store.services.create(service, {
        serviceId: service.id,
        number: 1,
        packedModel: Buffer.from('packed'),
        diagnostics: [],
        source: 'users.wsdl',
        createdAt: start,
        ...(design !== undefined && { design: JSON.stringify(design) }),
      });
      return service.id;
    };
    const record = async (serviceId: string, over: Partial<LoggedCall> = {}) => {
      const call: LoggedCall = {
        requestId: randomUUID(),
        accountId: account.id,
        at: now,
        serviceId,
        operation: 'GetUser',
        method: 'POST',
        status: 200,
        latencyMs: 1,
        cached: false,
        charged: true,
        ...over,
      };
      // Only calls of accounts that the sums name are written.
      const sums = [sum(serviceId, 1)];
      await store.calls.add({ writer: randomUUID(), number: 1, at: now, sums, keys: [], calls: [call] });
    };

    test('keys: one that works and that nobody has used for 90 days, and for 180', async () => {
      const unused = sampleKey(account.id, start, { name: 'Forgotten' });
      const used = sampleKey(account.id, start, { name: 'Used' });
      const ended = sampleKey(account.id, start, { name: 'Ended', expiresAt: start + 10 * DAY });
      const revoked = sampleKey(account.id, start, { name: 'Revoked' });
      for (const key of [unused, used, ended, revoked]) await store.apiKeys.create(key, `hash ${key.id}`);
      await store.apiKeys.revoke(account.id, revoked.id, start);
      await store.apiKeys.touch([{ id: used.id, accountId: account.id, at: start + 30 * DAY }]);
      const watching = watch();
      const seen = async (at: number) => {
        now = at;
        await watching.look();
        await watching.look();
        return (await listed()).flatMap(({ kind, data }) =>
          kind === 'key.unused' ? [`${data['keyName']} ${data['days']}`] : [],
        );
      };
      expect(await seen(start + 90 * DAY - 1)).toEqual([]);
      expect(await seen(start + 91 * DAY)).toEqual(['Forgotten 90']);
      await watch(nodes[1]).look();
      expect(await seen(start + 121 * DAY)).toEqual(['Used 90', 'Forgotten 90']);
      expect(await seen(start + 180 * DAY)).toEqual(['Forgotten 180', 'Used 90', 'Forgotten 90']);
      const report = async (days: number) =>
        (
          await store.apiKeys.list(account.id, {
            limit: 10,
            revoked: false,
            unusedSince: now - days * DAY,
          })
        ).items.map(({ name }) => name);
      expect((await report(90)).sort()).toEqual(['Ended', 'Forgotten', 'Used']);
      expect((await report(151)).sort()).toEqual(['Ended', 'Forgotten']);
      expect(await report(181)).toEqual([]);
    });

    test('keys: unused ones are read page by page', async () => {
      const long = start - 400 * DAY;
      const ids: string[] = [];
      for (let index = 0; index < 5; index += 1) {
        const key = sampleKey(account.id, long, { name: randomUUID() });
        ids.push(key.id);
        await store.apiKeys.create(key, `hash ${key.id}`);
      }
      const read: string[] = [];
      let after: string | undefined;
      for (;;) {
        const page = await store.apiKeys.unusedSince(long, start, 2, after);
        read.push(...page.map(({ id }) => id));
        after = page.at(-1)?.id;
        if (after === undefined) break;
      }
      expect(read.filter((id) => ids.includes(id))).toEqual([...ids].sort());
    });

    test('certificates: those in the credentials of a service that end in 30, 7 and 1 days, and that have ended', async () => {
      const serviceId = await addService();
      const end = (days: number) => new Date(start + days * DAY).toISOString();
      const place = { accountId: account.id, serviceId, field: 'credentials' };
      await store.secrets.set(place, 'sealed', [
        { kind: 'clientCertificate', validTo: end(40) },
        { kind: 'signature', validTo: end(400) },
      ]);
      const watching = watch();
      const seen = async (at: number) => {
        now = at;
        await watching.look();
        await watching.look();
        return (await listed()).flatMap(({ kind, data }) =>
          kind.startsWith('certificate.') ? [`${data['member']} ${data['days'] ?? kind}`] : [],
        );
      };
      expect(await seen(start)).toEqual([]);
      expect(await seen(start + 11 * DAY)).toEqual(['clientCertificate 30']);
      // Another node notices the same, and a restarted one too.
      await Promise.all([watch(nodes[1]).look(), watch().look()]);
      expect(await seen(start + 33 * DAY)).toEqual(['clientCertificate 7', 'clientCertificate 30']);
      expect(await seen(start + 39.5 * DAY)).toHaveLength(3);
      expect((await seen(start + 40 * DAY))[0]).toBe('clientCertificate certificate.expired');
      expect((await listed())[0]?.data).toMatchObject({ serviceId, validTo: end(40) });
      // One that ended long ago is not news, as after an upgrade of the gateway.
      await store.secrets.set(place, 'sealed', [{ kind: 'ca', validTo: end(1) }]);
      expect(await seen(start + 60 * DAY)).toHaveLength(4);
    });

    test('tokens: those that programs hand in are told of 30, 7 and 1 days before their end if they live longer, when the next one is late, and at their end', async () => {
      const HOUR = DAY / 24;
      const long = await addService({ session: { token: { provided: true } } });
      const short = await addService({ session: { token: { provided: ['token', 'sign'] } } });
      const other = await addService({ fill: {} });
      const hand = (serviceId: string, openedAt: number, expiresAt: number) =>
        store.secrets.setSession(
          { accountId: account.id, serviceId, field: 'session' },
          'sealed',
          noticeOfToken({ openedAt, expiresAt }, HOUR),
        );
      await hand(long, start, start + 40 * DAY);
      await hand(short, start, start + 12 * HOUR);
      await hand(other, start, start + 12 * HOUR);
      const watching = watch();
      const seen = async (at: number) => {
        now = at;
        await watching.look();
        await Promise.all([watch(nodes[1]).look(), watch().look()]);
        return (await listed()).flatMap(({ kind, data }) =>
          kind.startsWith('session.')
            ? [`${data['serviceId'] === long ? 'long' : 'short'} ${kind} ${data['days'] ?? ''}`]
            : [],
        );
      };
      // Half of the hour before its end is left.
      expect(await seen(start + 11.49 * HOUR)).toEqual([]);
      expect(await seen(start + 11.5 * HOUR)).toEqual(['short session.expiring ']);
      expect(await seen(start + 12 * HOUR)).toEqual(['short session.expired ', 'short session.expiring ']);
      // The next token, in time and in place of the previous one, is not news.
      await hand(short, start + DAY, start + 1.5 * DAY);
      await hand(short, start + 1.4 * DAY, start + 60 * DAY);
      expect((await seen(start + 9 * DAY)).filter((text) => text.startsWith('short'))).toHaveLength(2);
      await hand(short, start + 9 * DAY, start + 9.5 * DAY);
      await store.secrets.setSession({ accountId: account.id, serviceId: short, field: 'session' }, 'ended');
      const longs = async (at: number) => (await seen(at)).filter((text) => text.startsWith('long'));
      expect(await longs(start + 10 * DAY - 1)).toEqual([]);
      expect(await longs(start + 10 * DAY)).toEqual(['long session.expiring 30']);
      expect(await longs(start + 33 * DAY)).toHaveLength(2);
      expect(await longs(start + 39 * DAY)).toHaveLength(3);
      expect(await longs(start + 40 * DAY)).toEqual([
        'long session.expired ',
        'long session.expiring 1',
        'long session.expiring 7',
        'long session.expiring 30',
      ]);
      expect((await seen(start + 41 * DAY)).filter((text) => text.startsWith('short'))).toHaveLength(2);
    });

    test('logins: one that failed is an event, once in six hours for all nodes', async () => {
      const serviceId = await addService();
      const notices = nodes.map((node) => createLoginNotice(node, () => now));
      const failing = async () => (await kinds()).filter((kind) => kind === 'session.failing');
      const fail = () =>
        Promise.all(notices.map((notice) => notice({ accountId: account.id, serviceId, provided: false })));
      await fail();
      await fail();
      now += 5 * 3_600_000;
      await fail();
      expect(await failing()).toHaveLength(1);
      now += 3_600_000;
      await fail();
      expect(await failing()).toHaveLength(2);
    });

    test('services: a quarter of the calls has to fail in each of five minutes, and then is one event in six hours', async () => {
      const serviceId = await addService();
      const watching = watch();
      now = Math.ceil(now / 60_000) * 60_000;
      /** A minute of calls, of which some fail. */
      const minute = async (good: number, bad: number, code = 'UPSTREAM_BAD_RESPONSE') => {
        await watching.seeCalls({ sums: [sum(serviceId, good), sum(serviceId, bad, code)] });
        now += 60_000;
      };
      const errors = async () => (await listed()).filter(({ kind }) => kind === 'service.errors');
      for (let index = 0; index < 6; index += 1) await minute(3, 1);
      await minute(3, 1);
      expect((await errors()).map(({ data }) => [data['calls'], data['failed'], data['percent']])).toEqual([
        [20, 5, 25],
      ]);
      for (let index = 0; index < 60; index += 1) await minute(0, 10);
      expect(await errors()).toHaveLength(1);
      now += 5 * 3_600_000;
      for (let index = 0; index < 7; index += 1) await minute(0, 10);
      expect(await errors()).toHaveLength(2);
    });

    test('services: few calls, faults, and a minute with fewer errors are no event', async () => {
      const watching = watch();
      now = Math.ceil(now / 60_000) * 60_000;
      const services = { few: await addService(), faults: await addService(), pause: await addService() };
      for (let index = 0; index < 12; index += 1) {
        await watching.seeCalls({
          sums: [
            sum(services.few, 3, 'UPSTREAM_BAD_RESPONSE'),
            sum(services.faults, 100, 'SOAP_FAULT'),
            sum(services.faults, 1, 'UPSTREAM_BAD_RESPONSE'),
            sum(services.pause, 100, 'UPSTREAM_BAD_RESPONSE'),
            sum(services.pause, index % 4 === 0 ? 1_000 : 1),
          ],
        });
        now += 60_000;
      }
      expect((await kinds()).filter((kind) => kind === 'service.errors')).toEqual([]);
    });

    test('services: a node that has few calls of a service counts those of the others', async () => {
      const serviceId = await addService();
      const mocked = await addService();
      const all = [watch(nodes[0]), watch(nodes[1])];
      now = Math.ceil(now / 60_000) * 60_000;
      const failed = { status: 502, type: 'UPSTREAM_ERROR', code: 'UPSTREAM_BAD_RESPONSE' } as const;
      const errors = async () => (await listed()).filter(({ kind }) => kind === 'service.errors');
      for (let index = 0; index < 6; index += 1) {
        expect(await errors()).toEqual([]);
        // Each node has two calls a minute, one of which fails.
        for (const node of all) {
          for (const id of [serviceId, mocked]) {
            await record(id, failed);
            await record(id, id === mocked ? { answers: 'mock' } : {});
            await node.seeCalls({ sums: [sum(id, 1), sum(id, 1, failed.code)] });
          }
        }
        now += 60_000;
      }
      expect((await errors()).map(({ data }) => [data['serviceId'], data['calls'], data['failed']])).toEqual([
        [serviceId, 20, 10],
      ]);
    });

    test('services: nodes that notice the same errors store one event', async () => {
      const serviceId = await addService();
      const all = [watch(nodes[0]), watch(nodes[1]), watch(nodes[0]), watch(nodes[1])];
      now = Math.ceil(now / 60_000) * 60_000;
      for (let index = 0; index < 7; index += 1) {
        const sums = [sum(serviceId, 10, 'UPSTREAM_BAD_RESPONSE')];
        await Promise.all(all.map((node) => node.seeCalls({ sums })));
        now += 60_000;
      }
      expect((await kinds()).filter((kind) => kind === 'service.errors')).toHaveLength(1);
    });

    test('services: five failures in a row, or an open circuit, are one failure until it recovers', async () => {
      const serviceId = await addService();
      const watching = watch();
      await watching.seeCalls({ sums: [sum(serviceId, 4, 'UPSTREAM_CONNECT')] });
      expect(await kinds()).toEqual([]);
      await watching.seeCalls({ sums: [sum(serviceId, 1)] });
      await watching.seeCalls({ sums: [sum(serviceId, 4, 'UPSTREAM_TIMEOUT')] });
      expect(await kinds()).toEqual([]);
      // A fault, or a business error, is a response.
      await watching.seeCalls({ sums: [sum(serviceId, 1, 'SOAP_FAULT')] });
      await watching.seeCalls({ sums: [sum(serviceId, 4, 'UPSTREAM_DNS')] });
      expect(await kinds()).toEqual([]);
      await Promise.all(
        [watching, watch(nodes[1])].map((node) =>
          node.seeCalls({ sums: [sum(serviceId, 1, 'UPSTREAM_CIRCUIT_OPEN')] }),
        ),
      );
      await watching.seeCalls({ sums: [sum(serviceId, 9, 'UPSTREAM_CIRCUIT_OPEN')] });
      expect(await kinds()).toEqual(['service.failing']);

      now += 1_000;
      await record(serviceId, { cached: true });
      await record(serviceId, { answers: 'mock' });
      await watching.look();
      expect(await kinds()).toEqual(['service.failing']);
      now += 1_000;
      await record(serviceId, { status: 502, type: 'UPSTREAM_ERROR', code: 'UPSTREAM_RESET' });
      await watching.look();
      expect(await kinds()).toEqual(['service.failing']);
      now += 1_000;
      await record(serviceId);
      await Promise.all([watching.look(), watch(nodes[1]).look()]);
      expect(await kinds()).toEqual(['service.failing', 'service.recovered']);

      const again = watch(nodes[1]);
      now += 59_000;
      await again.seeCalls({ sums: [sum(serviceId, 5, 'UPSTREAM_CONNECT')] });
      expect(await kinds()).toEqual(['service.failing', 'service.recovered']);
      now += 1_000;
      await again.seeCalls({ sums: [sum(serviceId, 1, 'UPSTREAM_CONNECT')] });
      expect(await kinds()).toEqual(['service.failing', 'service.failing', 'service.recovered']);
    });

    test('services: a recovery is newer than its failure, although the node that notices it has a slower clock', async () => {
      const serviceId = await addService();
      const ahead = watch();
      now += 5_000;
      await ahead.seeCalls({ sums: [sum(serviceId, 5, 'UPSTREAM_CONNECT')] });
      await record(serviceId, { at: now + 1 });
      now -= 5_000;
      await watch(nodes[1]).look();
      const last = await store.events.newest(account.id, ['service.failing', 'service.recovered'], serviceId);
      expect(last?.kind).toBe('service.recovered');
    });

    test('services: deleted ones that failed do not hide those that respond again', async () => {
      const failing = await Promise.all([addService(), addService(), addService()]);
      const watching = watch();
      for (const serviceId of failing)
        await watching.seeCalls({ sums: [sum(serviceId, 5, 'UPSTREAM_CONNECT')] });
      await store.services.delete(account.id, failing[0]!);
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await store.events.listFailing(1, after);
        found.push(...page.map(({ subject }) => subject));
        after = page.at(-1)?.id;
      } while (after !== undefined);
      expect(found.filter((subject) => failing.includes(subject)).sort()).toEqual(failing.slice(1).sort());
    });

    test('operations: the second stall is an event, in the same transaction', async () => {
      const serviceId = await addService();
      const stall = { accountId: account.id, serviceId, operation: 'GetUser' };
      await store.stalls.record({ ...stall, at: start });
      expect(await kinds()).toEqual([]);
      await store.stalls.record({ ...stall, at: start + 1 });
      await store.stalls.record({ ...stall, at: start + 2 });
      expect(await listed()).toEqual([
        {
          kind: 'operation.held',
          data: { serviceId, serviceName: 'Users', operation: 'GetUser' },
        },
      ]);
    });

    describe('the gateway', () => {
      const MB = 1_048_576;
      const healthy: GatewayVitals = {
        node: 'one',
        checkDatabase: async () => {},
        isDegraded: () => false,
        tlsEnd: () => undefined,
        readDisk: async () => ({ free: 11 * MB, total: 100 * MB }),
      };
      const sample = (accountId: string, administrator: boolean) => ({
        id: randomUUID(),
        accountId,
        email: `${randomUUID()}@example.com`,
        passwordHash: '',
        createdAt: start,
        emailVerifiedAt: start,
        ...(administrator && { administrator }),
      });
      const lookEverywhere = async (vitals: GatewayVitals) => {
        const watches = [watch(nodes[0], vitals), watch(nodes[1], vitals), watch(nodes[1], vitals)];
        await Promise.all(watches.map((each) => each.look()));
        await Promise.all(watches.map((each) => each.look()));
      };
      beforeEach(() => store.users.create(sample(account.id, true)));

      test('administrators are told once a day of a full disk, Redis and the certificate, by email too, and others are not', async () => {
        const owner = sampleAccount(start);
        await store.accounts.create(owner);
        await store.users.create(sample(owner.id, false));
        await lookEverywhere(healthy);
        expect(await listed()).toEqual([]);
        const validTo = '2026-11-29T10:00:00.000Z';
        const ailing: GatewayVitals = {
          ...healthy,
          isDegraded: () => true,
          tlsEnd: () => Date.parse(validTo),
          readDisk: async () => ({ free: 9 * MB, total: 100 * MB }),
        };
        await lookEverywhere(ailing);
        await lookEverywhere(ailing);
        const told = [
          { kind: 'gateway.certificate.expiring', data: { validTo, days: 7 } },
          { kind: 'gateway.disk', data: { node: 'one', percent: 91, freeBytes: 9 * MB } },
          { kind: 'gateway.redis', data: {} },
        ];
        const sorted = async () => (await listed()).sort((one, other) => (one.kind < other.kind ? -1 : 1));
        expect(await sorted()).toEqual(told);
        await lookEverywhere({ ...ailing, readDisk: async () => ({ free: 4 * MB, total: 100 * MB }) });
        await lookEverywhere({ ...ailing, node: 'two' });
        expect((await kinds()).filter((kind) => kind === 'gateway.disk')).toHaveLength(3);
        now += DAY;
        await lookEverywhere(ailing);
        expect(await kinds()).toEqual([
          'gateway.certificate.expiring',
          ...Array.from({ length: 4 }, () => 'gateway.disk'),
          ...Array.from({ length: 2 }, () => 'gateway.redis'),
        ]);
        now += 30 * DAY;
        await lookEverywhere({ ...healthy, tlsEnd: () => Date.parse(validTo) });
        expect((await kinds()).filter((kind) => kind === 'gateway.certificate.expired')).toHaveLength(1);
        expect((await store.events.list(owner.id, { limit: 9 })).total).toBe(0);
        // A disk that cannot be read tells nothing.
        await lookEverywhere({ ...healthy, readDisk: () => Promise.reject(new Error('ENOSYS')) });

        while ((await store.deliveries.dispatch(now, 200, true)) > 0);
        const [user] = await store.users.list(account.id);
        expect(await store.mails.list(account.id, user!.id, 20)).toHaveLength(8);
      });

      test('a database that accepted no changes is told once it does', async () => {
        let works = true;
        const vitals = {
          ...healthy,
          checkDatabase: () => (works ? Promise.resolve() : Promise.reject(new Error('disk full'))),
        };
        const watches = [watch(nodes[0], vitals), watch(nodes[1], vitals)];
        const look = async () => {
          for (const each of watches) await each.look();
        };
        await look();
        works = false;
        await look();
        now += 60_000;
        await look();
        works = true;
        now += 60_000;
        await look();
        await look();
        expect((await listed()).filter(({ kind }) => kind === 'gateway.database')).toEqual([
          {
            kind: 'gateway.database',
            data: { from: '2026-11-23T10:00:00.000Z', until: '2026-11-23T10:02:00.000Z' },
          },
        ]);
      });

      test('sign-ups and operations that stop a process are told with what happened', async () => {
        const customer = sampleAccount(start, { name: 'Customer' });
        const person = sample(customer.id, false);
        expect(await store.users.signUp(customer, person, undefined)).toBe('created');
        expect(await store.users.signUp(sampleAccount(start), person, undefined)).toBe('taken');
        const [signUp] = await listed();
        expect(signUp).toEqual({
          kind: 'gateway.sign-up',
          data: { accountId: customer.id, accountName: 'Customer', email: person.email },
        });
      });
    });

    test('events: pages, filters, and marking as read by id or by time, for one account only', async () => {
      const stranger = sampleAccount(start);
      await store.accounts.create(stranger);
      const event = (accountId: string, index: number) => ({
        accountId,
        kind: 'account.changed' as const,
        subject: accountId,
        period: String(index),
        at: start + index,
        data: { change: `plan ${index}` },
      });
      const all = [0, 1, 2, 3, 4].map((index) => event(account.id, index));
      expect(await store.events.add(all)).toBe(5);
      expect(await store.events.add(all)).toBe(0);
      await store.events.add([event(stranger.id, 0)]);
      const first = await store.events.list(account.id, { limit: 2 });
      expect(first.total).toBe(5);
      expect(first.items.map(({ createdAt }) => createdAt)).toEqual([start + 4, start + 3]);
      const second = await store.events.list(account.id, { limit: 4, after: first.next! });
      expect(second.items.map(({ createdAt }) => createdAt)).toEqual([start + 2, start + 1, start]);
      expect(second.next).toBeUndefined();

      const [newest] = first.items;
      expect(await store.events.find(stranger.id, newest!.id)).toBeUndefined();
      expect(await store.events.find(account.id, newest!.id)).toEqual(newest);
      expect(await store.events.markRead(stranger.id, { ids: [newest!.id] }, start)).toBe(0);
      expect(await store.events.markRead(account.id, { ids: [newest!.id] }, start + 9)).toBe(1);
      expect(await store.events.markRead(account.id, { until: start + 1 }, start + 9)).toBe(2);
      const unread = await store.events.list(account.id, { limit: 9, unread: true, important: true });
      expect(unread.items.map(({ createdAt }) => createdAt)).toEqual([start + 3, start + 2]);
      expect(await store.events.list(account.id, { limit: 9, important: false })).toMatchObject({ total: 0 });
      expect((await store.events.find(account.id, newest!.id))?.readAt).toBe(start + 9);
      await store.events.deleteOlder(start + 3);
      expect((await store.events.list(account.id, { limit: 9 })).total).toBe(2);
    });

    test('events: nodes that store the same ones in another order do not wait for each other in a circle', async () => {
      for (let round = 0; round < 10; round += 1) {
        const all = Array.from({ length: 80 }, (_, index) => ({
          accountId: account.id,
          kind: 'account.changed' as const,
          subject: account.id,
          period: `${round} ${index}`,
          at: start,
          data: { change: 'x' },
        }));
        const added = await Promise.all([
          nodes[0]!.events.add(all),
          nodes[1]!.events.add(all.toReversed()),
          nodes[0]!.events.add(all.toReversed()),
          nodes[1]!.events.add(all),
        ]);
        expect(added.reduce((sum, count) => sum + count)).toBe(80);
      }
    });

    test('events: those of a deleted account are refused as such', async () => {
      const add = store.events.add([
        { accountId: 'acc_gone', kind: 'account.changed', subject: 'x', at: start, data: {} },
      ]);
      expect(isMissingParent(await add.catch((error: unknown) => error))).toBe(true);
    });

    test('no look has failed', () => expect(errors).toEqual([]));
  });
}
