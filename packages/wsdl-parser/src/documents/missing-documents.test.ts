import type { Diagnostic } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { parseWsdl } from '../parse-wsdl.js';
import { wsdl11 } from '../wsdl/testing/wsdl-pieces.js';
import { bundleResolver } from './bundle.js';

/** The LOAD_FAILED diagnostics of a WSDL without any other file. */
async function failuresOf(wsdl: string): Promise<readonly Diagnostic[]> {
  const resolve = bundleResolver(new Map([['service.wsdl', wsdl]]));
  const { diagnostics } = await parseWsdl('service.wsdl', { resolve });
  return diagnostics.filter(({ code }) => code === 'LOAD_FAILED');
}

const IMPORT = '<xs:import namespace="urn:u" schemaLocation="schema/users.xsd"/>';
const USER = '<xs:element name="user" type="u:User" xmlns:u="urn:u"/>';

/** A description whose schema begins with `first` and declares `rest`. */
function withSchema(first: string, rest: string): string {
  return wsdl11({ schema: rest }).replace(/(<xs:schema[^>]*>)/, `$1${first}`);
}

describe('a missing document', () => {
  test('is an error that names the file if a type is lost', async () => {
    const [failure, ...others] = await failuresOf(withSchema(IMPORT, USER));
    expect(failure).toMatchObject({
      severity: 'error',
      component: 'document schema/users.xsd',
      effect: 'what only this document declares is passed on untyped, or lost',
      advice: 'supply the document',
    });
    expect(others).toEqual([]);
  });

  test('is a warning if nothing refers to it', async () => {
    expect(await failuresOf(withSchema(IMPORT, ''))).toMatchObject([{ severity: 'warning' }]);
  });

  test('is an error if an element of an included file is lost', async () => {
    const failures = await failuresOf(
      withSchema('<xs:include schemaLocation="more.xsd"/>', '<xs:element name="user" type="t:Gone"/>'),
    );
    expect(failures).toMatchObject([{ severity: 'error', component: 'document more.xsd' }]);
  });

  test('only the import of the lost type is an error, not its neighbour', async () => {
    const other = '<xs:import namespace="urn:v" schemaLocation="other.xsd"/>';
    const failures = await failuresOf(withSchema(IMPORT + other, USER));
    expect(failures.map(({ component, severity }) => [component, severity])).toEqual([
      ['document schema/users.xsd', 'error'],
      ['document other.xsd', 'warning'],
    ]);
  });

  test('is an error if it has the element of a message part', async () => {
    const messages =
      '<message name="In"><part name="body" element="u:In" xmlns:u="urn:u"/></message><message name="Out"><part name="body" element="t:Out"/></message>';
    const failures = await failuresOf(wsdl11({ messages }).replace(/(<xs:schema[^>]*>)/, `$1${IMPORT}`));
    expect(failures).toMatchObject([{ severity: 'error' }]);
  });

  test('is an error if it is the WSDL with the binding', async () => {
    const head = '<import namespace="urn:w" location="binding.wsdl"/>';
    const wsdl = wsdl11({ head }).replace('binding="t:B"', 'binding="w:B" xmlns:w="urn:w"');
    expect(await failuresOf(wsdl)).toMatchObject([{ severity: 'error', component: 'document binding.wsdl' }]);
  });

  test('is an error if an import names a namespace without a document, and one of its types is used', async () => {
    const failures = await failuresOf(withSchema('<xs:import namespace="urn:u"/>', USER));
    expect(failures).toMatchObject([{ severity: 'error', component: 'namespace urn:u' }]);
    expect(failures[0]?.message).toBe(
      'the import of namespace "urn:u" names no document, and none declares the namespace',
    );
    expect(await failuresOf(withSchema('<xs:import namespace="urn:u"/>', ''))).toEqual([]);
  });
});
