/** A WSDL with many operations that share types, like that of a service that has grown for years. */
export function operationsWsdl(operations: number): string {
  const names = Array.from({ length: operations }, (_, index) => `Operation${index}`);
  const elements = names.map(
    (name, index) => `
      <xs:element name="${name}"><xs:complexType><xs:sequence>
        <xs:element name="id" type="xs:long"/><xs:element name="filter" type="tns:Filter${index % 100}" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="${name}Response"><xs:complexType><xs:sequence>
        <xs:element name="record" type="tns:Record${index % 100}" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType></xs:element>`,
  );
  const types = Array.from(
    { length: Math.min(100, operations) },
    (_, index) => `
      <xs:complexType name="Filter${index}"><xs:choice><xs:element name="name" type="xs:string"/><xs:element name="code" type="xs:int"/></xs:choice></xs:complexType>
      <xs:complexType name="Record${index}"><xs:sequence><xs:element name="name" type="xs:string"/>
        <xs:element name="parent" type="tns:Record${(index + 1) % Math.min(100, operations)}" minOccurs="0"/></xs:sequence></xs:complexType>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="Many" targetNamespace="urn:many" xmlns:tns="urn:many" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types><xs:schema targetNamespace="urn:many" elementFormDefault="qualified">${elements.join('')}${types.join('')}
  </xs:schema></wsdl:types>
${names
  .map(
    (
      name,
    ) => `  <wsdl:message name="${name}"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>
  <wsdl:message name="${name}Response"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`,
  )
  .join('\n')}
  <wsdl:portType name="Many">
${names.map((name) => `    <wsdl:operation name="${name}"><wsdl:input message="tns:${name}"/><wsdl:output message="tns:${name}Response"/></wsdl:operation>`).join('\n')}
  </wsdl:portType>
  <wsdl:binding name="ManySoap" type="tns:Many"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${names.map((name) => `    <wsdl:operation name="${name}"><soap:operation soapAction="urn:${name}"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`).join('\n')}
  </wsdl:binding>
  <wsdl:service name="Many"><wsdl:port name="Many" binding="tns:ManySoap"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>
`;
}
