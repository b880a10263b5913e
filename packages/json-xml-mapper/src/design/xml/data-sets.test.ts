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
  <xs:element name="wcf" minOccurs="0" nillable="true">${WILDCARDS}</xs:element><xs:element name="plain" type="xs:string" minOccurs="0"/>
  <xs:element name="typed" minOccurs="0"><xs:complexType><xs:sequence><xs:any namespace="urn:ds"/></xs:sequence></xs:complexType></xs:element>`;
/** As Visual Studio writes the schema of a typed DataSet. */
const TYPED = `<xs:schema targetNamespace="urn:ds" xmlns:mstns="urn:ds" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" attributeFormDefault="qualified" elementFormDefault="qualified">
  <xs:element name="Shop" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:element name="Orders"><xs:complexType><xs:sequence><xs:element name="to" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="5"/></xs:restriction></xs:simpleType></xs:element>
      <xs:element name="Lines" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="qty" type="xs:int" minOccurs="0"/><xs:element name="other" type="xs:anyType" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:sequence>
      <xs:attribute name="id" type="xs:int"/></xs:complexType></xs:element>
  </xs:choice></xs:complexType></xs:element>
  <xs:element name="Logs" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:element name="Log"><xs:complexType><xs:sequence><xs:element name="day" type="xs:date"/><xs:element name="text" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="5"/></xs:restriction></xs:simpleType></xs:element><xs:element name="other" type="xs:anyType" minOccurs="0"/></xs:sequence><xs:attribute name="no" type="xs:int" form="qualified"/></xs:complexType></xs:element>
    <xs:element name="User"><xs:complexType><xs:attribute name="name" type="xs:string"/></xs:complexType></xs:element></xs:choice></xs:complexType>
    <xs:unique name="Constraint1"><xs:selector xpath=".//mstns:Log"/><xs:field xpath="@mstns:no"/></xs:unique></xs:element>
  <xs:element name="Twice"><xs:complexType><xs:sequence><xs:element name="A" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Loop" type="mstns:Loop"/><xs:complexType name="Loop"><xs:sequence><xs:element name="Row" type="mstns:Loop" minOccurs="0"/></xs:sequence></xs:complexType>
</xs:schema>`;
const wsdlOf = (
  request: string,
  response: string,
): string => `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types>${TYPED}<xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    ${request}
    ${response}
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Do"/></message><message name="out"><part name="p" element="t:DoResponse"/></message>
  <portType name="P"><operation name="Do"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;
const { model } = await parseWsdlText(
  wsdlOf(
    `<xs:element name="Do"><xs:complexType><xs:sequence>${MEMBERS}</xs:sequence></xs:complexType></xs:element>`,
    `<xs:element name="DoResponse"><xs:complexType><xs:sequence>${MEMBERS}</xs:sequence></xs:complexType></xs:element>`,
  ),
);

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

/** As the DataSet of Mono 6.8 writes one with a column of each kind and a nested relation, without its schema. */
const NESTED = `<data><diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1">
  <Shop xmlns=""><Orders diffgr:id="Orders1" msdata:rowOrder="0" id="1" msdata:hiddenrev="7" msdata:hiddenOrders_Id="0"><to>Ann</to>
    <Lines diffgr:id="Lines2" msdata:rowOrder="1" diffgr:hasChanges="modified" msdata:hiddenOrders_Id="0"><order>1</order><qty>4</qty></Lines></Orders></Shop>
  <diffgr:before><Lines diffgr:id="Lines1" diffgr:parentId="Orders1" msdata:rowOrder="0" xmlns=""><order>1</order><qty>2</qty></Lines>
    <Lines diffgr:id="Lines2" msdata:rowOrder="1" xmlns=""><order>1</order><qty>3</qty></Lines></diffgr:before></diffgr:diffgram></data>`;
const ORDERS = {
  rows: {
    Orders: [
      {
        '@id': 'Orders1',
        id: 1,
        rev: 7,
        to: 'Ann',
        Lines: [{ '@id': 'Lines2', '@hasChanges': 'modified', order: 1, qty: 4 }],
      },
    ],
  },
  before: {
    Orders: [],
    Lines: [
      { '@id': 'Lines1', '@parentId': 'Orders1', order: 1, qty: 2 },
      { '@id': 'Lines2', order: 1, qty: 3 },
    ],
  },
};

