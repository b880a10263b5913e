import { gatewayContract } from '@soapstone/http-contract';
import { type CompiledOperation, createMapper } from '@soapstone/json-xml-mapper';
import { generateOpenApi, toOpenApi30 } from '@soapstone/openapi-generator';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { publishedSchemas } from './published-schema.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

export interface Verdicts {
  readonly mapper: boolean;
  readonly schema: boolean;
  readonly document: boolean;
}

export async function judges(schema: string): Promise<(request: unknown) => Verdicts> {
  return (await judgesOf(schema)).judge;
}

export async function judgesOf(
  schema: string,
): Promise<{ readonly operation: CompiledOperation; readonly judge: (request: unknown) => Verdicts }> {
  const { model } =
    await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsi="http://ws-i.org/profiles/basic/1.1/xsd">
    <types><xs:schema targetNamespace="urn:t"><xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd"/>${schema}</xs:schema></types>
    <message name="in"><part name="p" element="t:Op"/></message>
    <portType name="P"><operation name="Op"><input message="t:in"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body use="literal"/></input></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  const mapper = createMapper(model);
  const operation = mapper.compile('Op');
  const isValid = ajv.compile(operation.jsonSchema('input'));
  const document = generateOpenApi(
    mapper,
    gatewayContract({ baseUrl: 'https://gateway.example', accountId: 'a', serviceSlug: 's' }),
  );
  const published = publishedSchemas(toOpenApi30(document), document);
  const { request: described } = published.operation('Op');
  const judge = (request: unknown): Verdicts => ({
    mapper: operation.validate(request).length === 0,
    schema: isValid(request) === true,
    document: published.judge(described, request) === undefined,
  });
  return { operation, judge };
}

export const TAKEN: Verdicts = { mapper: true, schema: true, document: true };
export const REFUSED: Verdicts = { mapper: false, schema: false, document: false };

/** The request element with this content. */
export const op = (content: string, attributes = '') =>
  `<xs:element name="Op"><xs:complexType><xs:sequence>${content}</xs:sequence>${attributes}</xs:complexType></xs:element>`;
export const element = (type: string, more = '') => op(`<xs:element name="v" type="${type}" ${more}/>`);
export const v = (...values: readonly unknown[]) => values.map((value) => ({ v: value }));

export interface Kind {
  readonly what: string;
  readonly schema: string;
  readonly taken: readonly unknown[];
  readonly refused: readonly unknown[];
}
