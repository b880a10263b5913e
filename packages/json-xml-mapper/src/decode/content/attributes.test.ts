import type { AttributeUse } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { OperationShape } from '../../shape/operation-shape.js';
import { decodeContent } from '../../testing/decoding.js';
import { attribute, SchemaLiteral, T } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';

function returning(attributes: readonly AttributeUse[], options: { open?: boolean } = {}): OperationShape {
  const schema = new SchemaLiteral();
  const attributeWildcard = { namespaces: { kind: 'any' }, processContents: 'lax' } as const;
  return operationReturning(
    schema,
    schema.complex('Op', undefined, { attributes, ...(options.open && { attributeWildcard }) }),
  );
}

const qualified = returning([attribute('a', 'int', { namespace: T }), attribute('b', 'string')]);
const unqualified = returning([attribute('a', 'int', { required: true })]);
const twice = returning([
  attribute('a', 'int', { namespace: T }),
  attribute('a', 'int', { namespace: 'urn:x' }),
]);
const open = returning([attribute('a', 'int')], { open: true });

describe('attributes qualified otherwise than in the schema (KY-5)', () => {
  test.each<[string, OperationShape, string, string, string[]]>([
    ['as declared', qualified, ' t:a="1" b="x"', '{"@a":1,"@b":"x"}', []],
    ['unqualified', qualified, ' a="1"', '{"@a":1}', ['NAMESPACE_MISMATCH /@a']],
    [
      'qualified by the namespace of the type',
      unqualified,
      ' t:a="1"',
      '{"@a":1}',
      ['NAMESPACE_MISMATCH /@a'],
    ],
    ['the declared one wins', unqualified, ' t:a="2" a="1"', '{"@a":1}', []],
    [
      'qualified by an unrelated namespace',
      unqualified,
      ' xmlns:x="urn:x" x:a="1"',
      '{}',
      ['MISSING_REQUIRED /@a'],
    ],
    ['a local name that two attributes share', twice, ' a="1"', '{}', []],
    [
      'another declared attribute keeps its own key',
      twice,
      ' xmlns:x="urn:x" x:a="1"',
      '{"@{urn:x}a":1}',
      [],
    ],
    ['an attribute that a wildcard admits', open, ' t:a="1"', '{"$anyAttributes":{"{urn:t}a":"1"}}', []],
  ])('%s', (_, operation, attributes, json, warnings) => {
    expect(decodeContent(operation, '', { attributes })).toEqual([json, ...warnings]);
  });
});
