import { createMapper, type Mapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { compareContracts } from '../changes/compare-contracts.js';

interface ServiceOptions {
  /** Names of further operations besides `Op`. */
  readonly more?: readonly string[];
  /** Schema components besides `Person`. */
  readonly types?: string;
  readonly action?: string;
  /** The input type. Default `Person`, like the output type. */
  readonly input?: string;
}

/** A service with one operation that accepts and returns `Person`, with the given members. */
export async function service(
  members: string,
  { more = [], types = '', action = 'urn:op', input = 't:Person' }: ServiceOptions = {},
): Promise<Mapper> {
  const operations = ['Op', ...more];
  const { model } =
    await parseWsdlText(`<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:t="urn:t" targetNamespace="urn:t"><w:types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">${types}
    <xs:complexType name="Person"><xs:sequence>${members}<xs:element name="boss" type="t:Person" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:element name="In" type="${input}"/><xs:element name="Out" type="t:Person"/></xs:schema></w:types>
    <w:message name="in"><w:part name="p" element="t:In"/></w:message><w:message name="out"><w:part name="p" element="t:Out"/></w:message>
    <w:portType name="P">${operations.map((name) => `<w:operation name="${name}"><w:input message="t:in"/><w:output message="t:out"/></w:operation>`).join('')}</w:portType>
    <w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operations.map((name) => `<w:operation name="${name}"><s:operation soapAction="${action}"/><w:input><s:body use="literal"/></w:input><w:output><s:body use="literal"/></w:output></w:operation>`).join('')}</w:binding>
    <w:service name="S"><w:port name="B" binding="t:B"><s:address location="http://x.example/"/></w:port></w:service></w:definitions>`);
  return createMapper(model);
}

/** The members of `Person`. */
export const base =
  '<xs:element name="name" type="xs:string"/><xs:element name="age" type="xs:int" minOccurs="0"/>';

/** The changes of its members, in one line each; `!` marks a breaking one. */
export async function changes(
  before: string,
  after: string,
  types = '',
  typesAfter: string = types,
): Promise<string[]> {
  const { changes: found } = compareContracts(
    await service(before, { types }),
    await service(after, { types: typesAfter }),
  );
  return found.map(({ message, path, change, breaking, aspect, before: was, after: is }) =>
    [
      `${message} ${path} ${change}${breaking ? ' !' : ''}`,
      ...(aspect === undefined ? [] : [aspect]),
      ...(['values', 'form'].includes(change) ? [`${was ?? ''} > ${is ?? ''}`] : []),
    ].join(' '),
  );
}

/** The declaration of the name in `base`. */
export const string = 'name="name" type="xs:string"';
