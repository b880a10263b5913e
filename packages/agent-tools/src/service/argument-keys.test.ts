import { type Mapper, stringify } from '@soapstone/json-xml-mapper';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog.js';
import type { AgentHost } from '../host.js';
import { PROPERTY_KEY } from '../schema/key-alias.js';
import { callText, modern, send } from '../testing/agent-host.js';
import { LONG, parcelsMapper } from '../testing/parcels.js';
import { argumentKeys } from './argument-keys.js';

const mapper: Mapper = await parcelsMapper();

/** A host that keeps what it is asked to call, and answers as the mapper judges it. */
function parcelsHost(parts: Partial<AgentHost> = {}, tokenBudget = 8000) {
  const operations = ['Send', 'Find'].map((name) => ({ name, readOnly: false }));
  const catalog = createCatalog([{ slug: 'parcels', title: 'Parcels', mapper, operations }], { tokenBudget });
  const inputs: string[] = [];
  const host: AgentHost = {
    info: { name: 'test', version: '1' },
    catalog: () => catalog,
    async call({ operation, input }) {
      inputs.push(new TextDecoder().decode(input));
      const details = mapper.compile(operation.name).validate(JSON.parse(inputs.at(-1) as string));
      return details.length === 0
        ? { kind: 'result', result: new TextEncoder().encode('{}'), warnings: [] }
        : {
            kind: 'problem',
            problem: { type: 'VALIDATION_ERROR', code: 'SCHEMA_VIOLATION', message: 'm', details },
          };
    },
    ...parts,
  };
  return { host, inputs, catalog };
}

const tools = (): Map<string, { description: string; inputSchema: Parsed; outputSchema: Parsed }> =>
  new Map(
    parcelsHost()
      .catalog.tools.map((text) => JSON.parse(text))
      .map((tool) => [tool.name, tool]),
  );

/** JSON that the test reads without a type. */
type Parsed = ReturnType<typeof JSON.parse>;

/** The aliases of Send in the order of its schema. */
function aliases(): string[] {
  return Object.keys(tools().get('Send')!.inputSchema.properties);
}

const KEYS = [
  '@version',
  '@xml:lang',
  'id',
  '{}id',
  '名前',
  'Größe',
  LONG,
  'attr__version',
  'plain-name.v2',
  'part',
];

test('every member of an input has a name that model APIs take, the same wherever the type occurs', () => {
  const { properties, $defs, required } = tools().get('Send')!.inputSchema;
  const names = Object.keys(properties);
  for (const name of names) expect(name).toMatch(PROPERTY_KEY);
  expect(names).toHaveLength(KEYS.length);
  expect(names.slice(0, 3)).toEqual(['attr__version', 'attr__xml.lang', 'id']);
  expect(names.slice(-2)).toEqual(['plain-name.v2', 'part']);
  expect(Object.keys($defs.Parcel.properties)).toEqual(names);
  expect($defs.Parcel.required).toEqual(required);
  expect(required).toEqual(['attr__version', 'id', names[4]]);
  expect(properties[names[4]!].description).toBe('名前');
});

test('results keep their keys, and fit the output schema', () => {
  const { outputSchema } = tools().get('Send')!;
  expect(Object.keys(outputSchema.anyOf[0].properties)).toEqual(KEYS);
  const accepts = new Ajv2020({ strict: false }).compile(outputSchema);
  const example = JSON.parse(stringify(mapper.compile('Send').example('output')));
  expect(accepts({ ...example, part: [example] })).toBe(false);
  expect(accepts({ ...example, part: [{ ...example, part: [] }] })).toBe(true);
});

