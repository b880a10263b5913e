const OPERATIONS = ['GetFile', 'PutFile'];
const each = (print: (name: string) => string): string => OPERATIONS.map(print).join('\n');
const message = (name: string, members: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
const NAME = '<xs:element name="Name" type="xs:string"/>';

/** An archive of files: `GetFile` and `PutFile`. */
export const FILES_WSDL: string = `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:files" targetNamespace="urn:files" name="Files">
  <wsdl:types><xs:schema targetNamespace="urn:files" elementFormDefault="qualified">
    ${message('GetFile', NAME)}
    ${message('GetFileResponse', '<xs:element name="Content" type="xs:base64Binary" minOccurs="0"/>')}
    ${message('PutFile', `${NAME}<xs:element name="Content" type="xs:base64Binary"/>`)}
    ${message('PutFileResponse', '<xs:element name="Size" type="xs:long"/>')}
  </xs:schema></wsdl:types>
  ${each((name) => `<wsdl:message name="${name}In"><wsdl:part name="p" element="t:${name}"/></wsdl:message><wsdl:message name="${name}Out"><wsdl:part name="p" element="t:${name}Response"/></wsdl:message>`)}
  <wsdl:portType name="FilesPort">${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/></wsdl:operation>`)}</wsdl:portType>
  <wsdl:binding name="FilesBinding" type="t:FilesPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="Files"><wsdl:port name="FilesPort" binding="t:FilesBinding"><soap:address location="http://127.0.0.1:9/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

/** Its routes. */
export const FILES_DESIGN = {
  names: 'camel',
  operations: { GetFile: { route: 'GET /files/{name}' }, PutFile: { route: 'PUT /files/{name}' } },
};
