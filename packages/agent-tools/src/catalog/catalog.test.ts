import type { Mapper } from '@soapstone/json-xml-mapper';
import { expect, test } from 'vitest';
import type { AgentHost } from '../host.js';
import { hostOf, META, mapper, OPERATIONS, send } from '../testing/agent-host.js';
import { createCatalog } from './catalog.js';

test.each<[services: unknown, options: unknown, message: RegExp]>([
  ['ledger', {}, /"services".*an array, not a string/],
  [[{ slug: 'a', title: 'A', operations: [] }], {}, /"services.0.mapper".*required/],
  [[], { tokenbudget: 5 }, /"tokenbudget".*did you mean "tokenBudget"\?/],
  [[], { tokenBudget: Number.NaN }, /"tokenBudget".*not NaN/],
  [[], { dryRun: 'yes' }, /"dryRun".*true or false/],
])('createCatalog: rejects %j with options %j', (services, options, message) => {
  expect(() => createCatalog(services as never, options as never)).toThrow(message);
});

test('createCatalog: given the listing of another catalog, it names the same operations and compiles none', () => {
  const service = { slug: 'ledger', title: 'Ledger', mapper, operations: OPERATIONS };
  const { lazy, version, operations } = createCatalog([service]);
  const compile = (): never => {
    throw new Error('compiled');
  };
  const named = createCatalog([{ ...service, mapper: { model: mapper.model, compile } }], {
    listing: { lazy, version },
  });
  expect([named.lazy, named.version, named.tools]).toEqual([lazy, version, []]);
  expect(named.operations.map(({ tool }) => tool)).toEqual(operations.map(({ tool }) => tool));
  expect(named.find(operations[1]!.tool)?.name).toBe('Find');
  const { tools } = createCatalog([service]);
  const listing = { lazy, version, tools };
  expect(
    createCatalog([{ ...service, mapper: { model: mapper.model, compile } }], { listing }).tools,
  ).toEqual(tools);
});

test('createCatalog: does not generate a schema over the budget, and describe_operation says so', async () => {
  const asked: (number | undefined)[] = [];
  const limited: Pick<Mapper, 'compile' | 'model'> = {
    model: mapper.model,
    compile: (name) => {
      const compiled = mapper.compile(name);
      return {
        ...compiled,
        jsonSchema(message, options) {
          asked.push(options?.most);
          // Acts as if each type had thousands of members.
          return compiled.jsonSchema(message, { ...options, most: Math.ceil((options?.most ?? 0) / 10_000) });
        },
      };
    },
  };
  const service = { slug: 'ledger', title: 'Ledger', mapper: limited, operations: OPERATIONS };
  const catalog = createCatalog([service]);
  expect([catalog.lazy, asked]).toEqual([true, [8000]]);
  const host: AgentHost = { ...hostOf(), catalog: () => catalog };
  const describedAs = async (schema: boolean) => {
    const params = {
      name: 'describe_operation',
      arguments: { operation: catalog.operations[0]!.tool, schema },
      _meta: META,
    };
    return (await send({ method: 'tools/call', params }, host)).text;
  };
  expect(await describedAs(true)).toContain('too many types to describe');
  expect(asked.every((most) => most !== undefined && most <= 20_000)).toBe(true);
});

test('createCatalog: names stay when a service is added, and every other name of an operation still calls it', () => {
  const service = (slug: string) => ({ slug, title: slug, mapper, operations: OPERATIONS });
  const names = (slugs: readonly string[], qualified?: boolean) =>
    createCatalog(slugs.map(service), { ...(qualified !== undefined && { qualified }) }).operations.map(
      ({ tool }) => tool,
    );
  expect(names(['ledger'])).toEqual(['Post', 'Find']);
  const before = names(['ledger'], true);
  expect(before).toEqual(['ledger_Post', 'ledger_Find']);
  expect(names(['ledger', 'archive']).slice(0, 2)).toEqual(before);
  expect(names(['a', 'archive', 'ledger'], true).slice(4)).toEqual(before);
  const joint = createCatalog([service('ledger')], { qualified: true });
  for (const name of ['ledger_Find', 'ledger.Find', 'Find']) expect(joint.find(name)?.name).toBe('Find');
  const alone = createCatalog([service('ledger')]);
  for (const name of ['ledger_Find', 'ledger.Find', 'Find']) expect(alone.find(name)?.name).toBe('Find');
  expect(createCatalog(['a', 'b'].map(service)).find('Find')).toBeUndefined();
});
