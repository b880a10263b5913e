import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseWsdlText, type ServiceModel } from '@soapstone/wsdl-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFairSlots, type FairSlots } from '../../children/fair-slots.js';
import { packModel } from '../../domain/services/pack-model.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { DEFAULT_SETTINGS } from '../../domain/services/service-settings.js';
import { openStore, type Store } from '../../store/store.js';
import { sampleAccount, sampleService } from '../../testing/sample-records.js';
import { type FileName, type Offer, policiesOf } from './artefact.js';
import { type ArtefactDependencies, type Artefacts, createArtefacts } from './artefacts.js';

const now = Date.parse('2026-11-23T10:00:00Z');

/** Creates a service with one operation whose request contains this element. */
const wsdl = (element: string) => `<definitions name="S" targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="Find"><xs:complexType><xs:sequence>${element}</xs:sequence></xs:complexType></xs:element>
    <xs:element name="FindResponse"><xs:complexType/></xs:element></xs:schema></types>
  <message name="in"><part name="p" element="t:Find"/></message><message name="out"><part name="p" element="t:FindResponse"/></message>
  <portType name="P"><operation name="Find"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Find"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;

/** The contract of the services in these tests. */
const offer: Offer = {
  baseUrl: 'https://api.example.com',
  accountId: 'account',
  serviceSlug: 'users',
  title: 'Users',
  version: '1.0.0',
  numbers: 'number',
  policies: { service: 'POST', operations: {} },
  plan: { paid: true, name: 'Pro' },
  deprecated: [],
  examples: {},
};

describe('artefacts', () => {
  let dataDir: string;
  let store: Store;
  let accountId: string;
  let slots: FairSlots;
  /** The number of processes started. */
  let started: number;
  let artefacts: Artefacts;

  const create = (over: Partial<ArtefactDependencies> = {}) =>
    createArtefacts({ store, slots, timeout: 100_000, memory: 256, ...over });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-'));
    store = await openStore({ dataDir }, (error) => {
      throw error;
    });
    const account = sampleAccount(now);
    accountId = account.id;
    await store.accounts.create(account);
  });
  afterAll(async () => {
    await store?.close();
    await rm(dataDir, { recursive: true });
  });
  beforeEach(() => {
    started = 0;
    const places = createFairSlots({ atOnce: 2, ofAccount: 2, waiting: 10, waitingOfAccount: 10 });
    slots = {
      run(account, work, signal) {
        started += 1;
        return places.run(account, work, signal);
      },
    };
    artefacts = create();
  });

  async function register(element: string): Promise<RegisteredService> {
    const { model } = await parseWsdlText(wsdl(element));
    const id = randomUUID();
    const service = sampleService(accountId, now, {
      id,
      slug: `s${id.slice(0, 8)}`,
      settings: DEFAULT_SETTINGS,
    });
    await store.services.create(service, await revision(service, 1, model));
    return service;
  }

  async function revision(service: RegisteredService, number: number, model: ServiceModel) {
    const packedModel = await packModel(model);
    return { serviceId: service.id, number, diagnostics: [], source: 'x', createdAt: now, packedModel };
  }

  const json = async (promise: ReturnType<Artefacts['get']>) => JSON.parse(String((await promise).text));

  test('are generated once for all requests and processes', async () => {
    const service = await register('<xs:element name="id" type="xs:int"/>');
    const page = { kind: 'operation', name: 'Find' } as const;
    const [one, other] = await Promise.all([artefacts.get(service, page), artefacts.get(service, page)]);
    expect(one).toEqual(other);
    expect(JSON.parse(String(one.text))).toMatchObject({
      name: 'Find',
      inputSchema: { properties: { id: { type: 'integer' } }, required: ['id'] },
    });
    expect(await create().get(service, page)).toEqual(one);
    expect(started).toBe(1);
  });

  test('are generated again if a relevant setting changes', async () => {
    const service = await register('<xs:element name="id" type="xs:long"/>');
    const page = { kind: 'operation', name: 'Find' } as const;
    const asNumber = await json(artefacts.get(service, page));
    const settings = { ...service.settings, numbers: 'string' } as const;
    const asString = await json(artefacts.get({ ...service, settings }, page));
    expect([asNumber, asString].map(({ inputSchema }) => inputSchema.properties.id.type)).not.toEqual([
      asNumber.inputSchema.properties.id.type,
      asNumber.inputSchema.properties.id.type,
    ]);
  });

  test('compare two revisions, with the settings of the service', async () => {
    const service = await register('<xs:element name="id" type="xs:int"/>');
    const { model } = await parseWsdlText(
      wsdl('<xs:element name="id" type="xs:int"/><xs:element name="realm" type="xs:string"/>'),
    );
    await store.services.addRevision(accountId, await revision(service, 2, model));
    const comparison = {
      kind: 'comparison',
      most: 10,
      policies: policiesOf(service.settings, new Map()),
    } as const;
    const compared = await json(artefacts.get(service, comparison, { revision: 2, before: 1 }));
    expect(compared).toMatchObject({ breaking: true, changes: [{ operation: 'Find' }] });
    const back = await json(artefacts.get(service, comparison, { revision: 1, before: 1 }));
    expect(back).toEqual({ breaking: false, changes: [] });
  });

  test('documents describe how the service is offered', async () => {
    const service = await register('<xs:element name="id" type="xs:int"/>');
    const given: Offer = {
      ...offer,
      accountId,
      numbers: 'string',
      policies: { service: 'GET', operations: {} },
      deprecated: true,
    };
    const document = await json(
      artefacts.get(service, { kind: 'file', file: 'openapi-3.1.json', offer: given }),
    );
    const path = `/api/v1/${accountId}/users/Find`;
    expect(Object.keys(document.paths)).toEqual([path]);
    expect(document.paths[path].get.deprecated).toBe(true);
    expect(document.paths[path].post).toBeUndefined();
    expect(document.paths[path].get['x-soap'].numbers).toBe('string');
  });

  test('documents show the example that the owner saved, while it is valid', async () => {
    const service = await register('<xs:element name="id" type="xs:long"/>');
    const exampleOf = async (examples: Offer['examples'], file: FileName) => {
      const { text } = await artefacts.get(service, { kind: 'file', file, offer: { ...offer, examples } });
      return String(text)
        .replaceAll(/\s/g, '')
        .match(/"requestBody":.*?("example":\{.*?\})/)?.[1];
    };
    const saved = { Find: '{"id": 9007199254740993}' };
    expect(await exampleOf(saved, 'openapi-3.0.json')).toBe('"example":{"id":9007199254740993}');
    expect(await exampleOf(saved, 'openapi-3.1.json')).toBe('"example":{"id":9007199254740993}');
    expect(await exampleOf({ Find: '{"key": 1}', Gone: '{}' }, 'openapi-3.0.json')).toBeUndefined();
  });

  test('an artefact that takes too long fails and is not retried', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `<xs:element name="id${at}" type="xs:int"/>`);
    const service = await register(many.join(''));
    const hurried = create({ timeout: 1 });
    const page = { kind: 'operation', name: 'Find' } as const;
    const refusal = { status: 422, code: 'DESCRIPTION_TOO_COMPLEX' };
    await expect(hurried.get(service, page)).rejects.toMatchObject(refusal);
    await expect(hurried.get(service, page)).rejects.toMatchObject(refusal);
    expect(started).toBe(1);
  });

  test('a deleted service has no artefacts', async () => {
    const service = await register('<xs:element name="id" type="xs:int"/>');
    await store.services.delete(accountId, service.id);
    await expect(artefacts.get(service, { kind: 'operations' })).rejects.toMatchObject({
      code: 'SERVICE_NOT_FOUND',
    });
  });
});
