import { describe, expect, test } from 'vitest';
import { lookUp, schemaNamespace } from './look-up.js';

const NAMESPACES: Readonly<Record<string, string>> = {
  'types/a.xsd': 'urn:a',
  'types/b.xsd': 'urn:b',
  'old/b.xsd': 'urn:b',
  'xsd0.xsd': 'urn:x',
};
const PATHS = ['wsdl/s.wsdl', 'Service.svc', ...Object.keys(NAMESPACES), 'notes.txt'];
const files = { paths: PATHS, namespaceOf: (path: string) => NAMESPACES[path] };

describe('lookUp', () => {
  // The rules of docs/finding-documents.md, by number.
  test.each<[rule: string, uri: string, namespace: string | undefined, found: string | undefined]>([
    ['1', 'types/a.xsd', undefined, 'types/a.xsd'],
    ['1, of any file', 'notes.txt', undefined, 'notes.txt'],
    ['2', 'Types/A.XSD', undefined, 'types/a.xsd'],
    ['3', 'types/a.xsd?x=1', undefined, 'types/a.xsd'],
    ['3, not of a page', 'Service.svc?wsdl', undefined, undefined],
    ['4, a drive', 'file:///C:/Users/me/types/a.xsd', undefined, 'types/a.xsd'],
    ['4, a host', 'http://intranet.example/svc/types/b.xsd', undefined, 'types/b.xsd'],
    ['4, several', 'http://intranet.example/b.xsd', undefined, undefined],
    ['5', 'http://h/Service.svc?xsd=xsd0', undefined, 'xsd0.xsd'],
    ['5, a path', 'http://h/Service.svc?xsd=types%2Fa.xsd', undefined, 'types/a.xsd'],
    ['6', 'http://h/Service.svc?xsd=other', 'urn:a', 'types/a.xsd'],
    ['6, several', 'http://h/other.xsd', 'urn:b', undefined],
    ['none', 'http://h/other.xsd', 'urn:z', undefined],
  ])('rule %s: %s', async (_rule, uri, namespace, found) => {
    expect(await lookUp(uri, { namespace }, files)).toBe(found);
  });

  test('a file whose name has the query comes first', async () => {
    const paths = ['a.xsd', 'a.xsd?x=1'];
    expect(await lookUp('a.xsd?x=1', {}, { paths, namespaceOf: () => undefined })).toBe('a.xsd?x=1');
  });
});

test.each([
  [
    'a schema',
    '<?xml version="1.0"?><!-- <a> --><xs:schema xmlns:xs="x" targetNamespace = "urn:a">',
    'urn:a',
  ],
  ['a schema without one', '<schema>', ''],
  ['a WSDL', '<definitions targetNamespace="urn:a"><types><schema targetNamespace="urn:b">', undefined],
  ['no document', 'hello', undefined],
])('schemaNamespace of %s', (_what, text, expected) => {
  expect(schemaNamespace(new TextEncoder().encode(text), 'x')).toBe(expected);
});

test('many look-ups read the list of files once', async () => {
  let reads = 0;
  const paths = Array.from({ length: 100 }, (_, index) => `a/b/e${index}.xsd`);
  paths[Symbol.iterator] = function* () {
    reads += 1;
    for (let index = 0; index < this.length; index++) yield this[index] as string;
    return undefined;
  };
  const query = Array.from({ length: 20 }, (_, index) => `x${index}=n${index}`).join('&');
  for (let index = 0; index < 50; index++) {
    const files = { paths, namespaceOf: () => undefined };
    expect(await lookUp(`Service${index}.svc?${query}`, {}, files)).toBeUndefined();
    expect(await lookUp(`b/E${index}.xsd`, {}, files)).toBe(`a/b/e${index}.xsd`);
  }
  expect(reads).toBe(1);
});
