import { expect, test } from 'vitest';
import { PublishedDocuments } from './wsdl-documents.js';

const document = (uri: string, text: string) => ({ uri, bytes: new TextEncoder().encode(text) });

test('documents that import each other refer to the first one as ?wsdl', () => {
  const documents = new PublishedDocuments([
    document('http://a/one.wsdl', '<d:definitions><d:import location="two.wsdl"/></d:definitions>'),
    document('http://a/two.wsdl', '<d:definitions><d:import location="one.wsdl"/></d:definitions>'),
  ]);
  const find = (query: string) => documents.find(new URLSearchParams(query), 'http://here/soap');
  expect(find('wsdl')).toContain('location="http://here/soap?xsd=1"');
  expect(find('xsd=1')).toContain('location="http://here/soap?wsdl"');
});

test('an import of a missing schema does not get an address of this server', () => {
  const documents = new PublishedDocuments([
    document(
      'file:///one.wsdl',
      '<x:import namespace="urn:a" schemaLocation="gone.xsd"/><x:import namespace="urn:b" schemaLocation="https://example.com/b.xsd"/>',
    ),
  ]);
  expect(documents.find(new URLSearchParams('wsdl'), 'http://here/soap')).toBe(
    '<x:import namespace="urn:a"/><x:import namespace="urn:b" schemaLocation="https://example.com/b.xsd"/>',
  );
});
