import { isServiceModel } from '@soapstone/soap-model';
import { expect, test } from 'vitest';
import { assertServiceModel } from './assert-service-model.js';
import { parseWsdlText } from './parse-wsdl.js';
import { wsdl11 } from './wsdl/testing/wsdl-pieces.js';

const { model } = await parseWsdlText(wsdl11({}));
const stored = JSON.parse(JSON.stringify(model)) as Record<string, unknown>;

test('a stored model is accepted', () => {
  expect(isServiceModel(stored)).toBe(true);
  expect(() => assertServiceModel(stored)).not.toThrow();
});

test.each<[unknown, string]>([
  [null, 'it is not an object'],
  [[stored], 'it is not an object'],
  ['{}', 'it is not an object'],
  [{}, 'its version is null, not 1'],
  [{ ...stored, modelVersion: 2 }, 'its version is 2, not 1'],
  [{ ...stored, wsdlVersion: '3' }, 'it has no WSDL version'],
  [{ ...stored, targetNamespace: undefined }, 'it has no target namespace'],
  [{ ...stored, services: {} }, 'it has no services or no exposed operations'],
  [{ ...stored, schema: { types: [], elements: [] } }, 'it has no schema'],
  [
    { ...stored, exposed: [{ name: 'x', service: 0, port: 0, operation: 9 }] },
    'an exposed operation is not in any of its services',
  ],
  [{ ...stored, exposed: ['x'] }, 'an exposed operation is not in any of its services'],
])('rejects %j: %s', (value, reason) => {
  expect(isServiceModel(value)).toBe(false);
  expect(() => assertServiceModel(value)).toThrow(`cannot use the stored model: ${reason}`);
});