describe('DS-5: rows inside rows of results, and columns that are attributes or hidden', () => {
  const columns = { id: 'int attribute', rev: 'int hidden', to: 'string' };
  const Lines = { order: 'int', qty: 'int' };
  const nested = createMapper(model, {
    design: {
      operations: {
        Do: {
          input: { dataSets: { data: { name: 'Shop', tables: { Orders: columns, Lines } } } },
          result: { dataSets: { data: { name: 'Shop', tables: { Orders: { ...columns, Lines } } } } },
        },
      },
    },
    prototypes: 'ordinary',
    warnings: 'all',
  }).compile('Do');

  test('are read', () => {
    expect(nested.fromXml(answer(NESTED))).toMatchObject({ result: { data: ORDERS }, warnings: [] });
    const validate = new Ajv2020({ strict: false, formats: {} }).compile(nested.jsonSchema('output'));
    expect([validate({ data: ORDERS }), validate({ data: { rows: { Lines: [] } } })]).toEqual([true, false]);
    expect(nested.example('output')).toMatchObject({
      data: { rows: { Orders: [{ Lines: [{ qty: expect.any(Number) }] }] } },
    });
  });

  test('columns are written as .NET has them', () => {
    const orders = [{ '@id': 'Orders1', id: 1, rev: 7, to: 'Ann' }];
    const data = { rows: { Orders: orders, Lines: [{ '@id': 'Lines1', order: 1, qty: 2 }] } };
    expect(nested.validate({ data })).toEqual([]);
    const text = Buffer.from(nested.toXml({ data }).body).toString();
    expect(text).toContain(
      '<xs:element name="Orders"><xs:complexType><xs:sequence><xs:element name="to" type="xs:string" minOccurs="0"/></xs:sequence>' +
        '<xs:attribute name="id" type="xs:int"/><xs:attribute name="rev" type="xs:int" use="prohibited"/></xs:complexType></xs:element>',
    );
    expect(text).toContain(
      '<Shop><Orders ns2:id="Orders1" id="1" ns3:hiddenrev="7"><to>Ann</to></Orders><Lines ns2:id="Lines1"><order>1</order>',
    );
    expect(nested.validate(nested.example('input'))).toEqual([]);
  });
});

test('DS-1: a result that is a DataSet and nothing else has its key', async () => {
  const alone = wsdlOf(
    '<xs:element name="Do"/>',
    `<xs:element name="DoResponse"><xs:complexType><xs:sequence><xs:element name="DoResult" minOccurs="0">${WILDCARDS}</xs:element></xs:sequence></xs:complexType></xs:element>`,
  );
  const { model: single } = await parseWsdlText(alone);
  const design = { operations: { Do: { result: { dataSets: { DoResult: USERS } } } } } as Design;
  const only = createMapper(single, { design, prototypes: 'ordinary', warnings: 'all' }).compile('Do');
  const written = WRITTEN.replace(/^<data>/, '<DoResult>').replace(/<\/data>$/, '</DoResult>');
  expect(only.fromXml(answer(written))).toMatchObject({ result: { DoResult: ROWS }, warnings: [] });
  expect(only.example('output')).toMatchObject({ DoResult: { rows: { Users: [expect.any(Object)] } } });
  const validate = new Ajv2020({ strict: false, formats: {} }).compile(only.jsonSchema('output'));
  expect([validate({ DoResult: ROWS }), validate({ rows: ROWS.rows })]).toEqual([true, false]);
  expect(Buffer.from(only.responseToXml({ DoResult: ROWS }).body).toString()).toContain('<Users ');
  const lifted = { operations: { Do: { result: { dataSets: { DoResult: USERS }, lift: 'DoResult' } } } };
  expect(checkDesign(single, lifted as Design).problems).toMatchObject([
    { message: expect.stringContaining('cannot lift DoResult') },
  ]);
});

