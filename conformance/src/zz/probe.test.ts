import { Ajv2020 } from 'ajv/dist/2020.js';
import { createMapper, stringify } from '@soapstone/json-xml-mapper';
import { generateOpenApi, toOpenApi31 } from '@soapstone/openapi-generator';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { test } from 'vitest';
import { publishedSchemas } from '../agreement/published-schema.js';

export function wsdl(schema: string): string {
  return `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" xmlns:wsi="http://ws-i.org/profiles/basic/1.1/xsd"><xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd"/>${schema}</xs:schema></types>
  <message name="i"><part name="p" element="t:E"/></message>
  <portType name="P"><operation name="E"><input message="t:i"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="E"><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
}
async function probe(what: string, schema: string, values: unknown[], dump = false) {
  const { model } = await parseWsdlText(wsdl(schema));
  const mapper = createMapper(model);
  const op = mapper.compile('E');
  const lib = op.jsonSchema('input') as object;
  const judgeLib = new Ajv2020({ strict: false, validateFormats: false }).compile(lib);
  const o30 = generateOpenApi(mapper, { baseUrl: 'https://g', accountId: 'a', serviceSlug: 's', defaultPolicy: 'GET + POST' } as never);
  const o31 = toOpenApi31(o30);
  const published = publishedSchemas(o30, o31);
  const { request } = published.operation('E');
  if (dump) console.log(JSON.stringify(lib, null, 1), JSON.stringify(o31.components?.schemas, null, 1));
  const lines = values.map((value) => {
    const errors = op.validate(value);
    const a = errors.length === 0 ? 'ok' : `NO(${errors[0]!.path} ${errors[0]!.keyword})`;
    const b = judgeLib(value) ? 'ok' : 'NO';
    let c: string; try { c = published.judge(request, value) === undefined ? 'ok' : 'NO'; } catch (e) { c = String(e); }
    const differ = (a === 'ok') !== (b === 'ok') || (a === 'ok') !== (c === 'ok') ? ' <<<<' : '';
    return `  ${JSON.stringify(value)}: mapper ${a}, lib ${b}, api ${c}${differ}`;
  });
  console.log(`${what}\n${lines.join('\n')}`);
}
const E = (content: string, attrs = '') => `<xs:element name="E"><xs:complexType><xs:sequence>${content}</xs:sequence>${attrs}</xs:complexType></xs:element>`;
test('probe', async () => {
  await probe('anyType required', E('<xs:element name="v" type="xs:anyType"/>'), [{ v: null }, {}, { v: 'x' }, { v: [] }, { v: [1] }, { v: {} }, { v: { $nil: true } }, { v: { $type: 'xs:int', $value: 1 } }, { v: { $type: 'nope', $value: 1 } }, {v:{$content:'x'}}, {v:{$nil:false}},{v:{'1':1}}]);
  await probe('anyType optional', E('<xs:element name="v" type="xs:anyType" minOccurs="0"/>'), [{ v: null }]);
  await probe('anyType nillable', E('<xs:element name="v" type="xs:anyType" nillable="true"/>'), [{ v: null }]);
  await probe('anyType array', E('<xs:element name="v" type="xs:anyType" maxOccurs="3"/>'), [{ v: [null] }, { v: [{}] }, { v: [[]] }]);
  await probe('anyType array nillable', E('<xs:element name="v" type="xs:anyType" maxOccurs="3" nillable="true"/>'), [{ v: [null] }]);
  await probe('QName', E('<xs:element name="v" type="xs:QName"/>'), ['1 2', 'a', '{urn:x}b', 'p:x', '{}x', ' a ', '', '{http://www.w3.org/2000/xmlns/}a', '{u}1', 1].map((v) => ({ v })));
  await probe('NCName', E('<xs:element name="v" type="xs:NCName"/>'), ['1 2', 'a', 'p:x', ' a ', '', '\u00e4', '\u{10000}', '\u0220', '\u1e9c'].map((v) => ({ v })));
  await probe('ID', E('<xs:element name="v" type="xs:ID"/>'), ['1 2', 'a', 'p:x', ' a ', '', '\u00e4', '\u{10000}', '\u0220', '\u1e9c'].map((v) => ({ v })));
  await probe('Name', E('<xs:element name="v" type="xs:Name"/>'), ['1 2', 'a', 'p:x', ' a ', '', ':', '\u{10000}'].map((v) => ({ v })));
  await probe('NMTOKEN', E('<xs:element name="v" type="xs:NMTOKEN"/>'), ['1 2', '1', '', ' a '].map((v) => ({ v })));
  await probe('language', E('<xs:element name="v" type="xs:language"/>'), ['1 2', 'en', ' en ', ''].map((v) => ({ v })));
  await probe('base64', E('<xs:element name="v" type="xs:base64Binary"/>'), ['AQID', 'AQ ID', ' AQID ', 'AQI', 'AQ==', 'AR==', '', 'A', 'AQID\n', 'AQ-_'].map((v) => ({ v })));
  await probe('base64 len', E('<xs:element name="v"><xs:simpleType><xs:restriction base="xs:base64Binary"><xs:length value="3"/></xs:restriction></xs:simpleType></xs:element>'), ['AQID', 'AQ ID', 'A Q I D', 'AQ==', 'AQIDAQID', 'AQIDAQ=='].map((v) => ({ v })));
  await probe('hex', E('<xs:element name="v" type="xs:hexBinary"/>'), ['0F', ' 0F ', '0', 'zz', ''].map((v) => ({ v })));
  await probe('swaRef', E('<xs:element name="v" type="wsi:swaRef"/>'), [{ data: 'AQID' }, { data: 'AQ ID' }, { data: 1 }, {}, { data: 'AQID', contentType: 'x' }, { data: 'AQID', contentType: null }, { data: 'AQID', filename: null }, { data: 'AQID', contentType: 'image/png', filename: 'a\nb' }, { data: 'AQID', filename: '\u0001' }, { data: 'AQID', filename: '' }, { data: 'AQID', contentType: '' }, { data: 'AQI' }, { data: 'AQID', x: 1 }, 'cid:x', null, { data: 'AR==' }, { data: '' }, { data: 'AQID', contentType: 'image/png; charset=é' }].map((v) => ({ v })));
  await probe('choice', E('<xs:choice><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:int" minOccurs="1" maxOccurs="unbounded"/><xs:element name="c" type="xs:string" nillable="true"/><xs:any namespace="##other" processContents="lax"/></xs:choice>'), [{ a: 'x' }, { a: 'x', b: [] }, { a: 'x', b: null }, { b: [1], a: null }, { b: [1], c: null }, { a: null }, { a: null, b: [] }, { b: [] }, { c: null }, { c: null, a: 'x' }, { a: 'x', $any: [] }, { a: 'x', $any: null }, { $any: [] }, {}]);
  await probe('opt group', E('<xs:sequence minOccurs="0"><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>'), [{ a: 'x' }, { b: [] }, { b: null }, { b: [1] }, { a: null }, { a: null, b: [1] }, {}]);
  await probe('optional', E('<xs:element name="a" type="xs:string" minOccurs="0"/><xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>', '<xs:attribute name="z" type="xs:int"/>'), [{ a: null }, { b: null }, { '@z': null }]);
  await probe('strict any', E('<xs:any processContents="strict" maxOccurs="4"/>') + '<xs:element name="known" type="xs:int"/>', [{ '{urn:t}known': 1 }, { '{urn:t}known': 'x' }, { '{urn:t}other': 1 }, { '{urn:x}other': 1 }, { plain: 1 }, { '1': 1 }, { '{urn:x}a:b': 1 }, { '{}x': 1 }, {}, { a: 1, b: 2 }].map((v) => ({ $any: [v] })));
  await probe('strict anyAttribute', E('', '<xs:anyAttribute/>') + '<xs:attribute name="known" type="xs:int"/>', [{ '{urn:t}known': '1' }, { '{urn:t}known': 1 }, { '{urn:t}known': 'x' }, { '{urn:t}other': '1' }, { '{urn:x}other': '1' }, { plain: '1' }, { '1': '1' }, null, {}, { '{urn:x}o': null }].map((v) => ({ $anyAttributes: v })));
  await probe('ordered', `<xs:element name="E"><xs:complexType><xs:choice><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence><xs:sequence><xs:element name="b" type="xs:int"/><xs:element name="a" type="xs:int"/></xs:sequence></xs:choice></xs:complexType></xs:element>`, [[{ a: 1 }, { b: 1 }], [{ b: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }], [{ a: 1 }], [], ['x'], [{}], [{ a: 1, b: 2 }]].map((v) => ({ $content: v })));
  await probe('mixed', `<xs:element name="E"><xs:complexType mixed="true"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`, [[{ a: 1 }, 'x'], [{ b: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }], [], ['x'], [{ a: null }]].map((v) => ({ $content: v })));
  await probe('anySimple', E('<xs:element name="v" type="xs:anySimpleType"/>', '<xs:attribute name="z" type="xs:anySimpleType"/>'), [{ v: 'x' }, { v: 1 }, { v: { $type: 'xs:int', $value: 1 } }, { v: { $type: 'xs:int', $value: 'x' } }, { v: { $type: 'nope', $value: 'x' } }, { v: null }, { v: '', '@z': 1 }, { v: '', '@z': 'a' }]);
});
