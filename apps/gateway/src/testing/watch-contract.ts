import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport, type Transport } from '@soapstone/soap-transport';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFairSlots } from '../children/fair-slots.js';
import { createServiceProxies } from '../credentials/service-proxies.js';
import { storeServiceSecret } from '../credentials/service-secrets.js';
import type { Account } from '../domain/accounts/account.js';
import { PLANS } from '../domain/accounts/plan.js';
import { createSealer } from '../domain/seal.js';
import type { WatchChoice } from '../domain/services/contract-watch.js';
import type { RegisteredService } from '../domain/services/registered-service.js';
import { DEFAULT_SETTINGS } from '../domain/services/service-settings.js';
import { createArtefacts } from '../owners/description/artefacts.js';
import { createDocumentFetch } from '../owners/registration/fetch-document.js';
import { type RegistrationDependencies, registerService } from '../owners/registration/register.js';
import { type CheckDependencies, checkContract } from '../owners/watches/check-contract.js';
import type { Store } from '../store/store.js';
import { readAll } from '../store/tables/pages.js';
import { sampleAccount, sampleKey, sampleService } from './sample-records.js';
import { startHere } from './start-here.js';

const start = Date.parse('2026-11-23T10:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const types = (more: string) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o" elementFormDefault="qualified">
  <xs:element name="Get"><xs:complexType><xs:sequence><xs:element name="id" type="xs:long"/>${more}</xs:sequence></xs:complexType></xs:element>
  <xs:element name="GetResponse"><xs:complexType><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;
const OPTIONAL = '<xs:element name="lang" type="xs:string" minOccurs="0"/>';
const REQUIRED = '<xs:element name="tenant" type="xs:string"/>';
const wsdl = (endpoint: string, comment = '', action = 'urn:o/Get') =>
  `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="urn:o" targetNamespace="urn:o">
  <!--${comment}-->
  <wsdl:types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="urn:o" schemaLocation="orders.xsd"/></xs:schema></wsdl:types>
  <wsdl:message name="In"><wsdl:part name="p" element="tns:Get"/></wsdl:message>
  <wsdl:message name="Out"><wsdl:part name="p" element="tns:GetResponse"/></wsdl:message>
  <wsdl:portType name="Orders"><wsdl:operation name="Get"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="B" type="tns:Orders"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Get"><soap:operation soapAction="${action}"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
  <wsdl:service name="Orders"><wsdl:port name="P" binding="tns:B"><soap:address location="${endpoint}"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** Responds with a text and the entity-tag of its version. */
const versioned =
  (text: string, etag: string): Respond =>
  (request, response) =>
    request.headers['if-none-match'] === etag
      ? response.writeHead(304, { etag }).end()
      : response.writeHead(200, { etag, 'content-type': 'text/xml' }).end(text);
const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (_request, response) =>
    response.writeHead(code, headers).end('no');

/** The suite of checks of contracts that every database must pass. `open` opens another connection to the same database each time: a node. */
export function describeWatches(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let nodes: readonly Store[];
    let store: Store;
    let account: Account;
    let service: RegisteredService;
    let transport: Transport;
    let now = start;
    /** The documents of the provider, and the requests for them. */
    let pages: Record<string, Respond> = {};
    let asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
    let announced: string[] = [];
    let url: string;
    const sealer = createSealer([{ id: 'test', key: Buffer.alloc(32, 3) }]);
    const provider = createServer((request, response) => {
      asked.push({ path: request.url ?? '', headers: request.headers });
      (pages[request.url ?? ''] ?? status(404))(request, response);
    });
    beforeAll(async () => {
      nodes = [await open(), await open()];
      store = nodes[0]!;
      transport = createTransport({ egress: { allow: ['127.0.0.0/8'] } });
      await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/orders.wsdl`;
    });
    afterAll(async () => {
      provider.closeAllConnections();
      provider.close();
      await transport?.close();
      await Promise.all(nodes?.map((node) => node.close()) ?? []);
    });
    beforeEach(async () => {
      now += 100 * DAY;
      account = sampleAccount(now);
      await store.accounts.create(account);
      serve('', '1');
      ({ service } = await registerService(account, { source: { kind: 'url', url } }, registration(store)));
      asked = [];
      announced = [];
    });

    const slots = createFairSlots({ atOnce: 4, ofAccount: 2, waiting: 99, waitingOfAccount: 99 });
    const registration = (node: Store): RegistrationDependencies => ({
      store: node,
      plans: PLANS,
      now: () => now,
      assertRoom() {},
      slots,
      timeout: 60_000,
      memory: 512,
      fetch: createDocumentFetch(transport),
      proxies: createServiceProxies(),
      start: startHere,
    });
    const deps = (node = store): CheckDependencies => ({
      store: node,
      sealer,
      transport,
      registration: registration(node),
      lane: slots,
      artefacts: createArtefacts({ ...registration(node) }),
      changes: { announce: async (accountId) => void announced.push(accountId) },
      minimum: HOUR,
      now: () => now,
      random: () => 0.5,
    });
    /** Serves the schema with more members, as another version. */
    const serve = (more: string, version: string, main = wsdl('http://orders.example/soap')): void => {
      pages = {
        '/orders.wsdl': versioned(main, `"w${main.length}"`),
        '/orders.xsd': versioned(types(more), `"${version}"`),
      };
    };
    const watch = () => store.watches.find(account.id, service.id);
    const choose = (choice: Partial<WatchChoice>) =>
      store.watches.choose(account.id, service.id, { schedule: 'daily', activate: 'never', ...choice }, now);
    async function check(using = deps()) {
      await checkContract(await watch(), using, new AbortController().signal);
      return (await watch()).last;
    }
    const events = async () =>
      (await readAll((page) => store.events.list(account.id, page)))
        .filter(({ kind }) => kind.startsWith('contract.'))
        .map(({ kind, data, important }): Readonly<Record<string, unknown>> => ({ kind, important, ...data }))
        .reverse();
    const revisions = async () =>
      (await store.services.listRevisions(account.id, service.id, { limit: 50 })).items.map(
        ({ number, isReplaced, rejectedAt, liveAt }) =>
          `${number} ${liveAt === undefined ? (isReplaced ? 'replaced' : rejectedAt === undefined ? 'waits' : 'rejected') : 'live'}`,
      );
    const live = async () => (await store.services.find(account.id, service.id))?.revision;

    test('an unchanged contract costs one conditional request for each document, and no import', async () => {
      await choose({});
      expect(await check()).toMatchObject({ result: 'unchanged', at: now });
      expect(asked.map(({ path }) => path)).toEqual(['/orders.wsdl', '/orders.xsd']);
      expect((await watch()).nextAt).toBe(now + DAY);
      asked = [];
      now += DAY;
      expect(await check({ ...deps(), registration: { ...registration(store), start: never } })).toEqual({
        result: 'unchanged',
        at: now,
      });
      expect(asked.map(({ path, headers }) => [path, headers['if-none-match'] !== undefined])).toEqual([
        ['/orders.wsdl', true],
        ['/orders.xsd', true],
      ]);
      expect([await revisions(), await events()]).toEqual([['1 live'], []]);
    });

    test('a server without validators: equal bytes are no change, and a comment changes nothing for anybody', async () => {
      await choose({});
      const plain =
        (text: string): Respond =>
        (_request, response) =>
          response.end(text);
      pages = { '/orders.wsdl': plain(wsdl('http://orders.example/soap')), '/orders.xsd': plain(types('')) };
      await check();
      expect(
        (await check({ ...deps(), registration: { ...registration(store), start: never } }))?.result,
      ).toBe('unchanged');
      pages['/orders.wsdl'] = plain(wsdl('http://orders.example/soap', 'generated at noon'));
      expect((await check())?.result).toBe('unchanged');
      expect([await revisions(), await events()]).toEqual([['1 live'], []]);
    });

    test('a change that breaks nobody waits, and is told of once', async () => {
      await choose({});
      await check();
      serve(OPTIONAL, '2');
      expect(await check()).toMatchObject({ result: 'waiting', revision: 2 });
      now += DAY;
      expect(await check()).toMatchObject({ result: 'waiting', revision: 2 });
      expect([await revisions(), await live()]).toEqual([['2 waits', '1 live'], 1]);
      expect(await events()).toMatchObject([
        {
          kind: 'contract.changed',
          important: true,
          revision: 2,
          result: 'waiting',
          changes: 1,
          breaking: 0,
        },
      ]);
      expect(announced).toEqual([]);
    });

    test('a change that breaks nobody goes live by itself if its owner chose so', async () => {
      await choose({ activate: 'safe' });
      serve(OPTIONAL, '2');
      expect(await check()).toMatchObject({ result: 'published', revision: 2 });
      expect([await revisions(), await live(), announced]).toEqual([['2 live', '1 live'], 2, [account.id]]);
      expect(await events()).toMatchObject([{ important: false, result: 'published' }]);
      expect((await store.audit.list(account.id, { limit: 9 })).items).toMatchObject([
        { actor: 'system', action: 'revision.activate', subject: `${service.id}/2` },
      ]);
      expect(await store.services.listPublications(account.id, service.id)).toMatchObject([
        { revision: 2 },
        { revision: 1 },
      ]);
      now += DAY;
      expect((await check())?.result).toBe('unchanged');
    });

    test('what the SOAP side changes never goes live by itself: credentials are sent where the WSDL says', async () => {
      await choose({ activate: 'safe' });
      serve('', '1', wsdl('http://elsewhere.example/soap'));
      expect(await check()).toMatchObject({ result: 'waiting', revision: 2 });
      serve(OPTIONAL, '2', wsdl('http://orders.example/soap', '', 'urn:o/Other'));
      expect(await check()).toMatchObject({ result: 'waiting', revision: 3 });
      expect([await revisions(), await live()]).toEqual([['3 waits', '2 replaced', '1 live'], 1]);
    });

    test('a contract that breaks a line of the design is held, and its revision keeps the design', async () => {
      serve(OPTIONAL, '1');
      const design = '{"fill":{"Get/lang":"de"}}';
      ({ service } = await registerService(
        account,
        { source: { kind: 'url', url }, slug: 'designed', design },
        registration(store),
      ));
      await choose({ activate: 'safe' });
      expect((await check())?.result).toBe('unchanged');
      serve('', '2');
      expect(await check()).toMatchObject({ result: 'held', revision: 2 });
      expect(await events()).toMatchObject([{ result: 'held', important: true }]);
      expect((await store.services.findPackedModel(account.id, service.id, 2))?.design).toBe(design);
      // Clients do not see the member that the design fills.
      serve(OPTIONAL.replace('lang', 'region') + OPTIONAL, '3');
      expect(await check()).toMatchObject({ result: 'published', revision: 3 });
      expect(await revisions()).toEqual(['3 live', '2 replaced', '1 live']);
    });

    test('a breaking change is held, and names the keys that called the operation in 30 days', async () => {
      const keys = ['shop', 'report'].map((each) => sampleKey(account.id, now, { name: each }));
      for (const key of keys) await store.apiKeys.create(key, `hash ${key.id}`);
      let calls = 0;
      const log = (keyId: string, at: number, operation = 'Get') => ({
        ...{ requestId: `${account.id}-${calls++}`, accountId: account.id, at, serviceId: service.id, keyId },
        ...{ operation, method: 'POST', status: 200, latencyMs: 1, cached: false, charged: true },
      });
      const [shop, report] = keys.map(({ id }) => id) as [string, string];
      const batch = [
        ...Array.from({ length: 3 }, () => log(shop, now - HOUR)),
        // These have left the call log, the last one so long ago that it does not count.
        ...Array.from({ length: 5 }, () => log(report, now - 20 * DAY)),
        log(shop, now - 20 * DAY),
        log(shop, now - 40 * DAY),
        log('try-it', now - HOUR),
        log(report, now - HOUR, 'Other'),
      ];
      // Calls of accounts without sums are dropped.
      const sum = { accountId: account.id, hour: now, serviceId: service.id, operation: 'Get', type: '' };
      const sums = [{ ...sum, code: '', calls: batch.length, latencyMs: 1, charged: 0 }];
      await store.calls.add({ writer: account.id, number: 1, at: now, sums, keys: [], calls: batch });
      await store.calls.deleteOlder(now - 7 * DAY);
      await choose({ activate: 'safe' });
      serve(REQUIRED, '2');
      expect(await check()).toMatchObject({ result: 'held', revision: 2 });
      expect(await events()).toMatchObject([
        { important: true, result: 'held', breaking: 1, callers: '“report” (5), “shop” (4)' },
      ]);
      const from = now - 30 * DAY;
      expect(await store.operationCallers.list(account.id, service.id, ['Get'], from, 2)).toEqual([
        { operation: 'Get', keyId: report, calls: 5, lastAt: Date.parse(day(now - 20 * DAY)) },
        // Only the newest two calls of the call log are counted, and one that has left it.
        { operation: 'Get', keyId: shop, calls: 3, lastAt: now - HOUR },
      ]);
      await store.operationCallers.deleteOlder(now);
      expect(
        (await store.operationCallers.list(account.id, service.id, ['Get'], from)).map(({ calls: n }) => n),
      ).toEqual([3]);
    });

    test('a contract that alternates has one waiting revision at most, and one event for each contract', async () => {
      await choose({});
      for (const [more, version] of [
        [OPTIONAL, '2'],
        [REQUIRED, '3'],
        ['', '1'],
        [OPTIONAL, '2'],
        [REQUIRED, '3'],
        [OPTIONAL, '2'],
      ] as const) {
        now += DAY;
        serve(more, version);
        await check();
        expect((await revisions()).filter((each) => each.endsWith('waits')).length).toBeLessThan(2);
      }
      expect(await revisions()).toEqual(['3 replaced', '2 waits', '1 live']);
      expect((await events()).map(({ kind, result }) => [kind, result])).toEqual([
        ['contract.changed', 'waiting'],
        ['contract.changed', 'held'],
      ]);
    });

    test('a contract that its owner decided against does not wait again', async () => {
      await choose({ activate: 'safe' });
      serve(REQUIRED, '2');
      await check();
      await store.services.rejectRevision(account.id, service.id, 2, now);
      expect(await check()).toMatchObject({ result: 'decided', revision: 2 });
      serve('', '1');
      expect((await check())?.result).toBe('unchanged');
      serve(REQUIRED, '2');
      expect(await check()).toMatchObject({ result: 'decided', revision: 2 });
      serve(OPTIONAL, '3');
      expect(await check()).toMatchObject({ result: 'published', revision: 3 });
      // Rolled back by its owner.
      const current = (await store.services.find(account.id, service.id))!;
      await store.services.update({ ...current, revision: 1, updatedAt: current.updatedAt + 1 });
      expect(await check()).toMatchObject({ result: 'decided', revision: 3 });
      expect(await revisions()).toEqual(['3 live', '2 rejected', '1 live']);
      expect(
        (await store.services.listPublications(account.id, service.id)).map(({ revision }) => revision),
      ).toEqual([1, 3, 1]);
    });

    test('what cannot be read is no new contract, is tried again sooner, and is an event after three days, once', async () => {
      await choose({ schedule: 'weekly' });
      await check();
      const broken: readonly (readonly [Record<string, Respond>, RegExp])[] = [
        [{ '/orders.wsdl': status(401) }, /401 Unauthorized/],
        [{ '/orders.wsdl': status(404) }, /404 Not Found/],
        [{ '/orders.xsd': status(404) }, /404 Not Found/],
        [{ '/orders.wsdl': status(302, { location: '/orders.wsdl' }) }, /redirects/],
        [{ '/orders.wsdl': versioned(wsdl('http://orders.example/soap').slice(0, 900), '"x"') }, /./],
        [{ '/orders.xsd': versioned(types('').slice(0, 200), '"x"') }, /orders\.xsd/],
        [{ '/orders.wsdl': versioned('<html>Log in</html>', '"x"') }, /./],
        [
          {
            '/orders.xsd': (_request, response) => {
              response.writeHead(200, { 'content-length': '999' });
              response.write('<xs:');
              response.destroy();
            },
          },
          /./,
        ],
      ];
      const waits: number[] = [];
      const began = now;
      for (const [bad, reason] of broken) {
        serve('', '1');
        pages = { ...pages, ...bad };
        const last = await check();
        expect([last?.result, last?.reason]).toEqual(['failed', expect.stringMatching(reason)]);
        const { nextAt = 0, failingSince } = await watch();
        expect(failingSince).toBe(began);
        waits.push((nextAt - now) / HOUR);
        now = nextAt;
      }
      expect(waits).toEqual([1, 6, 24, 24, 24, 24, 24, 24]);
      expect((await events()).map(({ kind, since }) => [kind, since])).toEqual([
        ['contract.unreadable', new Date(began).toISOString()],
      ]);
      expect(await revisions()).toEqual(['1 live']);
      serve('', '1');
      expect((await check())?.result).toBe('unchanged');
      expect((await watch()).failingSince).toBeUndefined();
      await check();
      expect((await events()).map(({ kind }) => kind)).toEqual(['contract.unreadable', 'contract.readable']);
      // A failure of less than three days notifies nobody.
      pages = {};
      await check();
      serve('', '1');
      await check();
      expect(await events()).toHaveLength(2);
    });

    test('a server that does not respond is a failure within the deadline', async () => {
      await choose({});
      pages['/orders.wsdl'] = () => {};
      const patient = createTransport({ egress: { allow: ['127.0.0.0/8'] }, limits: { deadlineMs: 300 } });
      try {
        expect((await check({ ...deps(), transport: patient }))?.result).toBe('failed');
      } finally {
        await patient.close();
      }
    });

    test('an address that the gateway must not call is a failure, and nothing is sent', async () => {
      await choose({});
      const closed = createTransport({ egress: { allow: [] } });
      try {
        const last = await check({ ...deps(), transport: closed });
        expect([last?.result, last?.reason]).toEqual(['failed', expect.stringContaining('EGRESS_ALLOW')]);
        expect(asked).toEqual([]);
      } finally {
        await closed.close();
      }
    });

    test('the credentials of the service are sent to its own origin alone', async () => {
      const place = { accountId: account.id, serviceId: service.id, field: 'credentials' as const };
      await storeServiceSecret(store, sealer, place, { basic: { username: 'ada', password: 'secret' } });
      await choose({});
      await check();
      await check();
      expect(asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
      const settings = { ...DEFAULT_SETTINGS, endpoint: new URL('/soap', url).href };
      await store.services.update({ ...service, settings, updatedAt: now + 1 });
      asked = [];
      await check();
      expect(asked.map(({ headers }) => headers.authorization)).toEqual([
        'Basic YWRhOnNlY3JldA==',
        'Basic YWRhOnNlY3JldA==',
      ]);
    });

    test('a process that ends between any two steps leaves a check that its successor finishes, once', async () => {
      for (let step = 0, isOver = false; !isOver; step += 1) {
        const other = sampleAccount(now);
        await store.accounts.create(other);
        account = other;
        serve('', '1');
        ({ service } = await registerService(other, { source: { kind: 'url', url } }, registration(store)));
        await choose({ activate: 'safe' });
        await check();
        serve(OPTIONAL, '2');
        let left = step;
        const ended = endAfter(nodes[1]!, () => left-- <= 0);
        await checkContract(await watch(), deps(ended), new AbortController().signal).catch(() => {});
        isOver = left > 0;
        now += DAY;
        expect(['published', 'unchanged'], `step ${step}`).toContain((await check())?.result);
        expect([await revisions(), await live()], `step ${step}`).toEqual([['2 live', '1 live'], 2]);
        expect((await events()).map(({ kind }) => kind)).toEqual(['contract.changed']);
      }
    });

    test('two nodes that check the same service at once store one revision that waits, and one event', async () => {
      await choose({});
      await check();
      serve(OPTIONAL, '2');
      const before = await watch();
      const { signal } = new AbortController();
      await Promise.all(nodes.map((node) => checkContract(before, deps(node), signal)));
      expect((await revisions()).filter((each) => each.endsWith('waits'))).toHaveLength(1);
      expect(await events()).toHaveLength(1);
    });

    test('a choice that its owner makes during a check repeats the check, and publishes nothing meanwhile', async () => {
      await choose({ activate: 'safe' });
      const before = await watch();
      serve(OPTIONAL, '2');
      await choose({ activate: 'never' });
      await checkContract(before, deps(), new AbortController().signal);
      expect([await live(), (await watch()).last]).toEqual([1, undefined]);
      expect(await check()).toMatchObject({ result: 'waiting', revision: 2 });
      expect(await revisions()).toEqual(['2 waits', '1 live']);
    });

    test('services with an address get a first check, and those without, suspended accounts and others that are off do not', async () => {
      const files = sampleService(account.id, now, { slug: 'files' });
      const model = await store.services.findPackedModel(account.id, service.id, 1);
      const revision = { serviceId: files.id, number: 1, packedModel: model!.packed, diagnostics: [] };
      await store.services.create(files, { ...revision, source: 'a.wsdl', createdAt: now });
      const off = sampleService(account.id, now, { slug: 'off' });
      await store.services.create(off, { ...revision, serviceId: off.id, source: url, createdAt: now });
      await store.watches.choose(account.id, off.id, { schedule: 'off', activate: 'never' }, undefined);
      while ((await store.watches.adopt(500, () => now)) > 0);
      const due = async () =>
        (await store.watches.waiting(now, 10_000, 9)).filter(({ accountId }) => accountId === account.id);
      expect(await due()).toEqual([{ accountId: account.id, serviceId: service.id }]);
      await store.watches.request(account.id, off.id, now);
      expect(await due()).toHaveLength(2);
      expect(
        (await store.watches.waiting(now, 10_000, 1)).filter(({ accountId }) => accountId === account.id),
      ).toHaveLength(1);
      await store.accounts.update(account.id, (current) => ({ ...current, status: 'suspended' }));
      expect(await due()).toEqual([]);
    });

    test('a service that was imported from files since has nothing to check', async () => {
      await choose({});
      const model = await store.services.findPackedModel(account.id, service.id, 1);
      const revision = { serviceId: service.id, number: 2, packedModel: model!.packed, diagnostics: [] };
      await store.services.addRevision(account.id, { ...revision, source: 'a.wsdl', createdAt: now });
      await store.services.update({ ...service, revision: 2, updatedAt: now + 1 });
      expect(await check()).toEqual({ result: 'no-address', at: now });
      expect([asked, (await watch()).nextAt]).toEqual([[], undefined]);
    });
  });
}

/** Starts no process. */
const never: typeof startHere = () => {
  throw new Error('an import was started');
};

const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The writes of a check. What is read between two of them leaves nothing behind. */
const WRITES: ReadonlySet<string | symbol> = new Set([
  ...['addRevision', 'pruneRevisions', 'put', 'settle', 'discard', 'postpone', 'pruneReplaced'],
]);

/** A store whose writes about services, watches and artefacts fail from a moment on, as if its process had ended. */
function endAfter(store: Store, isOver: () => boolean): Store {
  const ending = <Repository extends object>(repository: Repository): Repository =>
    new Proxy(repository, {
      get(target, member) {
        const value = Reflect.get(target, member) as unknown;
        if (typeof value !== 'function' || !WRITES.has(member)) return value;
        return async (...given: unknown[]) => {
          if (isOver()) throw new Error('the process has ended');
          return Reflect.apply(value, target, given) as unknown;
        };
      },
    });
  return {
    ...store,
    services: ending(store.services),
    watches: ending(store.watches),
    artefacts: ending(store.artefacts),
  };
}
