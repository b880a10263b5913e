import { describe, expect, test } from 'vitest';
import { identifySource } from './identify-source.js';

const WSDL = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>';

describe('identifySource', () => {
  test.each<[string, Parameters<typeof identifySource>[0], string, string | undefined]>([
    ['text', WSDL, 'document', undefined],
    ['text after white space and a byte order mark', `\uFEFF\n${WSDL}`, 'document', undefined],
    ['bytes', new TextEncoder().encode(WSDL), 'document', undefined],
    ['an address', 'HTTPS://example.com/users?wsdl', 'address', 'HTTPS://example.com/users?wsdl'],
    ['a URL', new URL('http://example.com/a'), 'address', 'http://example.com/a'],
    ['a path', 'wsdl/users.wsdl', 'path', 'wsdl/users.wsdl'],
    ['a file URL', new URL('file:///tmp/a%20b.wsdl'), 'path', '/tmp/a b.wsdl'],
    ['a bundle', { 'types.xsd': '<schema/>', 'users.wsdl': WSDL }, 'bundle', 'users.wsdl'],
  ])('%s', async (_, source, kind, location) => {
    const found = await identifySource(source, 'do it');
    expect(found.kind).toBe(kind);
    expect('location' in found ? found.location : undefined).toBe(location);
  });

  test('a bundle without a WSDL is an error that names the task', async () => {
    await expect(identifySource({ 'a.xsd': '<schema/>' }, 'create a client')).rejects.toThrow(
      'cannot create a client: the bundle has no WSDL in it',
    );
  });

  test.each([
    ['', /the source is empty; pass an address/],
    ['ftp://example.com/a.wsdl', /only http:, https: and file: addresses can be read, not ftp:/],
  ])('%j is an error that says what can be read', async (source, message) => {
    const error: unknown = await identifySource(source, 'create a client').catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'LOAD_FAILED', message: expect.stringMatching(message) });
  });

  test('bytes that begin like a zip archive are read as one', async () => {
    await expect(identifySource(new Uint8Array([0x50, 0x4b, 3, 4]), 'do it')).rejects.toThrow(/archive/);
  });
});
