import { parseWsdlText } from '@soapstone/wsdl-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { createMapper } from '../../mapper.js';

const WILDCARDS = `<xs:complexType><xs:sequence>
  <xs:any minOccurs="0" maxOccurs="unbounded" namespace="http://www.w3.org/2001/XMLSchema" processContents="lax"/>
  <xs:any minOccurs="1" namespace="urn:schemas-microsoft-com:xml-diffgram-v1" processContents="lax"/></xs:sequence></xs:complexType>`;
const MEMBERS = `<xs:element name="data" minOccurs="0"><xs:complexType><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="wcf" minOccurs="0" nillable="true">${WILDCARDS}</xs:element><xs:element name="plain" type="xs:string" minOccurs="0"/>`;
const { model } =
  await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="Do"><xs:complexType><xs:sequence>${MEMBERS}</xs:sequence></xs:complexType></xs:element>
    <xs:element name="DoResponse"><xs:complexType><xs:sequence>${MEMBERS}</xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Do"/></message><message name="out"><part name="p" element="t:DoResponse"/></message>
  <portType name="P"><operation name="Do"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);

const USERS = {
  tables: { Users: { id: 'int', name: 'string', born: 'dateTime', key: 'guid' }, Log: { text: 'string' } },
};
const designOf = (dataSets: object): Design =>
  ({ operations: { Do: { input: { dataSets }, result: { dataSets } } } }) as Design;
