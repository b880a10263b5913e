import { gatewayContract } from '@soapstone/http-contract';
import { createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { generateOpenApi } from './generate.js';
import { toOpenApi30 } from './openapi-30.js';
import { printOpenApi } from './print.js';
import { provenExamples } from './proven-examples.js';

const member = (name: string, type: string, example: string) =>
  `<xs:element name="${name}" type="xs:${type}"><xs:annotation><xs:documentation>Example: ${example}</xs:documentation></xs:annotation></xs:element>`;
const wsdl = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t"><xs:element name="Op"><xs:complexType><xs:sequence>
    ${member('id', 'long', '9007199254740993')}${member('share', 'decimal', '0.12345678901234567891')}${member('count', 'unsignedLong', '18446744073709551615')}
  </xs:sequence></xs:complexType></xs:element></xs:schema></types>
  <message name="m"><part name="p" element="t:Op"/></message>
  <portType name="P"><operation name="Op"><input message="t:m"/><output message="t:m"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;

describe.each(['number', 'string', 'bigint'] as const)(
  'an example that a double cannot hold, numbers as %s',
  (numbers) => {
    const documents = async () => {
      const mapper = createMapper((await parseWsdlText(wsdl)).model, { numbers });
      const document = generateOpenApi(mapper, {
        ...gatewayContract({ baseUrl: '/', accountId: 'a', serviceSlug: 's' }),
        numbers,
        examples: (operation) => provenExamples(mapper.compile(operation)),
      });
      return [document, toOpenApi30(document)];
    };
    const quoted = (text: string, isString: boolean) => (isString ? `"${text}"` : text);
    const integer = (text: string) => quoted(text, numbers === 'string');
    const decimal = (text: string) => quoted(text, numbers !== 'number');

    test('is printed with all of its digits, in JSON and in YAML', async () => {
      for (const document of await documents()) {
        for (const format of ['json', 'yaml'] as const) {
          const text = printOpenApi(document, format).replaceAll(/"(id|share|count)":/g, '$1:');
          for (const line of [
            `id: ${integer('9007199254740993')}`,
            `share: ${decimal('0.12345678901234567891')}`,
            `count: ${integer('18446744073709551615')}`,
          ]) {
            // The request and the result.
            expect(text.split(line)).toHaveLength(3);
          }
        }
      }
    });

    test('both forms load to the same value', async () => {
      for (const document of await documents()) {
        const [json, yaml] = [printOpenApi(document, 'json'), printOpenApi(document, 'yaml')];
        for (const version of ['1.1', '1.2'] as const)
          expect(parseDocument(yaml, { version }).toJS()).toEqual(JSON.parse(json));
      }
    });
  },
);
