import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import type { CompiledOperation } from '../../api/operation.js';
import { createMapper } from '../../mapper.js';
import { decodeUtf8 } from '../../platform.js';

/** A service whose request and response are the element `Op` with this content. */
async function operationOf(content: string): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
    <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
      <xs:element name="Op"><xs:complexType>${content}</xs:complexType></xs:element></xs:schema></types>
    <message name="m"><part name="p" element="t:Op"/></message>
    <portType name="P"><operation name="Op"><input message="t:m"/><output message="t:m"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  return createMapper(model, { unwrap: 'payload', strictResponses: true }).compile('Op');
}

const element = (name: string, most: number | string, least = 1) =>
  `<xs:element name="${name}" type="xs:string" minOccurs="${least}" maxOccurs="${most}"/>`;
/** `(a{1,2}, b?){2,2}`. */
const TWICE = `<xs:sequence minOccurs="2" maxOccurs="2">${element('a', 2)}${element('b', 1, 0)}</xs:sequence>`;
const elementsOf = (operation: CompiledOperation, input: unknown): string =>
  (decodeUtf8(operation.toXml(input).body).match(/<[ab]>/g) ?? []).join('');

test('CM-21: a group that can be divided in several ways is judged by all of its elements', async () => {
  const operation = await operationOf(TWICE);
  for (const entries of [
    [{ a: ['1'] }, { a: ['2'], b: '3' }],
    // The result of reading the same elements.
    [{ a: ['1', '2'], b: '3' }],
  ]) {
    expect(operation.validate({ $items: entries })).toEqual([]);
    expect(elementsOf(operation, { $items: entries })).toBe('<a><a><b>');
  }
  const { body } = operation.toXml({ $items: [{ a: ['1'] }, { a: ['2'], b: '3' }] });
  const { input } = operation.requestFromXml(body);
  expect(input).toEqual({ $items: [{ a: ['1', '2'], b: '3' }] });
  expect(operation.validate(input)).toEqual([]);
  expect(operation.validate(operation.normalise({ $items: [{ a: ['1'] }, { a: ['2'] }] }))).toEqual([]);
});

test('CM-21: elements that no division fits are refused as before', async () => {
  const operation = await operationOf(TWICE);
  const problemsOf = (entries: unknown): unknown =>
    operation.validate({ $items: entries }).map(({ path, keyword }) => `${keyword} ${path}`);
  expect(problemsOf([{ a: ['1'] }])).toEqual(['minItems /$items']);
  expect(problemsOf([{ a: ['1', '2', '3', '4', '5'] }])).toEqual(['minItems /$items']);
  expect(problemsOf([{ a: ['1', '2'] }, { a: ['3', '4'] }, { a: ['5'] }])).toEqual(['maxItems /$items']);
  expect(problemsOf([{ a: ['1', '2'] }, { b: '3' }])).toEqual(['required /$items/1/a']);
  expect(problemsOf('a')).toEqual(['type /$items']);
  expect(problemsOf([{ a: ['1', 2] }])).toEqual(['type /$items/0/a/1']);
});

test('CM-21: minimums inside a repetition are those of the group too', async () => {
  const runs = await operationOf(
    `<xs:choice minOccurs="0" maxOccurs="unbounded">${element('a', 5, 3)}${element('b', 5, 3)}</xs:choice>`,
  );
  expect(runs.validate({ $items: [{ a: ['1', '2', '3', '4', '5'] }, { a: ['6'] }] })).toEqual([]);
  expect(runs.validate({ $items: [{ a: ['1', '2'] }] })).toMatchObject([{ keyword: 'minItems' }]);
  const nested = await operationOf(
    `<xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:choice minOccurs="2" maxOccurs="unbounded">
      <xs:sequence minOccurs="3" maxOccurs="unbounded">${element('a', 1)}</xs:sequence>${element('b', 1)}</xs:choice></xs:sequence>`,
  );
  expect(nested.validate({ $items: [{ $items: [{ a: ['1', '2', '3', '4', '5', '6'] }] }] })).toEqual([]);
  expect(nested.validate({ $items: [{ $items: [{ a: ['1', '2', '3'] }] }] })).not.toEqual([]);
});

test('CM-21: the published schema admits each division', async () => {
  const operation = await operationOf(TWICE);
  const { properties } = operation.jsonSchema('input') as {
    properties: Record<string, { minItems?: number; maxItems?: number }>;
  };
  expect(properties['$items']).toMatchObject({ minItems: 1 });
  expect(properties['$items']).not.toHaveProperty('maxItems');
  const certain = await operationOf(
    `<xs:sequence minOccurs="2" maxOccurs="2">${element('a', 2)}${element('b', 1)}</xs:sequence>`,
  );
  expect(certain.jsonSchema('input')).toMatchObject({
    properties: { $items: { minItems: 2, maxItems: 2 } },
  });
});
