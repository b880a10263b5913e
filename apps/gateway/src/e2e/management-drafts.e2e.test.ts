import { describe, expect, test } from 'vitest';
import { DRAFT_AGE, MAX_DRAFTS } from '../domain/services/draft.js';
import { base64, setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

const DRAFTS = '/api/manage/drafts';

interface Draft {
  readonly draftId: string;
  readonly slug: string;
  readonly name: string;
  readonly ports: readonly {
    readonly service: string;
    readonly port: string;
    readonly problem: string | null;
    readonly selected: boolean;
    readonly operations: readonly { name: string; exposedAs: string | null; compatibility: string }[];
  }[];
  readonly missing: readonly { uri: string; reason: string }[];
  readonly same: readonly { slug: string }[];
  readonly room: object;
}

/** Two services that both have an operation `Get`; the types of the second are in their own file. */
function warehouse(address: string): string {
  const service = (name: string, operations: readonly string[], element: (operation: string) => string) => `
    ${operations
      .map(
        (
          operation,
        ) => `<message name="${name}${operation}In"><part name="in" element="${element(operation)}"/></message>
    <message name="${name}${operation}Out"><part name="out" element="${element(operation)}"/></message>`,
      )
      .join('')}
    <portType name="${name}Type">${operations
      .map(
        (operation) => `<operation name="${operation}">
      <input message="w:${name}${operation}In"/><output message="w:${name}${operation}Out"/></operation>`,
      )
      .join('')}</portType>
    <binding name="${name}Binding" type="w:${name}Type">
      <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operations
        .map(
          (operation) => `<operation name="${operation}"><soap:operation soapAction="${name}/${operation}"/>
        <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`,
        )
        .join('')}</binding>`;
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:w="urn:warehouse" xmlns:s="urn:stock" targetNamespace="urn:warehouse">
  <types>
    <xs:schema targetNamespace="urn:warehouse"><xs:element name="order" type="xs:string"/></xs:schema>
    <xs:schema targetNamespace="urn:imports"><xs:import namespace="urn:stock" schemaLocation="types/stock.xsd"/></xs:schema>
  </types>
  ${service('Orders', ['Get', 'Add'], () => 'w:order')}
  ${service('Stock', ['Get', 'Count'], () => 's:item')}
  <service name="Orders"><port name="OrdersPort" binding="w:OrdersBinding"><soap:address location="${address}"/></port></service>
  <service name="Stock"><port name="StockPort" binding="w:StockBinding"><soap:address location="http://10.1.2.3/stock"/></port></service>
</definitions>`;
}

const STOCK = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:stock">
  <xs:element name="item"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

describe.each(await setUps())('drafts with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  const upload = (wsdl: string) => ({ files: [{ path: 'warehouse.wsdl', content: base64(wsdl) }] });

  async function createDraft(owner: OwnerClient, body: object): Promise<Draft> {
    const answer = await owner.send('POST', DRAFTS, body);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
    return answer.json<Draft>();
  }
  const look = async (owner: OwnerClient, { draftId }: Draft) =>
    (await owner.send('GET', `${DRAFTS}/${draftId}`)).json<Draft>();

  test('a draft shows ports, operations, missing files and private endpoints, and is not a service', async () => {
    const owner = await createOwner(scene.under);
    const draft = await createDraft(owner, upload(warehouse('http://127.0.0.1:8080/orders')));
    expect(draft).toMatchObject({
      name: 'Orders',
      slug: 'orders',
      slugTaken: false,
      ports: [
        {
          service: 'Orders',
          port: 'OrdersPort',
          problem: null,
          selected: true,
          operations: [
            { name: 'Get', exposedAs: 'Get', compatibility: 'exact' },
            { name: 'Add', exposedAs: 'Add', compatibility: 'exact' },
          ],
        },
        {
          service: 'Stock',
          port: 'StockPort',
          problem: expect.stringContaining('EGRESS_ALLOW=10.1.2.3'),
          selected: false,
          operations: [
            { name: 'Get', exposedAs: null, compatibility: 'degraded' },
            { name: 'Count', exposedAs: null, compatibility: 'degraded' },
          ],
        },
      ],
      missing: [{ uri: 'types/stock.xsd', reason: expect.any(String) }],
      same: [],
      room: { services: 0, most: 3 },
    });
    expect(await look(owner, draft)).toEqual(draft);
    expect((await owner.send('GET', '/api/manage/services')).json<{ services: [] }>().services).toEqual([]);
    const { drafts } = (await owner.send('GET', DRAFTS)).json<{ drafts: object[] }>();
    expect(drafts).toMatchObject([{ draftId: draft.draftId, source: 'warehouse.wsdl' }]);
  });

  test('a missing file can be added by its name, wherever its content comes from', async () => {
    const owner = await createOwner(scene.under);
    const draft = await createDraft(owner, upload(warehouse('http://127.0.0.1:8080/orders')));
    const added = await owner.send('POST', `${DRAFTS}/${draft.draftId}/files`, {
      files: [{ path: 'types/stock.xsd', content: base64(STOCK) }],
    });
    const grades = added.json<Draft>().ports.map(({ operations }) => operations.map((o) => o.compatibility));
    expect([added.status, added.json<Draft>().missing, grades]).toEqual([
      200,
      [],
      [
        ['exact', 'exact'],
        ['exact', 'exact'],
      ],
    ]);
    expect(await look(owner, draft)).toMatchObject({ missing: [] });
  });

  test('several ports become one API; if names collide, the first port keeps the name and the next one is qualified', async () => {
    const owner = await createOwner(scene.under);
    const draft = await createDraft(owner, upload(warehouse(scene.upstream.address)));
    const ports = [
      { service: 'Orders', port: 'OrdersPort' },
      { service: 'Stock', port: 'StockPort' },
    ];
    const changed = await owner.send('PATCH', `${DRAFTS}/${draft.draftId}`, {
      name: 'Warehouse',
      settings: { select: { ports } },
    });
    expect(changed.status).toBe(200);
    expect(changed.json<Draft>().slug).toBe('warehouse');
    const names = (d: Draft) => d.ports.flatMap((p) => p.operations.map(({ exposedAs }) => exposedAs));
    expect(names(changed.json())).toEqual(['Get', 'Add', 'StockType::Get', 'Count']);
    const published = await owner.send('POST', `${DRAFTS}/${draft.draftId}/publish`);
    expect(published.status).toBe(201);
    expect(published.json<unknown>()).toMatchObject({
      slug: 'warehouse',
      operationCount: 4,
      operations: ['Get', 'Add', 'StockType::Get', 'Count'].map((name) => ({ name })),
    });
    expect((await owner.send('GET', `${DRAFTS}/${draft.draftId}`)).status).toBe(404);
    expect((await owner.send('GET', '/api/manage/services')).json<unknown>()).toMatchObject({
      services: [{ operationCount: 4 }],
    });

    scene.upstream.answer = (_request, response) =>
      response.end(
        `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><order xmlns="urn:warehouse">7</order></Body></Envelope>`,
      );
    const { key } = await scene.liveKey(owner);
    const called = await scene.under.send(`/api/v1/${owner.accountId}/warehouse/Add`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: '{"order":"7"}',
    });
    expect([called.status, called.json<{ result: object }>().result]).toEqual([200, { order: '7' }]);
  });

  test('a port that does not exist is rejected, and the error lists those that do', async () => {
    const owner = await createOwner(scene.under);
    const { draftId } = await createDraft(owner, upload(warehouse('http://127.0.0.1:8080/')));
    const answer = await owner.send('PATCH', `${DRAFTS}/${draftId}`, {
      settings: { select: { ports: [{ service: 'Orders', port: 'Other' }] } },
    });
    expect([answer.status, answer.json().error.message]).toEqual([
      400,
      expect.stringContaining('Orders/OrdersPort'),
    ]);
  });

  test('the same WSDL is recognised, and a taken slug is rejected without losing the draft', async () => {
    const owner = await createOwner(scene.under);
    await scene.register(owner);
    const draft = await createDraft(owner, { files: scene.files(), slug: 'user-directory' });
    expect(draft).toMatchObject({ same: [{ slug: 'user-directory' }], slugTaken: true });
    const refused = await owner.send('POST', `${DRAFTS}/${draft.draftId}/publish`);
    expect([refused.status, refused.json().error.code]).toEqual([400, 'SLUG_TAKEN']);
    expect((await look(owner, draft)).slug).toBe('user-directory');
  });

  test('a password-protected WSDL is fetched with credentials, which are not stored', async () => {
    const owner = await createOwner(scene.under);
    scene.upstream.answer = (request, response) => {
      const allowed = request.headers.authorization === `Basic ${base64('ada:secret')}`;
      if (!allowed) response.writeHead(401).end();
      else response.end(request.url?.endsWith('.xsd') ? STOCK : warehouse('http://127.0.0.1:8080/'));
    };
    const url = `${scene.upstream.address}?wsdl`;
    const refused = await owner.send('POST', DRAFTS, { url });
    expect([refused.status, refused.json().error.details?.[0]?.message]).toEqual([
      400,
      expect.stringContaining('401 Unauthorized'),
    ]);
    const draft = await createDraft(owner, {
      url,
      credentials: { basic: { username: 'ada', password: 'secret' } },
    });
    expect(draft.missing).toEqual([]);
    const { store } = scene.under.gateway;
    const stored = await store.drafts.find(owner.accountId, draft.draftId);
    expect(JSON.stringify(stored)).not.toContain('secret');
    const misplaced = await owner.send('POST', DRAFTS, {
      ...upload('<a/>'),
      credentials: { headers: { 'x-key': 'secret' } },
    });
    expect(misplaced.status).toBe(400);
  });

  test('drafts belong to their account, are bounded, and are deleted after a week', async () => {
    const [owner, other] = [await createOwner(scene.under), await createOwner(scene.under)];
    const draft = await createDraft(owner, { files: scene.files() });
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/publish'],
    ] as const) {
      const body = method === 'PATCH' ? {} : undefined;
      expect((await other.send(method, `${DRAFTS}/${draft.draftId}${path}`, body)).status).toBe(404);
    }
    const { drafts } = scene.under.gateway.store;
    const stored = await drafts.find(owner.accountId, draft.draftId);
    const content = await drafts.findContent(owner.accountId, draft.draftId);
    const copy = (id: string, over: object = {}) => ({ ...stored!, id, ...over });
    for (let index = 1; index < MAX_DRAFTS; index += 1) {
      const room = { most: MAX_DRAFTS, bytes: 1e9 };
      expect(await drafts.create(copy(`${draft.draftId}-${index}`), content!, room)).toBe(true);
    }
    const full = await owner.send('POST', DRAFTS, { files: scene.files() });
    expect([full.status, full.json().error.code]).toEqual([400, 'DRAFT_LIMIT']);
    const tooLarge = { most: 99, bytes: 10 };
    expect(await drafts.create(copy('large'), content!, tooLarge)).toBe(false);

    const old = Date.now() - DRAFT_AGE - 1;
    await drafts.replace(copy(draft.draftId, { updatedAt: old }), content!, 1e9);
    expect((await owner.send('GET', `${DRAFTS}/${draft.draftId}`)).status).toBe(404);
    // Creating a draft deletes those that are too old, which makes room.
    expect((await owner.send('POST', DRAFTS, { files: scene.files() })).status).toBe(201);
    expect(await drafts.find(owner.accountId, draft.draftId)).toBeUndefined();
    expect((await owner.send('DELETE', `${DRAFTS}/${draft.draftId}-1`)).status).toBe(200);
  });
});
