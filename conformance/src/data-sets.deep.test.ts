import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@soapstone/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { succeeds } from './installed.js';
import { wsdlAround } from './material/wsdl-around.js';

/** A service that reads the DataSet of a request, says what became of each row, and returns the DataSet. */
const SERVICE = `using System; using System.Data; using System.Text; using System.Xml; using System.Xml.Serialization;
public class Service {
  public static void Main() {
    var request = new XmlDocument(); request.Load(Console.OpenStandardInput());
    var data = new DataSet();
    ((IXmlSerializable) data).ReadXml(new XmlNodeReader(request.GetElementsByTagName("data", "urn:t")[0]));
    var states = new StringBuilder();
    foreach (DataTable table in data.Tables) foreach (DataRow row in table.Rows) {
      states.Append(table.TableName + " " + row.RowState);
      foreach (DataColumn column in table.Columns) {
        object now = row.RowState == DataRowState.Deleted ? "-" : row[column];
        object was = row.RowState == DataRowState.Added ? "-" : row[column, DataRowVersion.Original];
        states.Append(" " + column.DataType.Name + ":" + now + "/" + was);
      }
      states.Append(";");
    }
    if (data.DataSetName == "Shop")
      data.Relations.Add(data.Tables["Orders"].Columns["no"], data.Tables["Lines"].Columns["order"]).Nested = true;
    var settings = new XmlWriterSettings { Encoding = new UTF8Encoding(false) };
    using (var writer = XmlWriter.Create(Console.OpenStandardOutput(), settings)) {
      writer.WriteStartElement("s", "Envelope", "http://schemas.xmlsoap.org/soap/envelope/");
      writer.WriteStartElement("Body", "http://schemas.xmlsoap.org/soap/envelope/");
      writer.WriteStartElement("DoResponse", "urn:t");
      writer.WriteElementString("states", "urn:t", states.ToString());
      writer.WriteStartElement("data", "urn:t"); ((IXmlSerializable) data).WriteXml(writer); writer.WriteEndElement();
    }
  }
}`;
const DATA =
  '<xs:element name="data"><xs:complexType><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType></xs:element>';