const DESIGN = designOf({ data: USERS, wcf: { ...USERS, name: 'Ds', namespace: 'urn:ds' } });
const operation = createMapper(model, { design: DESIGN, prototypes: 'ordinary', warnings: 'all' }).compile(
  'Do',
);
const answer = (content: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><DoResponse xmlns="urn:t">${content}</DoResponse></s:Body></s:Envelope>`;

/** As the DataSet of Mono 6.8 writes it. */
const WRITTEN = `<data><xs:schema id="NewDataSet" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
  <xs:element name="NewDataSet" msdata:IsDataSet="true" msdata:UseCurrentLocale="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded"/></xs:complexType></xs:element></xs:schema>
  <diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1">
    <NewDataSet xmlns=""><Users diffgr:id="Users1" msdata:rowOrder="0"><id>1</id><name>Ann</name><born>2000-01-02T03:04:05+00:00</born></Users>
      <Users diffgr:id="Users2" msdata:rowOrder="1" diffgr:hasChanges="modified"><id>2</id><name>Bob</name></Users></NewDataSet>
    <diffgr:before><Users diffgr:id="Users2" msdata:rowOrder="1" xmlns=""><id>2</id><name>Bo</name></Users></diffgr:before>
    <diffgr:errors><Users diffgr:id="Users2" diffgr:Error="x" xmlns=""/></diffgr:errors></diffgr:diffgram></data>`;
const ROWS = {
  rows: {
    Users: [
      { '@id': 'Users1', id: 1, name: 'Ann', born: '2000-01-02T03:04:05+00:00' },
      { '@id': 'Users2', '@hasChanges': 'modified', id: 2, name: 'Bob' },
    ],
    Log: [],
  },
  before: { Users: [{ '@id': 'Users2', id: 2, name: 'Bo' }], Log: [] },
};

describe('DS-1: a DataSet is an object of its rows', () => {
  test('a result has the rows, typed, and the rows before changes, without a warning', () => {
    const reply = operation.fromXml(answer(WRITTEN));
    expect(reply).toMatchObject({ kind: 'result', result: { data: ROWS }, warnings: [] });
  });

  test('other columns, values and attributes are warned about at their places', () => {
    const reply = operation.fromXml(
      answer(
        WRITTEN.replace('<id>1</id>', '<id>one</id><extra>x</extra>').replace(
          /<xs:schema.*<\/xs:schema>/s,
          '',
        ),
      ),
    );
    expect(reply.warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'INVALID_VALUE /data/rows/Users/0/id',
      'UNKNOWN_ELEMENT /data/rows/Users/0',
    ]);
  });

  test('an empty DataSet has no rows, and a nil one is null', () => {
    const empty = '<wcf><diffgr:diffgram xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"/></wcf>';
    expect(operation.fromXml(answer(empty))).toMatchObject({ result: { wcf: {} }, warnings: [] });
    const nil = '<wcf xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>';
    expect(operation.fromXml(answer(nil))).toMatchObject({ result: { wcf: null }, warnings: [] });
  });
});

describe('DS-2: a request has the schema of the columns and a diffgram', () => {
  test('what was read is written with the same rows', () => {
    const { body } = operation.toXml({ data: ROWS });
    const text = Buffer.from(body).toString();
    expect(operation.validate({ data: ROWS })).toEqual([]);
    expect(text).toContain(
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" id="NewDataSet"><xs:element name="NewDataSet" msdata:IsDataSet="true">',
    );
    expect(text).toContain(
      '<xs:element name="key" msdata:DataType="System.Guid" type="xs:string" minOccurs="0"/>',
    );
    // Read again as a response, it is the same.
    const content = /<ns1:data>.*<\/ns1:data>/s.exec(text)?.[0] ?? '';
    const declared = /<ns1:Do([^>]*)>/.exec(text)?.[1] ?? '';
    const again = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ns1:DoResponse${declared}>${content}</ns1:DoResponse></s:Body></s:Envelope>`;
    expect(operation.fromXml(again)).toMatchObject({ result: { data: ROWS }, warnings: [] });
    expect(operation.normalise({ data: ROWS })).toEqual({ data: ROWS });
  });

  test('rows of a typed DataSet are in its namespace', () => {
    const text = Buffer.from(
      operation.toXml({ wcf: { rows: { Log: [{ '@id': 'Log1', text: 'a<b' }] } } }).body,
    ).toString();
    expect(text).toContain('targetNamespace="urn:ds"');
    expect(text).toMatch(/<(ns\d):Ds><\1:Log ns\d:id="Log1"><\1:text>a&lt;b<\/\1:text><\/\1:Log><\/\1:Ds>/);
  });

  test('values are checked by their columns, and rows have an @id', () => {
    const problems = operation.validate({
      data: { rows: { Users: [{ id: 'one' }, { '@id': 'b', '@hasChanges': 'maybe', nope: 1 }] }, schema: {} },
    });
    expect(problems.map(({ path, keyword }) => `${path} ${keyword}`).toSorted()).toEqual([
      '/data/rows/Users/0/@id required',
      '/data/rows/Users/0/id type',
      '/data/rows/Users/1/@hasChanges enum',
      '/data/rows/Users/1/nope additionalProperties',
      '/data/schema additionalProperties',
    ]);
  });

  test('the schema of the operation, and its example, have the rows', () => {
    const validate = new Ajv2020({ strict: false, formats: {} }).compile(operation.jsonSchema('input'));
    expect([validate({ data: ROWS }), validate({ data: { rows: { Users: [{ id: 1 }] } } })]).toEqual([
      true,
      false,
    ]);
    const example = operation.example('input');
    expect(operation.validate(example)).toEqual([]);
    expect(example).toMatchObject({ data: { rows: { Users: [{ id: expect.any(Number) }] } } });
  });
});

test.each<[object, string]>([
  [{ plain: USERS }, 'plain: cannot be a DataSet: plain is no xs:schema beside a wildcard for the diffgram'],
  [{ dato: USERS }, 'dato: cannot be a DataSet: there is no "dato"; did you mean data?'],
  [{ data: { tables: { Users: { id: 'integer' } } } }, 'data > tables > Users > id: must be one of'],
  [{ data: { tables: { 'A b': { id: 'int' } } } }, 'data > tables > A b: must be an XML name'],
  [{ data: { tables: {} } }, 'data: must have tables with their columns'],
  [{ data: { tables: { A: { '"><x': 'int' } } } }, 'data > tables > A > "><x: must be an XML name'],
])('DS-3: a line that does not fit is an error of the design: %j', (dataSets, problem) => {
  const design = { operations: { Do: { input: { dataSets } } } } as Design;
  const found = checkDesign(model, design).problems.map(
    ({ at, message }) => `${at.slice(4).join(' > ')}: ${message}`,
  );
  expect(found[0]).toContain(problem);
});
