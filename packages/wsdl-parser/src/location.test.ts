import { describe, expect, test } from 'vitest';
import { resolveLocation } from './location.js';

describe('a location in a document', () => {
  test.each([
    ['types.xsd', 'https://h.example/a/b.wsdl', 'https://h.example/a/types.xsd'],
    ['../x.xsd?y=1#part', 'https://h.example/a/b.wsdl', 'https://h.example/x.xsd?y=1'],
    ['../../../x.xsd', 'https://h.example/a/b.wsdl', 'https://h.example/x.xsd'],
    ['?xsd=xsd0', 'https://h.example/S.svc?wsdl', 'https://h.example/S.svc?xsd=xsd0'],
    ['//other.example/x.xsd', 'https://h.example/b.wsdl', 'https://other.example/x.xsd'],
    ['HTTP://H.example:80/x.xsd', 'b.wsdl', 'http://h.example/x.xsd'],
    ['..\\types\\x.xsd', 'file:///work/api/b.wsdl', 'file:///work/types/x.xsd'],
    ['C:\\work\\x.xsd', 'b.wsdl', 'file:///C:/work/x.xsd'],
    ['file:\\\\x.xsd', 'b.wsdl', 'file://x.xsd/'],
    ['types.xsd', 'b.wsdl', 'types.xsd'],
    [' types.xsd ', 'api/b.wsdl', 'api/types.xsd'],
    ['./../schemas/./x.xsd', 'api/b.wsdl', 'schemas/x.xsd'],
    ['../../../../etc/passwd', 'api/b.wsdl', 'etc/passwd'],
    ['/schemas/x.xsd', 'api/v1/b.wsdl', 'schemas/x.xsd'],
    ['my%20types.xsd', 'b.wsdl', 'my types.xsd'],
    ['\\\\unc\\share\\x.xsd', 'b.wsdl', 'unc/share/x.xsd'],
    ['http://[broken', 'b.wsdl', 'http://[broken'],
    ['jar:file:/a.jar!/x.xsd', 'b.wsdl', 'jar:file:/a.jar!/x.xsd'],
  ])('%s from %s is %s', (reference, base, want) => {
    expect(resolveLocation(reference, base)).toBe(want);
  });
});