const SCHEMA = `<xs:schema targetNamespace="urn:t" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:element name="Do"><xs:complexType><xs:sequence>${DATA}</xs:sequence></xs:complexType></xs:element>
  <xs:element name="DoResponse"><xs:complexType><xs:sequence><xs:element name="states" type="xs:string"/>${DATA}</xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const installed = succeeds('mcs', '--version') && succeeds('mono', '--version');

describe.skipIf(!installed)(
  `a service with DataSets on Mono${installed ? '' : ' [skipped: needs the Debian packages mono-mcs mono-runtime libmono-system-data4.0-cil]'}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'data-sets-'));
    const service = join(folder, 'Service.exe');
    beforeAll(() => {
      writeFileSync(join(folder, 'Service.cs'), SERVICE);
      const libraries = ['-r:System.Data.dll', '-r:System.Xml.dll'];
      execFileSync('mcs', [...libraries, `-out:${service}`, join(folder, 'Service.cs')], { stdio: 'pipe' });
    }, 60_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const wsdl = wsdlAround(SCHEMA).replace(/<xs:schema>.*<\/xs:schema>/, () => SCHEMA);
    const fetch = async (_url: unknown, init: unknown) => {
      const input = await new Request('http://localhost/', init as RequestInit).text();
      const { stdout, stderr, status } = spawnSync('mono', [service], { input, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      return new Response(stdout, { headers: { 'content-type': 'text/xml; charset=utf-8' } });
    };

    test('DS-2: rows that are inserted, modified, deleted and unchanged arrive as such, and come back the same', async () => {
      const tables = {
        Users: { id: 'int', name: 'string', rate: 'decimal', active: 'boolean', key: 'guid' },
      };
      const { $operations } = await createClient(wsdl);
      const [name = ''] = $operations;
      const dataSets = { data: { tables } };
      const design = { operations: { [name]: { input: { dataSets }, result: { dataSets } } } };
      const client = await createClient(wsdl, { fetch, design });
      const key = '00000000-0000-0000-0000-000000000001';
      const data = {
        rows: {
          Users: [
            { '@id': 'Users1', id: 1, name: 'Ann & Bo <x>', rate: 1.5, active: true, key },
            { '@id': 'Users2', '@hasChanges': 'modified', id: 2, name: 'Bob' },
            { '@id': 'Users4', '@hasChanges': 'inserted', id: 3, name: ' Cy ' },
          ],
        },
        before: {
          Users: [
            { '@id': 'Users2', id: 2, name: 'Bo' },
            { '@id': 'Users3', id: 4, name: 'Di' },
          ],
        },
      };
      const result = (await client.$operation(name)({ data })) as { states: string; data: unknown };
      expect(result.states.split(';').toSorted()).toEqual([
        '',
        'Users Added Int32:3/- String: Cy /- Decimal:/- Boolean:/- Guid:/-',
        'Users Deleted Int32:-/4 String:-/Di Decimal:-/ Boolean:-/ Guid:-/',
        'Users Modified Int32:2/2 String:Bob/Bo Decimal:/ Boolean:/ Guid:/',
        `Users Unchanged Int32:1/1 String:Ann & Bo <x>/Ann & Bo <x> Decimal:1.5/1.5 Boolean:True/True Guid:${key}/${key}`,
      ]);
      const returned = result.data as typeof data;
      const withoutIds = (rows: readonly object[]) =>
        rows
          .map((row) => ({ ...row, '@id': '' }))
          .map((row) => JSON.stringify(row))
          .toSorted();
      expect(withoutIds(returned.rows.Users)).toEqual(withoutIds(data.rows.Users));
      expect(withoutIds(returned.before.Users)).toEqual(withoutIds(data.before.Users));
      // What came back can be sent again.
      const again = (await client.$operation(name)({ data: returned })) as { states: string };
      expect(again.states.split(';').toSorted()).toEqual(result.states.split(';').toSorted());
      await client.$close();
    }, 60_000);

    test('DS-5: columns that are attributes or hidden arrive as such, and rows inside rows come back', async () => {
      const Orders = { no: 'int attribute', rev: 'int hidden', to: 'string' };
      const Lines = { order: 'int', qty: 'int' };
      const { $operations } = await createClient(wsdl);
      const [name = ''] = $operations;
      const design = {
        operations: {
          [name]: {
            input: { dataSets: { data: { name: 'Shop', tables: { Orders, Lines } } } },
            result: { dataSets: { data: { name: 'Shop', tables: { Orders: { ...Orders, Lines } } } } },
          },
        },
      };
      const client = await createClient(wsdl, { fetch, design });
      const orders = [
        { '@id': 'Orders1', no: 1, rev: 7, to: 'Ann' },
        { '@id': 'Orders2', '@hasChanges': 'inserted', no: 2, rev: 8, to: 'Bo' },
      ];
      const lines = [
        { '@id': 'Lines2', '@hasChanges': 'modified', order: 1, qty: 4 },
        { '@id': 'Lines3', '@hasChanges': 'inserted', order: 2, qty: 5 },
      ];
      const before = [
        { '@id': 'Lines1', order: 1, qty: 2 },
        { '@id': 'Lines2', order: 1, qty: 3 },
      ];
      const data = { rows: { Orders: orders, Lines: lines }, before: { Lines: before } };
      const result = (await client.$operation(name)({ data })) as { states: string; data: typeof data };
      expect(result.states.split(';').toSorted()).toEqual([
        '',
        'Lines Added Int32:2/- Int32:5/-',
        'Lines Deleted Int32:-/1 Int32:-/2',
        'Lines Modified Int32:1/1 Int32:4/3',
        'Orders Added Int32:2/- Int32:8/- String:Bo/-',
        'Orders Unchanged Int32:1/1 Int32:7/7 String:Ann/Ann',
      ]);
      // .NET numbers the rows again.
      const row = (members: object) => ({ ...members, '@id': expect.any(String) });
      expect(result.data).toEqual({
        rows: {
          Orders: orders.map((order, at) => row({ ...order, Lines: [row(lines[at] as object)] })),
        },
        before: {
          Orders: [],
          Lines: expect.arrayContaining([
            { ...row(before[0] as object), '@parentId': result.data.rows.Orders[0]?.['@id'] },
            row(before[1] as object),
          ]),
        },
      });
      await client.$close();
    }, 60_000);
  },
);
