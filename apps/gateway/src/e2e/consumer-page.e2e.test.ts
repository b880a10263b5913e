import { connect } from 'node:tls';
import { describe, expect, test, vi } from 'vitest';
import { VISITS } from '../owners/management/routing/throttle.js';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

interface Page {
  readonly name: string;
  readonly status: string;
  readonly baseUrl: string;
  readonly designed: boolean;
  readonly openapiUrl: string | null;
  readonly certificateUrl: string | null;
  readonly operations: readonly {
    readonly name: string;
    readonly path: string;
    readonly methods: string[];
  }[];
}

interface PageOperation {
  readonly request: {
    readonly path: readonly string[];
    readonly query: readonly [string, string][];
    readonly body: string | null;
  };
  readonly result: string;
  readonly document: {
    readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
    readonly components: { readonly schemas: object };
  };
}

describe.each(await setUps())('the page of a service for consumers, with $name', (setUp) => {
  const scene = setManagementScene(setUp);

  async function owned(plan: 'Free' | 'Starter', over: object = {}) {
    const owner = await createOwner(scene.under);
    await scene.under.gateway.store.accounts.update(owner.accountId, (account) => ({
      ...account,
      plan,
      ...(plan !== 'Free' && { billingAnchor: account.createdAt }),
    }));
    const settings = { endpoint: scene.soap.address };
    const service = await scene.register(owner, { name: '<b>Users</b>', slug: 'users', settings, ...over });
    const path = `/api/manage/services/${service.serviceId}/page`;
    const set = async (body: object, sent: OwnerClient = owner): Promise<string> => {
      const answer = await sent.send('PUT', path, body);
      expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
      return answer.json<{ url: string | null }>().url ?? '';
    };
    return { owner, service, path, set };
  }

  /** Sends a request as a browser without cookies does for the page at an address of the dashboard. */
  const visit = (url: string, below = '', headers: Record<string, string> = {}) =>
    scene.under.send(`/api${new URL(url).pathname}${below}`, { headers });

  const inCapitals = (url: string) => url.replace(/[^/]+$/, (token) => token.toUpperCase());

  /** Anything that could tell one reason for a missing page from another. */
  const tellable = async (url: string) => {
    const { status, headers, text } = await visit(url);
    const { date: _, 'x-request-id': id, ...rest } = headers;
    return { status, rest, text: text.replace(String(id), '') };
  };

  test('a page is off until its owner chooses otherwise, and nothing tells why there is none', async () => {
    const { owner, set } = await owned('Starter');
    const { baseUrl } = scene.under;
    const ofSlug = `${baseUrl}/pages/${owner.accountId}/users`;
    const none = await tellable(`${baseUrl}/pages/acc_none/users`);
    expect([none.status, none.text]).toEqual([404, expect.stringContaining('There is no such page')]);
    const isMissing = async (...urls: string[]) => {
      for (const url of urls) expect(await tellable(url)).toEqual(none);
    };
    await isMissing(
      ofSlug,
      `${baseUrl}/pages/${owner.accountId}/no-such-service`,
      `${baseUrl}/pages/link/abc`,
    );

    const first = await set({ visibility: 'link' });
    expect(first).toMatch(/\/pages\/link\/[\w-]{32}$/);
    expect((await visit(first)).status).toBe(200);
    // Neither the slug nor a part of the token leads to a page by link.
    await isMissing(ofSlug, first.slice(0, -1), `${first}a`, inCapitals(first));
    expect(await set({ visibility: 'link' })).toBe(first);

    const second = await set({ visibility: 'link', newLink: true });
    expect((await visit(second)).status).toBe(200);
    await isMissing(first);
    const open = await set({ visibility: 'public' });
    expect(open).toBe(ofSlug);
    expect((await visit(open)).status).toBe(200);
    await isMissing(first, second);
    const third = await set({ visibility: 'link' });
    await isMissing(open, first, second);
    expect(await set({ visibility: 'off' })).toBe('');
    await isMissing(open, first, second, third);

    await set({ visibility: 'public' });
    await scene.under.gateway.store.accounts.update(owner.accountId, (account) => ({
      ...account,
      status: 'suspended',
    }));
    await isMissing(open);
  });

  test('an earlier state of the page is not overwritten, and the audit log names each change', async () => {
    const { owner, path, set } = await owned('Starter');
    const read = await owner.send('GET', path);
    expect(read.json()).toEqual({ visibility: 'off', url: null });
    await set({ visibility: 'link' });
    const late = await owner.send(
      'PUT',
      path,
      { visibility: 'public' },
      { 'If-Match': String(read.headers['etag']) },
    );
    expect([late.status, late.json<{ error: { current: unknown } }>().error.current]).toEqual([
      412,
      { visibility: 'link' },
    ]);
    const wrong = await owner.send('PUT', path, { visibility: 'friends' });
    expect(wrong.status).toBe(400);
    const log = await owner.send('GET', '/api/manage/audit');
    expect(log.text).toContain('"page.link"');
  });

  test('the reference says what clients need, and nothing of the SOAP service', async () => {
    const { owner, set } = await owned('Starter');
    const url = await set({ visibility: 'public' });
    const answer = await visit(url);
    const page = answer.json<Page>();
    const base = `/api/v1/${owner.accountId}/users`;
    expect(page).toMatchObject({
      name: '<b>Users</b>',
      status: 'active',
      baseUrl: scene.under.baseUrl + base,
      designed: false,
    });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(page.operations.map(({ name }) => name)).toContain('GetUser');
    const operation = await visit(url, '/operations/GetUser');
    const { document, request, result } = operation.json<PageOperation>();
    expect(Object.keys(document.paths)).toEqual([`${base}/GetUser`]);
    expect(Object.keys(document)).toEqual(['paths', 'components']);
    expect(JSON.parse(request.body ?? '')).toHaveProperty('userId');
    expect(result).toMatch(/^\{/);
    for (const text of [answer.text, operation.text]) {
      expect(text).not.toContain(scene.soap.address);
      expect(text).not.toContain('x-soap');
      expect(text).not.toContain('soapAction');
    }
    expect((await visit(url, '/operations/NoSuch')).status).toBe(404);
    expect((await visit(url, '/operations/__proto__')).status).toBe(404);

    // The example is a request that the service accepts with the key of a visitor.
    const { key } = await scene.liveKey(owner);
    const called = await scene.under.send(`${base}/GetUser`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'X-Dry-Run': 'true' },
      body: request.body ?? '',
    });
    expect(called.status).toBe(200);
  });

  test('a page is cached with its entity-tag, and cookies play no role', async () => {
    const { owner, set } = await owned('Starter');
    const link = await set({ visibility: 'link' });
    const stranger = await visit(link);
    const signedIn = await visit(link, '', { Cookie: owner.cookie, Origin: 'https://elsewhere.example' });
    expect(signedIn.text).toBe(stranger.text);
    expect(stranger.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    });
    expect(stranger.headers['access-control-allow-origin']).toBeUndefined();
    expect(stranger.headers['set-cookie']).toBeUndefined();
    const same = await visit(link, '', { 'If-None-Match': String(stranger.headers['etag']) });
    expect([same.status, same.text]).toEqual([304, '']);
    await owner.send('PATCH', `/api/manage/services/${(await serviceOf(owner)).id}`, { status: 'paused' });
    const paused = await visit(link, '', { 'If-None-Match': String(stranger.headers['etag']) });
    expect([paused.status, paused.json<Page>().status]).toEqual([200, 'paused']);
    const open = await visit(await set({ visibility: 'public' }));
    expect(open.headers['cache-control']).toBe('public, no-cache');
    expect(open.headers['x-robots-tag']).toBeUndefined();
  });

  const serviceOf = async ({ accountId }: OwnerClient) =>
    (await scene.under.gateway.store.services.findBySlug(accountId, 'users'))!;

  test('clients with a key find the page in their index if it is public, and not if it is read by link', async () => {
    const { owner, set } = await owned('Starter');
    const { key } = await scene.liveKey(owner);
    const pageIn = async () => {
      const { services } = (await scene.under.send('/', { headers: { 'X-API-Key': key } })).json<{
        services: { page: string | null }[];
      }>();
      return services[0]!.page;
    };
    await set({ visibility: 'link' });
    expect(await pageIn()).toBeNull();
    const url = await set({ visibility: 'public' });
    expect(await pageIn()).toBe(url);
  });

  test('OpenAPI is part of the page on paid plans', async () => {
    const paid = await owned('Starter');
    const url = await paid.set({ visibility: 'public' });
    const { openapiUrl } = (await visit(url)).json<Page>();
    const document = await scene.under.sendTo(String(openapiUrl));
    expect([document.status, document.json<{ openapi: string }>().openapi]).toEqual([200, '3.0.3']);

    const free = await owned('Free');
    const poor = await free.set({ visibility: 'public' });
    expect((await visit(poor)).json<Page>().openapiUrl).toBeNull();
    expect((await visit(poor, '/openapi.json')).status).toBe(403);
    expect((await visit(poor, '/operations/GetUser')).status).toBe(200);
  });

  test('of a designed service, consumers see its routes alone', async () => {
    const design = {
      base: '/v1',
      operations: { GetUser: { route: 'GET /users/{userId}' } },
    };
    const { owner, set } = await owned('Starter', { design });
    const url = await set({ visibility: 'public' });
    const page = (await visit(url)).json<Page>();
    const base = `/apis/${owner.accountId}/users`;
    expect(page).toMatchObject({ designed: true, baseUrl: scene.under.baseUrl + base });
    expect(page.operations).toEqual([
      expect.objectContaining({
        name: 'GetUser',
        path: `${base}/v1/users/{userId}`,
        methods: ['GET'],
        routed: true,
      }),
    ]);
    const { request, document } = (await visit(url, '/operations/GetUser')).json<PageOperation>();
    expect(request.path).toEqual([expect.stringMatching(/^\d+$/)]);
    expect(request.body).toBeNull();
    expect(Object.keys(document.paths)).toEqual(['/v1/users/{userId}']);
    // An operation without a route is not one of the designed API.
    expect((await visit(url, '/operations/ListUsers')).status).toBe(404);
    const openapi = (await visit(url, '/openapi.json')).json<{ paths: object }>();
    expect(Object.keys(openapi.paths)).toEqual(['/v1/users/{userId}']);
  });

  test('the changelog has what published revisions change, as JSON Feed and as Atom', async () => {
    const { owner, service, set } = await owned('Starter');
    const url = await set({ visibility: 'public' });
    const revisions = `/api/manage/services/${service.serviceId}/revisions`;
    const reimport = async (wsdl: string, xsd: string, activate: string) => {
      const answer = await owner.send('POST', revisions, { files: scene.files(wsdl, xsd), activate });
      expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
    };
    const renamed = scene.wsdl.replaceAll('CreateUser', 'AddUser');
    const xsd = scene.xsd.replaceAll('CreateUser', 'AddUser');
    await reimport(renamed, xsd, 'never');
    type Feed = {
      items: {
        id: string;
        title: string;
        content_text: string;
        _soapstone: { revision: number; breaking: boolean; changes: object[] | null };
      }[];
    };
    const changes = async () => (await visit(url, '/changes.json')).json<Feed>();
    // A revision that waits is not announced.
    expect((await changes()).items.map(({ _soapstone }) => _soapstone.revision)).toEqual([1]);
    await reimport(renamed, xsd, 'always');
    const { items } = await changes();
    expect(items.map(({ _soapstone }) => _soapstone.revision)).toEqual([3, 1]);
    expect(items[0]).toMatchObject({ title: 'Revision 3: breaking changes', _soapstone: { breaking: true } });
    expect(items[0]!._soapstone.changes).toEqual(
      expect.arrayContaining([
        { operation: 'CreateUser', text: 'operation removed', breaking: true },
        { operation: 'AddUser', text: 'new operation', breaking: false },
      ]),
    );
    expect(items[1]).toMatchObject({ content_text: 'The API was published.', _soapstone: { changes: null } });

    const json = await visit(url, '/changes.json');
    expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const atom = await visit(url, '/changes.atom');
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(atom.text).toContain('<title>Changes of &lt;b&gt;Users&lt;/b&gt;</title>');
    expect(atom.text).toContain('Breaking: CreateUser: operation removed');
    expect(atom.text.match(/<entry>/g)).toHaveLength(2);
    const off = await visit(url.replace('/users', '/others'), '/changes.atom');
    expect(off.status).toBe(404);

    // A roll-back is a publication, and another entry than the first time.
    expect((await owner.send('PUT', `${revisions}/1/in-force`)).status).toBe(200);
    const back = (await changes()).items;
    expect(back.map(({ title }) => title)).toEqual([
      'Revision 1 again: breaking changes',
      'Revision 3: breaking changes',
      'Revision 1: first version',
    ]);
    expect(new Set(back.map(({ id }) => id)).size).toBe(3);
    expect(back[2]!.id).toBe(items[1]!.id);
    expect(back[0]!._soapstone.changes).toEqual(
      expect.arrayContaining([
        { operation: 'AddUser', text: 'operation removed', breaking: true },
        { operation: 'CreateUser', text: 'new operation', breaking: false },
      ]),
    );
  });

  test('the changelog of a designed service has the changes of operations that have lost their route since', async () => {
    const route = (path: string) => ({ route: `GET ${path}` });
    const routes = { GetUser: route('/users/{userId}'), ListUsers: route('/users') };
    const { owner, service, set } = await owned('Starter', { design: { operations: routes } });
    const url = await set({ visibility: 'public' });
    const path = `/api/manage/services/${service.serviceId}`;
    const wsdl = scene.wsdl.replace(
      '<xs:element name="department"',
      '<xs:element name="country" type="xs:string" minOccurs="0"/><xs:element name="department"',
    );
    const sent = { files: scene.files(wsdl), activate: 'always' };
    expect((await owner.send('POST', `${path}/revisions`, sent)).status).toBe(201);
    const designed = await owner.send('PUT', `${path}/design`, {
      design: { operations: { GetUser: routes.GetUser } },
      activate: 'always',
    });
    expect([designed.status, designed.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    type Feed = { items: { _soapstone: { changes: { operation: string; text: string }[] | null } }[] };
    const { items } = (await visit(url, '/changes.json')).json<Feed>();
    expect(items.map(({ _soapstone: { changes } }) => changes)).toEqual([
      [expect.objectContaining({ operation: 'Routes', text: expect.stringContaining('removed') })],
      [
        expect.objectContaining({
          operation: expect.stringMatching(/^GET .*\/users$/),
          text: 'country: new optional field in the request',
        }),
      ],
      null,
    ]);
  });

  test('the status comes from the call log, without a number of calls', async () => {
    const { owner, service, set } = await owned('Starter');
    const url = await set({ visibility: 'public' });
    const { key } = await scene.liveKey(owner);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    const { callDays } = scene.under.gateway.store;
    await vi.waitFor(
      async () => {
        const found = await callDays.outcomes(owner.accountId, service.serviceId, Date.now() - 86_400_000);
        expect(found.map(({ type, calls }) => [type, calls])).toEqual([['', 1]]);
      },
      { timeout: 60_000 },
    );
    type Status = { availability: { days: { day: string; state: string }[]; percent: number | null } };
    const { availability } = (await visit(url)).json<Status>();
    expect(availability.days).toHaveLength(30);
    expect(availability.days.map(({ state }) => state)).toContain('good');
    expect(availability.percent).toBeNull();
  });

  test('the self-signed certificate can be downloaded, and is the one that the gateway presents', async () => {
    const { set } = await owned('Free');
    const { certificateUrl } = (await visit(await set({ visibility: 'public' }))).json<Page>();
    const pem = (await scene.under.sendTo(String(certificateUrl))).text;
    expect(pem).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(pem).not.toContain('PRIVATE');
    const { hostname, port } = new URL(scene.under.baseUrl);
    const socket = connect({ host: hostname, port: Number(port), ca: pem, servername: 'localhost' });
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    expect(socket.authorized).toBe(true);
    socket.destroy();
  });

  test('a network that sends too many requests has to wait, for pages that exist and others alike', async () => {
    const { set } = await owned('Starter');
    const url = await set({ visibility: 'public' });
    const missing = `${scene.under.baseUrl}/pages/link/none`;
    await vi.waitFor(
      async () => {
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, index) => visit(index % 2 === 0 ? url : missing)),
        );
        expect(answers.map(({ status }) => status)).toContain(429);
      },
      { timeout: 120_000, interval: 1 },
    );
    const [there, none] = [await visit(url), await visit(missing)];
    expect([there.status, none.status]).toEqual([429, 429]);
    expect(Number(there.headers['retry-after'])).toBeGreaterThan(0);
    expect(VISITS.perNetwork).toBe(240);
  });
});
