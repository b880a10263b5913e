import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSealer } from '../../domain/seal.js';
import { packModel } from '../../domain/services/pack-model.js';
import { DEFAULT_SETTINGS } from '../../domain/services/service-settings.js';
import { openStore, type Store } from '../../store/store.js';
import { sampleAccount, sampleService } from '../../testing/sample-records.js';
import { type CompiledService, createCatalog } from '../catalog/catalog.js';
import { createMappingThread } from '../mapping/mapping-thread.js';
import { createAgentTools } from './agent-tools.js';

const now = Date.parse('2026-11-22T10:00:00Z');
const folder = new URL('../../../../../examples/user-directory/', import.meta.url);
const thread = createMappingThread({
  mapperBytes: 10e6,
  memory: 256,
  limit: 0,
  log: { error: () => {}, warn: () => {} },
  onStuck: () => {},
});
let dataDir: string;
let store: Store;
let compiled: CompiledService;
/** The operations that were compiled on this thread, which runs the event loop. */
const compiledHere: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-'));
  store = await openStore({ dataDir }, (error) => {
    throw error;
  });
  const account = sampleAccount(now);
  await store.accounts.create(account);
  const files = new Map<string, Uint8Array>();
  for (const name of ['user-directory.wsdl', 'user-directory.xsd']) {
    files.set(name, await readFile(new URL(name, folder)));
  }
  const { model } = await parseWsdl('user-directory.wsdl', { resolve: bundleResolver(files) });
  const id = randomUUID();
  const agents = { operations: { GetUser: 'read-only', CreateUser: 'yes' } } as const;
  const service = sampleService(account.id, now, { id, settings: { ...DEFAULT_SETTINGS, agents } });
  const packedModel = await packModel(model);
  const revision = { serviceId: id, number: 1, diagnostics: [], source: 'x', createdAt: now, packedModel };
  await store.services.create(service, revision);
  const sealer = createSealer([{ id: 'k', key: Buffer.alloc(32) }]);
  const limits = { requestBytes: 1e6, responseBytes: 1e6, expansion: 50, work: 1e6, catalogBytes: 10e6 };
  compiled = await createCatalog(store, sealer, thread, limits).compile(service);
  const { mapper } = compiled;
  const compile = mapper.compile.bind(mapper);
  Object.defineProperty(mapper, 'compile', {
    value: (name: string) => {
      compiledHere.push(name);
      return compile(name);
    },
  });
});

afterAll(async () => {
  await thread.close();
  await store?.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('the tools of agents are compiled in the mapping thread, never on the event loop', async () => {
  const tools = createAgentTools(thread);
  const { accountId } = compiled.service;
  const jobs = () => thread.stats().jobs;
  const opened = await tools.open(accountId, [compiled], false);
  expect(opened.listing.tools).toBe(2);
  expect(jobs()).toBe(1);
  const ask = async (method: string, params: object): Promise<string> => {
    const message = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const info = { name: 'soapstone', version: '1' };
    return (await opened.answer({ message, headers: {}, info, ttlMs: 1 }))?.text ?? '';
  };
  expect(await ask('tools/list', {})).toContain('inputSchema');
  const uri = `soapstone://${compiled.service.slug}/operations/GetUser`;
  expect(await ask('resources/read', { uri })).toContain('GetUser');
  expect(jobs()).toBe(3);
  const whole = await tools.describe(compiled, 'GetUser', false);
  expect(whole?.text).toContain('inputSchema');
  // No limit rejects it; the keywords that Google's older schemas ignore are reported.
  expect(whole?.findings.map(({ effect }) => effect)).not.toContain('rejects');
  expect(whole?.findings).toContainEqual(
    expect.objectContaining({ limit: 'google-keywords', effect: 'ignores' }),
  );
  expect((await tools.describe(compiled, 'GetUser', true))?.text).toContain('GetUser');
  expect(jobs()).toBe(5);
  const [getUser] = opened.catalog.operations;
  const keys = opened.keys(getUser!);
  expect([await keys, opened.keys(getUser!), jobs()]).toEqual([new Map(), keys, 6]);
  const createUser = opened.catalog.find('CreateUser');
  const nulls = await opened.omitNulls(
    createUser!,
    Buffer.from('{"user":{"address":null,"manager":null,"x":1.50}}'),
  );
  expect([Buffer.from(nulls).toString(), jobs()]).toEqual(['{"user":{"manager":null,"x":1.50}}', 7]);
  // Listing and searching operations needs no types either.
  expect(opened.catalog.operations.map(({ name }) => name)).toEqual(['GetUser', 'CreateUser']);
  expect(compiledHere).toEqual([]);
  // Proves that the spy works: a call compiles its operation on this thread.
  compiled.mapper.compile('GetUser');
  expect(compiledHere).toEqual(['GetUser']);
});
