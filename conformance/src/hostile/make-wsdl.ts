import type { HostileAnswer } from './shape.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

/** The parts of a description with one operation, `op`, or several. */
export interface WsdlParts {
  /** Global components of the schema with the namespace `urn:h` (prefix `t`). */
  readonly types?: string;
  /** Content of the complex type of the request. */
  readonly input?: string;
  /** Content of the complex type of the response. */
  readonly output?: string;
  readonly operations?: readonly string[];
  /** Messages, and the header elements in the input binding. */
  readonly headers?: readonly string[];
  readonly documentation?: string;
}

/** A document/literal description whose wrapper elements are `{operation}` and `{operation}Response`. */
export function makeWsdl(parts: WsdlParts): string {
  const {
    types = '',
    input = '',
    output = '',
    operations = ['op'],
    headers = [],
    documentation = '',
  } = parts;
  const elements = operations.map(
    (name) => `<xs:element name="${name}" type="t:In"/><xs:element name="${name}Response" type="t:Out"/>`,
  );
  const headerParts = headers.map((name) => `<part name="${name}" element="t:${name}"/>`).join('');
  const headerBindings = headers
    .map((name) => `<soap:header message="t:headers" part="${name}" use="literal"/>`)
    .join('');
  return `<definitions name="H" targetNamespace="urn:h" xmlns:t="urn:h" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:h" elementFormDefault="qualified">${types}
    <xs:complexType name="In">${input}</xs:complexType><xs:complexType name="Out">${output}</xs:complexType>
    ${elements.join('')}</xs:schema></types>
  <message name="headers">${headerParts}</message>
  ${each(operations, (name) => `<message name="${name}"><part name="p" element="t:${name}"/></message><message name="${name}Response"><part name="p" element="t:${name}Response"/></message>`)}
  <portType name="H">${each(operations, (name) => `<operation name="${name}"><documentation>${documentation}</documentation><input message="t:${name}"/><output message="t:${name}Response"/></operation>`)}</portType>
  <binding name="H" type="t:H"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${each(operations, (name) => `<operation name="${name}"><soap:operation soapAction="${name}"/><input><soap:body use="literal"/>${headerBindings}</input><output><soap:body use="literal"/></output></operation>`)}</binding>
  <service name="H"><port name="H" binding="t:H"><soap:address location="http://upstream.invalid/"/></port></service>
</definitions>`;
}

/** An rpc/encoded description with one operation, `op`, that returns `type`. */
export function makeEncodedWsdl(types: string, type: string): string {
  return `<definitions name="H" targetNamespace="urn:h" xmlns:t="urn:h" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">
  <types><xs:schema targetNamespace="urn:h"><xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>${types}</xs:schema></types>
  <message name="op"/><message name="opResponse"><part name="return" type="${type}"/></message>
  <portType name="H"><operation name="op"><input message="t:op"/><output message="t:opResponse"/></operation></portType>
  <binding name="H" type="t:H"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="op"><soap:operation soapAction="op"/><input><soap:body use="encoded" namespace="urn:h" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></input>
  <output><soap:body use="encoded" namespace="urn:h" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></output></operation></binding>
  <service name="H"><port name="H" binding="t:H"><soap:address location="http://upstream.invalid/"/></port></service>
</definitions>`;
}

/** An element of `type` that may occur any number of times. */
export function many(name: string, type: string): string {
  return `<xs:element name="${name}" type="${type}" minOccurs="0" maxOccurs="unbounded"/>`;
}

export function sequence(content: string): string {
  return `<xs:sequence>${content}</xs:sequence>`;
}

/** A response with `content` as the children of the response element of `op`. */
export function answerWith(content: string, headers = ''): HostileAnswer {
  return xml(`<t:opResponse>${content}</t:opResponse>`, headers);
}

/** A response with this Body. */
export function xml(body: string, headers = ''): HostileAnswer {
  const header = headers === '' ? '' : `<s:Header>${headers}</s:Header>`;
  return {
    body: Buffer.from(
      `<s:Envelope xmlns:s="${SOAP}" xmlns:t="urn:h" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">${header}<s:Body>${body}</s:Body></s:Envelope>`,
    ),
    contentType: 'text/xml; charset=utf-8',
  };
}

/** A multipart response: the envelope of `root` and the parts after it. */
export function multipart(
  root: HostileAnswer,
  parts: readonly { id: string; data: Buffer }[],
  xop: boolean,
): HostileAnswer {
  const boundary = 'hostile-boundary';
  const rootType = xop ? 'application/xop+xml; type="text/xml"; charset=utf-8' : 'text/xml; charset=utf-8';
  const chunks = [
    Buffer.from(`--${boundary}\r\nContent-Type: ${rootType}\r\nContent-ID: <root>\r\n\r\n`),
    root.body,
  ];
  for (const { id, data } of parts) {
    chunks.push(
      Buffer.from(
        `\r\n--${boundary}\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${id}>\r\n\r\n`,
      ),
      data,
    );
  }
  chunks.push(Buffer.from(`\r\n--${boundary}--\r\n`));
  const type = xop ? 'application/xop+xml"; start-info="text/xml' : 'text/xml';
  return {
    body: Buffer.concat(chunks),
    contentType: `multipart/related; boundary=${boundary}; start="<root>"; type="${type}"`,
  };
}

function each<T>(items: readonly T[], print: (item: T, index: number) => string): string {
  return items.map(print).join('');
}

export function times(count: number, print: (index: number) => string, separator = ''): string {
  return Array.from({ length: count }, (_, index) => print(index)).join(separator);
}