test('arguments arrive with their keys and digits, by either spelling of each member', async () => {
  const { host, inputs } = parcelsHost();
  const [version, lang, id, other, name, size, long, imitation, plain, part] = aliases();
  const json = (keys: readonly (string | undefined)[]) =>
    `{"${keys[0]}":9007199254740993,"${keys[1]}":"a\\"attr__b\\":1","${keys[2]}": 1,"${keys[3]}":"x","${keys[4]}":"n","${keys[5]}":0.10,"${keys[6]}":"l","${keys[7]}":"i","${keys[8]}":"p","${keys[9]}":[]}`;
  await send(
    callText('Send', json([version, lang, id, other, name, size, long, imitation, plain, part])),
    host,
  );
  await send(callText('Send', json(KEYS.map((key) => (key === 'attr__version' ? imitation! : key)))), host);
  expect(inputs[0]).toBe(json(KEYS));
  expect(inputs[1]).toBe(json(KEYS));
  await send(callText('Find', '{"soap__headers":{"Auth":{"token":"t"}},"orderId":9007199254740993}'), host);
  expect(inputs[2]).toBe('{"$headers":{"Auth":{"token":"t"}},"orderId":9007199254740993}');
});

test('an alias written with escapes, or unknown, is read like any other key', async () => {
  const { host, inputs } = parcelsHost();
  await send(callText('Send', '{"\\u0061ttr__version":1,"x__00000000":2,"__proto__":3}'), host);
  expect(inputs[0]).toBe('{"@version":1,"x__00000000":2,"__proto__":3}');
});

test('problems name members as the tool does, and the valid arguments are valid for it', async () => {
  const { host, inputs } = parcelsHost();
  const [version, , , , name] = aliases();
  const { body } = await send(
    callText('Send', '{"id":1,"attr__versoin":1,"x y":1,"part":[{"attr__version":1,"id":2}]}'),
    host,
  );
  const { error } = JSON.parse(body.result.content[0].text);
  expect(error.details.map(({ path }: { path: string }) => path).sort()).toEqual(
    [`/${version}`, '/attr__versoin', `/${name}`, `/part/0/${name}`, '/x y'].sort(),
  );
  expect(JSON.stringify(error.details)).toContain(`did you mean ${version}?`);
  const accepts = new Ajv2020({ strict: false, validateFormats: false }).compile(
    tools().get('Send')!.inputSchema,
  );
  expect(accepts(error.validArguments)).toBe(true);
  const again = await send(callText('Send', JSON.stringify(error.validArguments)), host);
  expect([again.body.result.isError, inputs.length]).toEqual([false, 2]);
});

test('a host whose mappers compile nothing is asked for the keys only if an alias needs a table', async () => {
  const asked: string[] = [];
  const { host, inputs } = parcelsHost({
    keys: async (operation) => {
      asked.push(operation.tool);
      return argumentKeys(operation);
    },
  });
  await send(callText('Send', '{"attr__version":1}'), host);
  expect(asked).toEqual([]);
  await send(callText('Send', `{"${aliases()[4]}":"n"}`), host);
  expect([asked, inputs.at(-1)]).toEqual([['Send'], '{"名前":"n"}']);
});

test('the description of an operation shows the same names', async () => {
  const { host } = parcelsHost({}, 0);
  const describe = { name: 'describe_operation', arguments: { operation: 'Send', example: true } };
  const { body } = await send(modern('tools/call', describe), host);
  const [input, result] = body.result.content[0].text.split('\nResult: ');
  for (const alias of aliases()) expect(input).toContain(alias);
  expect(input).toContain('"attr__version":');
  expect(result).toContain('@version: long');
  const call = `{"operation":"Send","arguments":{"attr__version":1}}`;
  const called = await send(callText('call_operation', call), host);
  expect(called.body.result.content[0].text).toContain(`/${aliases()[4]}`);
});

test('a choice at the top is described in words, and is exact where it has no other members', () => {
  const { inputSchema } = tools().get('Find')!;
  expect(Object.keys(inputSchema)).toEqual(['type', 'description', 'additionalProperties', 'properties']);
  expect(inputSchema.description).toBe('Exactly one of: orderId, customerRef. Example: {"orderId":1}');
});

test('a tool without documentation says what its name and its members say', () => {
  const { description } = tools().get('Find')!;
  expect(description).toBe('SOAP operation Find of Parcels. Takes orderId, customerRef.');
  const text = tools().get('Send')!.description;
  expect(text).toMatch(
    /^SOAP operation Send of Parcels\. Takes attr__version, id, ___[0-9a-f]{8}, .* and 4 more\. Returns @version, id, 名前, /,
  );
});
