import { expect, test } from 'vitest';
import { readFiles } from './document-source.js';

const content = Buffer.from('<a/>').toString('base64');

test('two uploaded files with one path are a problem, which names the second', () => {
  const files = [
    { path: 'a.wsdl', content },
    { path: '__proto__', content },
    { path: 'a.wsdl', content: '' },
  ];
  expect(() => readFiles(files)).toThrow(
    expect.objectContaining({
      init: expect.objectContaining({
        code: 'SCHEMA_VIOLATION',
        details: [expect.objectContaining({ path: '/files/2/path' })],
      }),
    }),
  );
  expect([...readFiles(files.slice(0, 2)).keys()]).toEqual(['a.wsdl', '__proto__']);
});
