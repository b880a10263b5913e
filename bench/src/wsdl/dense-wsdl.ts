/** References to other types in each type; 16 make about 1.3 KB per type, so that 3,000 types make 3.8 MB. */
const DEGREE = 16;

/**
 * A WSDL whose complex types can all reach one another: every type has elements of `DEGREE` others, spread over the whole
 * range. Real ones of this kind come from object models that were exported whole; a parser that follows types by recursion
 * overflows its stack on them.
 *
 * @param types the number of types; the size grows in proportion
 */
export function denseWsdl(types: number): string {
  const lines: string[] = [];
  for (let i = 0; i < types; i += 1) {
    lines.push(`      <xs:complexType name="Type${i}"><xs:sequence>`);
    for (let j = 0; j < DEGREE; j += 1) {
      // The first reference is the next type, which alone connects all; the others jump by distances without a common pattern.
      const target = j === 0 ? (i + 1) % types : (i * 7 + j * j * 31 + j * 101) % types;
      const occurs = j % 4 === 3 ? ' maxOccurs="unbounded"' : '';
      lines.push(`        <xs:element name="field${j}" type="t:Type${target}" minOccurs="0"${occurs}/>`);
    }
    lines.push('      </xs:sequence></xs:complexType>');
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="Dense" targetNamespace="urn:dense" xmlns:t="urn:dense" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xs:schema targetNamespace="urn:dense" elementFormDefault="qualified">
      <xs:element name="Get" type="t:Type0"/>
      <xs:element name="GetResponse" type="t:Type1"/>
${lines.join('\n')}
    </xs:schema>
  </wsdl:types>
  <wsdl:message name="Get"><wsdl:part name="parameters" element="t:Get"/></wsdl:message>
  <wsdl:message name="GetResponse"><wsdl:part name="parameters" element="t:GetResponse"/></wsdl:message>
  <wsdl:portType name="Dense">
    <wsdl:operation name="Get"><wsdl:input message="t:Get"/><wsdl:output message="t:GetResponse"/></wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="DenseSoap" type="t:Dense">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Get"><soap:operation soapAction="urn:get"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="Dense"><wsdl:port name="Dense" binding="t:DenseSoap"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>
`;
}