describe('DS-4: a typed DataSet has the tables of an element', () => {
  const dataSets = { data: { element: 'Logs' }, typed: { element: '{urn:ds}Logs' } };
  const design: Design = {
    operations: {
      Do: { input: { dataSets }, result: { dataSets: { ...dataSets, wcf: { element: 'Shop' } } } },
    },
  };
  const typed = createMapper(model, { design, prototypes: 'ordinary', warnings: 'all' }).compile('Do');
  const log = {
    '@id': 'Log1',
    no: 3,
    day: '2024-02-29',
    text: 'short',
    other: { $type: 'xs:boolean', $value: true },
  };
  const logs = { rows: { Log: [log], User: [{ '@id': 'User1', name: 'Ann' }] } };

  test('beside a schema, and where the WSDL has one wildcard of its namespace', () => {
    expect(typed.validate({ data: logs, typed: logs })).toEqual([]);
    const text = Buffer.from(typed.toXml({ typed: logs }).body).toString();
    expect(text).toContain(
      '<xs:element name="Log"><xs:complexType><xs:sequence><xs:element name="day" type="xs:date" minOccurs="0"/><xs:element name="text" type="xs:string" minOccurs="0"/>' +
        '<xs:element name="other" type="xs:anyType" minOccurs="0"/></xs:sequence><xs:attribute name="no" type="xs:int"/></xs:complexType></xs:element>',
    );
    const content = /<ns1:typed>.*<\/ns1:typed>/s.exec(text)?.[0] ?? '';
    const declared = /<ns1:Do([^>]*)>/.exec(text)?.[1] ?? '';
    const again = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ns1:DoResponse${declared}>${content}</ns1:DoResponse></s:Body></s:Envelope>`;
    expect(typed.fromXml(again)).toMatchObject({ result: { typed: logs }, warnings: [] });
  });

  test('its facets hold, and its elements of elements are tables inside', () => {
    const long = { rows: { Log: [{ ...log, text: 'too long' }] } };
    expect(typed.validate({ data: long })).toMatchObject([
      { path: '/data/rows/Log/0/text', keyword: 'maxLength' },
    ]);
    expect(typed.example('output')).toMatchObject({
      wcf: { rows: { Orders: [{ id: expect.any(Number), Lines: [{ qty: expect.any(Number) }] }] } },
    });
  });
});

test.each<[object, string]>([
  [
    { data: { element: 'Shop' } },
    'data: cannot be a DataSet: Lines is inside Orders: rows inside rows are read, not written',
  ],
  [
    { data: { element: 'Shp' } },
    'data: cannot be a DataSet: the schema has no element "Shp"; did you mean Shop?',
  ],
  [
    { data: { element: 'Twice' } },
    'data: cannot be a DataSet: A in Twice is no table of elements and attributes',
  ],
  [{ data: { element: 'Loop' } }, 'data: cannot be a DataSet: Row in Loop is a table twice'],
  [{ data: { element: 'Shop', name: 'S' } }, 'data > name: cannot be beside element'],
  [{ data: { element: 5 } }, 'data > element: must be the name of an element, got number 5'],
  [{ plain: { element: 'Shop' } }, 'plain: cannot be a DataSet: plain is no xs:schema beside a wildcard'],
  [{ data: { tables: { A: { B: { A: { x: 'int' } } } } } }, 'data > tables > A > B > A: is a table twice'],
  [
    { data: { tables: { A: { xmlns: 'string attribute' } } } },
    'data > tables > A > xmlns: cannot be an attribute',
  ],
  [
    { data: { namespace: 'urn:schemas-microsoft-com:xml-msdata', tables: { A: { a: 'int' } } } },
    'data > namespace: must be that of the rows',
  ],
  [{ data: { tables: { A: { B: {} } } } }, 'data > tables > A > B: is empty and changes nothing'],
  [{ data: { tables: { A: { b: 'int secret' } } } }, 'data > tables > A > b: must be one of'],
  [
    {
      data: {
        tables: Array.from({ length: 12 }).reduce<object>((inner, _, at) => ({ [`T${at}`]: inner }), {
          x: 'int',
        }),
      },
    },
    'must not be inside more than 10 tables',
  ],
  [{ plain: USERS }, 'plain: cannot be a DataSet: plain is no xs:schema beside a wildcard for the diffgram'],
  [{ dato: USERS }, 'dato: cannot be a DataSet: there is no "dato"; did you mean data?'],
  [{ data: { tables: { Users: { id: 'integer' } } } }, 'data > tables > Users > id: must be one of'],
  [{ data: { tables: { 'A b': { id: 'int' } } } }, 'data > tables > A b: must be an XML name'],
  [{ data: { tables: {} } }, 'data > tables: is empty and changes nothing'],
  [{ data: { tables: { A: { '"><x': 'int' } } } }, 'data > tables > A > "><x: must be an XML name'],
])('DS-3: a line that does not fit is an error of the design: %j', (dataSets, problem) => {
  const design = { operations: { Do: { input: { dataSets } } } } as Design;
  const found = checkDesign(model, design).problems.map(
    ({ at, message }) => `${at.slice(4).join(' > ')}: ${message}`,
  );
  expect(found[0]).toContain(problem);
});
