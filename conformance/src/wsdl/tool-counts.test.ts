import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { toolCounts } from './tool-counts.js';

/** Two ports with one binding of two operations. */
const WSDL = `<definitions targetNamespace="urn:m" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:m="urn:m"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"><message name="in"/>
  <portType name="P"><operation name="a"><input message="m:in"/></operation><operation name="b"><input message="m:in"/></operation></portType>
  <binding name="B" type="m:P"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="a"><input><soap:body use="literal"/></input></operation><operation name="b"><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="one" binding="m:B"><soap:address location="http://x/"/></port>
    <port name="two" binding="m:B"><soap:address location="http://y/"/></port></service></definitions>`;

const { model } = await parseWsdlText(WSDL);
const file = (zeepOperations: number, operations: number) =>
  ({ zeep: 'ok', php: 'ok', zeepOperations, operations }) as const;

test('tool counts: zeep counts the operations of every port, PHP those of every binding', () => {
  expect(toolCounts(file(4, 2), model, [])).toEqual([
    { tool: 'zeep', theirs: 4, ours: 4, explained: 0, lost: 0 },
    { tool: 'PHP', theirs: 2, ours: 2, explained: 0, lost: 0 },
  ]);
});

test('tool counts: a missing operation counts as lost, unless a diagnostic gives the reason', () => {
  const lost = toolCounts(file(6, 3), model, [{ code: 'DUPLICATE_COMPONENT' }]);
  expect(lost.map((each) => [each.explained, each.lost])).toEqual([
    [0, 2],
    [0, 1],
  ]);
  const explained = toolCounts(file(6, 3), model, [{ code: 'BINDING_SKIPPED' }]);
  expect(explained.map((each) => [each.explained, each.lost])).toEqual([
    [2, 0],
    [1, 0],
  ]);
});

test('tool counts: a tool that rejects the file is not asked', () => {
  expect(toolCounts({ zeep: 'fail', php: '', zeepOperations: 9, operations: 9 }, model, [])).toEqual([]);
});
