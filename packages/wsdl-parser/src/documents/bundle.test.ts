import { describe, expect, test } from 'vitest';
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
