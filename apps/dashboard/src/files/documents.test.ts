import { describe, expect, test } from 'vitest';
import { addDocuments, type Document, descriptionsAmong, toSource } from './documents.js';

const document = (path: string, size = 10): Document => ({ path, file: { size } as Blob });

describe('documents from chosen files', () => {
  test('a single archive is sent as an archive, also with an ending in upper case', () => {
    expect(toSource([document('All.ZIP')]).kind).toBe('archive');
  });

  test('files keep their paths', () => {
    const documents = [document('a/service.wsdl'), document('a/xsd/types.xsd')];
    expect(toSource(documents)).toEqual({ kind: 'files', documents });
  });

  test.each([
    ['nothing', [], 'Choose the WSDL'],
    ['an archive among files', [document('a.zip'), document('b.wsdl')], 'not both'],
    ['two archives', [document('a.zip'), document('b.zip')], 'not both'],
    ['too many files', Array.from({ length: 201 }, (_, n) => document(`${n}.xsd`)), 'at most 200'],
    ['too many bytes', [document('a.wsdl', 23 * 1024 * 1024)], '22 MB'],
  ] as const)('%s is rejected with a message', (_, documents, words) => {
    const source = toSource(documents);
    expect(source).toMatchObject({ kind: 'problem', message: expect.stringContaining(words) });
  });

  test('adding a path again replaces the file, and keeps the others', () => {
    const [old, other, current] = [document('a.wsdl', 1), document('b.xsd'), document('a.wsdl', 2)];
    expect(addDocuments([old, other], [current])).toEqual([current, other]);
  });

  test('WSDL files are recognised by name', () => {
    const documents = ['a.wsdl', 'b.WSDL', 'c.xsd', 'd.wsdl2'].map((path) => document(path));
    expect(descriptionsAmong(documents)).toEqual(['a.wsdl', 'b.WSDL', 'd.wsdl2']);
  });
});
