import { describe, expect, test } from 'vitest';
import { isWsdlError, type WsdlErrorCode } from '../errors.js';
import type { ParseLimits } from '../limits.js';
import { parseWsdl } from '../parse-wsdl.js';
import { bundleResolver } from './bundle.js';

const definitions = (content = ''): string =>
  `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">${content}</definitions>`;
const schema = (namespace: string, content = ''): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${content}</xs:schema>`;
const include = (location: string): string => `<xs:include schemaLocation="${location}"/>`;

async function load(files: Record<string, string>, limits: Partial<ParseLimits> = {}) {
  const asked: string[] = [];
  const resolve = bundleResolver(files);
  const parsing = parseWsdl('a.wsdl', {
    limits,
    resolve: async (uri) => {
      asked.push(uri);
      return await resolve(uri);
    },
  });
  try {
    const { documents, model, ...parsed } = await parsing;
    // No description of these tests has an operation.
    const diagnostics = parsed.diagnostics.filter((d) => d.code !== 'NO_SOAP_OPERATION');
    return { asked, documents: documents.map((d) => d.uri), diagnostics, model };
  } catch (error) {
    if (isWsdlError(error)) return { asked, code: error.code, message: error.message };
    throw error;
  }
}

describe('the documents of a description', () => {
  test('are loaded once each, breadth first, cycles and diamonds included', async () => {
    const { asked, documents, diagnostics } = await load({
      'a.wsdl': definitions(
        `<import location="b.wsdl"/><import location="c.wsdl"/><types>${schema('urn:1', include('x.xsd'))}</types>`,
      ),
      'b.wsdl': definitions('<import location="a.wsdl"/><import location="d.wsdl"/>'),
      'c.wsdl': definitions('<import location="./d.wsdl"/><import location="c.wsdl"/>'),
      'd.wsdl': definitions('<import location="b.wsdl#x"/>'),
      'x.xsd': schema('urn:1', include('y.xsd')),
      'y.xsd': schema('urn:1', include('x.xsd')),
    });
    expect(asked).toEqual(['a.wsdl', 'b.wsdl', 'c.wsdl', 'x.xsd', 'd.wsdl', 'y.xsd']);
    expect(documents).toEqual(asked);
    expect(diagnostics).toEqual([]);
  });

  test('are the same documents if two locations lead to one file', async () => {
    const { asked, documents } = await load({
      'a.wsdl': definitions(
        '<import location="B.wsdl"/><import location="b.wsdl"/><import location="file:///x/b.wsdl"/>',
      ),
      'b.wsdl': definitions(),
    });
    expect(asked).toHaveLength(4);
    expect(documents).toEqual(['a.wsdl', 'b.wsdl']);
  });

  test('come in the same order however long each takes', async () => {
    const files: Record<string, string> = { 'a.wsdl': '' };
    const names = Array.from({ length: 20 }, (_, i) => `x${i}.wsdl`);
    for (const name of names) files[name] = definitions();
    files['a.wsdl'] = definitions(names.map((name) => `<import location="${name}"/>`).join(''));
    const resolve = bundleResolver(files);
    let turn = 0;
    const { documents } = await parseWsdl('a.wsdl', {
      resolve: async (uri) => {
        turn += 1;
        for (let i = 0; i < (turn * 7) % 5; i += 1) await Promise.resolve();
        return await resolve(uri);
      },
    });
    expect(documents.map((d) => d.uri)).toEqual(['a.wsdl', ...names]);
  });

  test('are not fetched if the schema is bundled and its owner publishes it', async () => {
    const { asked, diagnostics } = await load({
      'a.wsdl': definitions(
        `<types>${schema(
          'urn:1',
          '<xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/>' +
            '<xs:complexType name="T"><xs:attribute xmlns:xml="http://www.w3.org/XML/1998/namespace" ref="xml:lang"/></xs:complexType>',
        )}</types>`,
      ),
    });
    expect(asked).toEqual(['a.wsdl']);
    expect(diagnostics).toEqual([]);
  });

  test('can be WSDL with schemas in it, or schemas imported as WSDL, with a note', async () => {
    const { diagnostics, model } = await load({
      'a.wsdl': definitions(
        `<import location="e.xsd"/><types>${schema('urn:1', '<xs:import namespace="urn:2" schemaLocation="b.wsdl"/>')}</types>`,
      ),
      'b.wsdl': definitions(`<types>${schema('urn:2', '<xs:element name="x" type="xs:int"/>')}</types>`),
      'e.xsd': schema('urn:3', '<xs:element name="y" type="xs:int"/>'),
    });
    expect(diagnostics?.map((d) => [d.code, d.line])).toEqual([
      ['UNUSUAL_IMPORT', 1],
      ['UNUSUAL_IMPORT', 1],
    ]);
    expect(model?.schema.elements.map((e) => e.name)).toEqual(
      expect.arrayContaining([
        { namespace: 'urn:2', localName: 'x' },
        { namespace: 'urn:3', localName: 'y' },
      ]),
    );
  });

  test.each<[string, string, string]>([
    ['missing', '', 'cannot load "b.wsdl": the bundle has no such file'],
    [
      'HTML',
      '<!DOCTYPE html><html><body>no</html>',
      'cannot load "b.wsdl": the document is not WSDL: it is an HTML page',
    ],
    ['other XML', '<rss/>', 'cannot load "b.wsdl": it is an RSS feed'],
    [
      'broken XML',
      '<definitions',
      'cannot load "b.wsdl": cannot read the XML: document must contain a root element',
    ],
  ])('cost only what they declare when one is %s', async (_, content, message) => {
    const files: Record<string, string> = { 'a.wsdl': definitions('<import location="b.wsdl"/>') };
    if (content !== '') files['b.wsdl'] = content;
    const { diagnostics } = await load(files);
    expect(
      diagnostics?.filter((d) => d.code === 'LOAD_FAILED').map((d) => [d.file, d.line, d.message]),
    ).toEqual([['a.wsdl', 1, message]]);
  });

  test('count once for each namespace that includes them (MO-1)', async () => {
    const chameleon =
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="x" type="T"/><xs:simpleType name="T"><xs:restriction base="xs:int"/></xs:simpleType></xs:schema>';
    const { model, diagnostics } = await load({
      'a.wsdl': definitions(
        `<types>${schema('urn:1', include('c.xsd'))}${schema('urn:2', include('c.xsd'))}</types>`,
      ),
      'c.xsd': chameleon,
    });
    expect(diagnostics).toEqual([]);
    expect(model?.schema.elements.map((e) => e.name.namespace)).toEqual(['urn:1', 'urn:2']);
  });
});

describe('the limits on documents', () => {
  const chain = (length: number): Record<string, string> => {
    const files: Record<string, string> = {};
    for (let i = 0; i < length; i += 1) {
      files[i === 0 ? 'a.wsdl' : `x${i}.wsdl`] = definitions(`<import location="x${i + 1}.wsdl"/>`);
    }
    return files;
  };

  test.each<[string, Record<string, string>, Partial<ParseLimits>, WsdlErrorCode, string]>([
    [
      'depth',
      chain(20),
      {},
      'LIMIT_EXCEEDED',
      'x10.wsdl:1:123: imports nested too deep: the limit is 10 (option "limits.importDepth", default 10)',
    ],
    [
      'count',
      chain(5),
      { documents: 3 },
      'LIMIT_EXCEEDED',
      'x2.wsdl:1:123: too many documents: the limit is 3 (option "limits.documents", default 100)',
    ],
    [
      'bytes',
      chain(5),
      { bytes: 400 },
      'LIMIT_EXCEEDED',
      'x2.wsdl: too many bytes of documents: the limit is 400 (option "limits.bytes", default 20971520)',
    ],
    [
      'elements of all documents together',
      chain(5),
      { elements: 5 },
      'LIMIT_EXCEEDED',
      'x2.wsdl:1:123: too many elements in the documents: the limit is 5 (option "limits.elements", default 1000000)',
    ],
    [
      'schemas',
      { 'a.wsdl': definitions(`<types>${schema('urn:1')}${schema('urn:2')}</types>`) },
      { schemaDocuments: 1 },
      'LIMIT_EXCEEDED',
      'a.wsdl:1:221: too many schemas: the limit is 1 (option "limits.schemaDocuments", default 200)',
    ],
  ])('%s', async (_, files, limits, code, message) => {
    expect(await load(files, limits)).toMatchObject({ code, message });
  });

  test('a graph of a thousand documents with 2^20 ways through it costs a hundred requests', async () => {
    const files: Record<string, string> = {};
    for (let i = 0; i < 1000; i += 1) {
      const next = [1, 2, 3].map((n) => `<import location="x${(i * 2 + n) % 1000}.wsdl"/>`).join('');
      files[i === 0 ? 'a.wsdl' : `x${i}.wsdl`] = definitions(next);
    }
    const result = await load(files);
    expect(result.asked.length).toBeLessThanOrEqual(100);
    expect(result).toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });
});

describe('a first document that is not a WSDL', () => {
  test.each<[string, string | Uint8Array, string]>([
    [
      'HTML',
      '\n<!doctype html>\n<html><br></html>',
      'NOT_WSDL a.wsdl: the document is not WSDL: it is an HTML page',
    ],
    [
      'XHTML',
      '<html xmlns="http://www.w3.org/1999/xhtml"/>',
      'NOT_WSDL a.wsdl:1:1: the document is not WSDL: it is an HTML page',
    ],
    ['a schema', schema('urn:x'), 'NOT_WSDL a.wsdl:1:1: the document is not WSDL: it is an XML Schema'],
    ['JSON', '{"a": 1}', 'NOT_WSDL a.wsdl: the document is not WSDL: it is JSON'],
    [
      'OpenAPI',
      '{"openapi": "3.0.3"}',
      'NOT_WSDL a.wsdl: the document is not WSDL: it is an OpenAPI document',
    ],
    [
      'OpenAPI in YAML',
      'openapi: 3.0.3\ninfo: {}',
      'NOT_WSDL a.wsdl: the document is not WSDL: it is an OpenAPI document',
    ],
    ['nothing', '', 'NOT_WSDL a.wsdl: the document is not WSDL: it is empty'],
    ['white space', ' \n', 'NOT_WSDL a.wsdl: the document is not WSDL: it is empty'],
    [
      'a SOAP message',
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"/>',
      'NOT_WSDL a.wsdl:1:1: the document is not WSDL: it is a SOAP 1.1 message',
    ],
    [
      'DISCO',
      '<discovery xmlns="http://schemas.xmlsoap.org/disco/"/>',
      'NOT_WSDL a.wsdl:1:1: the document is not WSDL: it is a DISCO discovery document',
    ],
    [
      'WADL',
      '<application xmlns="http://wadl.dev.java.net/2009/02"/>',
      'NOT_WSDL a.wsdl:1:1: the document is not WSDL: it is a WADL description',
    ],
    [
      'other XML',
      '<a xmlns="urn:b"/>',
      'NOT_WSDL a.wsdl:1:1: the document is not WSDL: it is an XML document with the root element {urn:b}a',
    ],
    [
      'definitions without a namespace',
      '<definitions/>',
      'NOT_WSDL a.wsdl:1:1: the document is not WSDL: it is a "definitions" element without the namespace of WSDL 1.1',
    ],
    ['text', 'not found', 'NOT_WSDL a.wsdl: the document is not WSDL: it is plain text'],
    [
      'a zip archive',
      Uint8Array.from([0x50, 0x4b, 3, 4, 0xff]),
      'NOT_WSDL a.wsdl: the document is not WSDL: it is a zip archive',
    ],
    ['a PDF file', '%PDF-1.7', 'NOT_WSDL a.wsdl: the document is not WSDL: it is a PDF file'],
    [
      'broken XML',
      definitions('<types>'),
      'NOT_WELL_FORMED a.wsdl:1:144: cannot read the XML: unexpected </definitions>, the element "types" of line 1 is not closed before it',
    ],
    [
      'bad bytes',
      Uint8Array.from([0x3c, 0xff]),
      'BAD_ENCODING a.wsdl: cannot decode the document: it is not valid utf-8',
    ],
  ])('%s is rejected, and the error says what it is', async (_, content, want) => {
    const error: unknown = await parseWsdl('a.wsdl', {
      resolve: bundleResolver(new Map([['a.wsdl', content]])),
    }).catch((e: unknown) => e);
    expect(isWsdlError(error) && `${error.code} ${error.message}`).toBe(want);
  });

  test('that cannot be loaded is an error with the reason of the resolver', async () => {
    const error: unknown = await parseWsdl('http://h.example/a.wsdl', {
      resolve: () => Promise.reject(new Error('connection refused')),
    }).catch((e: unknown) => e);
    expect(isWsdlError(error) && [error.code, error.message, (error.cause as Error).message]).toEqual([
      'LOAD_FAILED',
      'http://h.example/a.wsdl: cannot load the document: connection refused',
      'connection refused',
    ]);
  });
});
