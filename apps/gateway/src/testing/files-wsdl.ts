const OPERATIONS = ['GetFile', 'PutFile', 'GetPhoto', 'PutPhoto', 'GetScan', 'PutScan', 'GetDoc', 'AddPages'];
const each = (print: (name: string) => string): string => OPERATIONS.map(print).join('\n');
const message = (name: string, members: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
const NAME = '<xs:element name="Name" type="xs:string"/>';

/** `GetDoc` has its file beside the envelope, where the binding says so. */
const outputOf = (name: string): string =>
  name === 'GetDoc'
    ? '<mime:multipartRelated><mime:part><soap:body parts="p" use="literal"/></mime:part><mime:part><mime:content part="doc" type="application/pdf"/></mime:part></mime:multipartRelated>'
    : '<soap:body use="literal"/>';

/**
 * An archive of files: binary values alone (`GetFile`, `PutFile`) and with their media types (`GetPhoto`, `PutPhoto`), attachments (`GetScan`, `PutScan`, `GetDoc`),
 * and several files with other members (`AddPages`).
 */
export const FILES_WSDL: string = `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"
  xmlns:xmime="http://www.w3.org/2005/05/xmlmime" xmlns:ref="http://ws-i.org/profiles/basic/1.1/xsd" xmlns:t="urn:files" targetNamespace="urn:files" name="Files">
  <wsdl:types><xs:schema targetNamespace="urn:files" elementFormDefault="qualified">
    <xs:import namespace="http://www.w3.org/2005/05/xmlmime"/><xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd"/>
    ${message('GetFile', NAME)}
    ${message('GetFileResponse', '<xs:element name="Content" type="xs:base64Binary" minOccurs="0"/>')}
    ${message('PutFile', `${NAME}<xs:element name="Content" type="xs:base64Binary"/>`)}
    ${message('PutFileResponse', '<xs:element name="Size" type="xs:long"/>')}
    ${message('GetPhoto', NAME)}
    ${message('GetPhotoResponse', '<xs:element name="Photo" type="xmime:base64Binary" xmime:expectedContentTypes="image/png, image/jpeg;q=0.5"/>')}
    ${message('PutPhoto', `${NAME}<xs:element name="Photo" type="xmime:base64Binary" xmime:expectedContentTypes="image/*"/>`)}
    ${message('PutPhotoResponse', '<xs:element name="Photo" type="xs:base64Binary" xmime:expectedContentTypes="image/gif"/>')}
    ${message('GetScan', NAME)}
    ${message('GetScanResponse', '<xs:element name="Scan" type="ref:swaRef"/>')}
    ${message('PutScan', `${NAME}<xs:element name="Scan" type="ref:swaRef"/>`)}
    ${message('PutScanResponse', '')}
    ${message('GetDoc', NAME)}
    ${message('GetDocResponse', '')}
    ${message('AddPages', `${NAME}<xs:element name="Title" type="xs:string"/><xs:element name="Count" type="xs:int" minOccurs="0"/><xs:element name="Page" type="xs:base64Binary" maxOccurs="unbounded"/>`)}
    ${message('AddPagesResponse', '')}
  </xs:schema></wsdl:types>
  ${each((name) => `<wsdl:message name="${name}In"><wsdl:part name="p" element="t:${name}"/></wsdl:message><wsdl:message name="${name}Out"><wsdl:part name="p" element="t:${name}Response"/>${name === 'GetDoc' ? '<wsdl:part name="doc" type="xs:base64Binary"/>' : ''}</wsdl:message>`)}
  <wsdl:portType name="FilesPort">${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/></wsdl:operation>`)}</wsdl:portType>
  <wsdl:binding name="FilesBinding" type="t:FilesPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output>${outputOf(name)}</wsdl:output></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="Files"><wsdl:port name="FilesPort" binding="t:FilesBinding"><soap:address location="http://127.0.0.1:9/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

/** Its routes. */
export const FILES_DESIGN = {
  names: 'camel',
  operations: {
    GetFile: { route: 'GET /files/{name}' },
    PutFile: { route: 'PUT /files/{name}' },
    GetPhoto: { route: 'GET /photos/{name}' },
    PutPhoto: { route: 'PUT /photos/{name}' },
    GetScan: { route: 'GET /scans/{name}' },
    PutScan: { route: 'PUT /scans/{name}' },
    GetDoc: { route: 'GET /docs/{name}' },
    AddPages: { route: 'POST /pages/{name}' },
  },
};
