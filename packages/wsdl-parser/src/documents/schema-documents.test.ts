import { describe, expect, test } from 'vitest';
import { parseWsdlText } from '../index.js';

const describing = (schema: string): string => `<wsdl:definitions targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:ms="http://microsoft.com/wsdl/types/" xmlns:wsa="http://www.w3.org/2005/08/addressing">
  <wsdl:types><xs:schema targetNamespace="urn:t">${schema}</xs:schema></wsdl:types>
</wsdl:definitions>`;

/** The codes of references that lead nowhere. */
async function unresolved(schema: string): Promise<readonly string[]> {
  const { diagnostics } = await parseWsdlText(describing(schema));
  return diagnostics.map((d) => d.code).filter((code) => code.startsWith('UNRESOLVED_'));
}

describe('a bundled schema is there without an import for', () => {
  test.each([
    ['type=', '<xs:element name="e" type="ms:guid"/>'],
    ['base=', '<xs:simpleType name="s"><xs:restriction base="ms:guid"/></xs:simpleType>'],
    ['itemType=', '<xs:simpleType name="s"><xs:list itemType="ms:guid"/></xs:simpleType>'],
    [
      'ref=',
      '<xs:complexType name="c"><xs:sequence><xs:element ref="wsa:To"/></xs:sequence></xs:complexType>',
    ],
    ['memberTypes=', '<xs:simpleType name="s"><xs:union memberTypes="xs:int  ms:guid"/></xs:simpleType>'],
  ])('%s', async (_, schema) => {
    expect(await unresolved(schema)).toEqual([]);
  });

  test('and not for names that it does not declare', async () => {
    expect(await unresolved('<xs:element name="e" type="ms:gone"/>')).toEqual(['UNRESOLVED_TYPE']);
  });
});
