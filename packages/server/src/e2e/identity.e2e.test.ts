import { expect, test } from 'vitest';
import { createSoapServer, items } from '../index.js';
import { record, records, store, WSDL } from '../testing/records.js';

/** The service with unique ids. */
const UNIQUE = WSDL.replace(
  '<xs:element name="StoreResponse">',
  `<xs:element name="Unused"/><xs:element name="StoreResponse">`,
).replace(
  '</xs:sequence></xs:complexType></xs:element>\n    <xs:element name="Unused"/>',
  '</xs:sequence></xs:complexType><xs:unique name="ids"><xs:selector xpath="t:record"/><xs:field xpath="t:id"/></xs:unique></xs:element>\n    <xs:element name="Unused"/>',
);

async function problemsOf(handler: unknown, body: string, options: object = {}): Promise<readonly string[]> {
  const server = await createSoapServer(
    { 'records.wsdl': UNIQUE },
    { Store: handler, Note() {} } as never,
    options,
  );
  const headers = { 'content-type': 'text/xml' };
  const response = await server.fetch(new Request('http://localhost/', { method: 'POST', headers, body }));
  const text = await response.text();
  expect(response.status).toBe(text.includes('Fault') ? 500 : 200);
  return [...text.matchAll(/path="([^"]*)" code="([^"]*)"/g)].map(([, path, code]) => `${path} ${code}`);
}

test.each([
  ['the whole input', () => ({ stored: 1 })],
  [
    'its items',
    items('record', async (list) => {
      let stored = 0;
      for await (const _ of list) stored++;
      return { stored };
    }),
  ],
])('a request with a repeated key is refused, by %s (MO-6)', async (_, handler) => {
  const list = [...records(2000), record(7), record(5000)];
  expect(await problemsOf(handler, store(list))).toEqual(['/record/2000 identity']);
  expect(await problemsOf(handler, store(records(2000)))).toEqual([]);
  expect(await problemsOf(handler, store(list), { strict: false })).toEqual([]);
});
