import { describe, expect, test } from 'vitest';
import { parseWsdl } from '../parse-wsdl.js';
import { bundleResolver } from './bundle.js';

const resolve = bundleResolver({
  'service.wsdl': 'w',
  './schemas/Order.xsd': 'o',
  'schemas/common/types.xsd': 't1',
  'legacy/types.xsd': 't2',
});

describe('a bundle of files', () => {
  test.each([
    ['service.wsdl', 'service.wsdl'],
    ['schemas/Order.xsd', 'schemas/Order.xsd'],
    ['SCHEMAS/order.XSD', 'schemas/Order.xsd'],
    ['file:///C:/work/schemas/Order.xsd', 'schemas/Order.xsd'],
    ['http://build.example/schemas/Order.xsd', 'schemas/Order.xsd'],
    ['elsewhere/Order.xsd', 'schemas/Order.xsd'],
    ['file:///x/common/types.xsd', 'schemas/common/types.xsd'],
    ['../../legacy/types.xsd', 'legacy/types.xsd'],
    ['http://h.example/Order.xsd?v=2', 'schemas/Order.xsd'],
  ])('%s finds %s', async (uri, want) => {
    expect((await resolve(uri)).uri).toBe(want);
  });

  test.each([
    ['unknown.xsd'],
    ['types.xsd'],
    ['http://h.example/Order.svc?v=2'],
    ['/etc/passwd'],
    ['file:///etc/passwd'],
    ['__proto__'],
    [''],
  ])('%s finds nothing', async (uri) => {
    await expect(resolve(uri)).rejects.toThrow('the bundle has no such file');
  });
});

test('an imported schema that nothing else finds is found by the namespace that the import names', async () => {
  const schema = (namespace: string) =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}"><xs:simpleType name="Own"><xs:restriction base="xs:int"/></xs:simpleType></xs:schema>`;
  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><types>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:import namespace="urn:o" schemaLocation="types/a.xsd"/></xs:schema></types></definitions>`;
  const loaded = async (files: Record<string, string>) => {
    const { model, diagnostics } = await parseWsdl('s.wsdl', {
      resolve: bundleResolver({ 's.wsdl': wsdl, ...files }),
    });
    const failed = diagnostics.filter(({ code }) => code === 'LOAD_FAILED');
    return [model.schema.types.map(({ name }) => name?.namespace), failed.length];
  };
  expect(await loaded({ 'types/renamed.xml': schema('urn:o') })).toEqual([['urn:o'], 0]);
  expect(await loaded({ 'one/a.xsd': schema('urn:p'), 'two/a.xsd': schema('urn:o') })).toEqual([
    ['urn:o'],
    0,
  ]);
  expect(await loaded({ 'b.xsd': schema('urn:o'), 'c.xsd': schema('urn:o') })).toEqual([[], 1]);
});

test('an import without a location means the only file with its namespace, unless a document declares it', async () => {
  const schema = (namespace: string, type: string, first = '') =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${first}<xs:simpleType name="${type}"><xs:restriction base="xs:int"/></xs:simpleType></xs:schema>`;
  const loaded = async (types: string, files: Record<string, string>) => {
    const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><types>${types}</types></definitions>`;
    const { model } = await parseWsdl('s.wsdl', { resolve: bundleResolver({ 's.wsdl': wsdl, ...files }) });
    return model.schema.types.map(({ name }) => name?.localName).sort();
  };
  const importing = schema('urn:t', 'T', '<xs:import namespace="urn:o"/>');
  const next = schema('urn:o', 'O', '<xs:import namespace="urn:p" schemaLocation=""/>');
  expect(await loaded(importing, { 'deep/o.xsd': next, 'p.xsd': schema('urn:p', 'P') })).toEqual([
    'O',
    'P',
    'T',
  ]);
  expect(await loaded(importing, { 'a.xsd': next, 'b.xsd': next })).toEqual(['T']);
  expect(await loaded(importing + schema('urn:o', 'Own'), { 'a.xsd': next })).toEqual(['Own', 'T']);
});
