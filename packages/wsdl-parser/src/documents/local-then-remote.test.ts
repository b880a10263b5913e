import { expect, test } from 'vitest';
import { bundleResolver } from './bundle.js';
import { inTurn, localThenRemote } from './local-then-remote.js';
import { namespaceFinderOf } from './resolver.js';

const schema = (namespace: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}"/>`;
const files = (name: string, namespace: string) => bundleResolver(new Map([[name, schema(namespace)]]));

test('resolvers in turn: each is asked by location and by namespace', async () => {
  const both = inTurn(files('a.xsd', 'urn:a'), files('b.xsd', 'urn:b'));
  const find = namespaceFinderOf(localThenRemote(both, undefined));
  const textOf = (found: { bytes: Uint8Array } | undefined) => new TextDecoder().decode(found?.bytes);
  expect(textOf(await both('a.xsd'))).toBe(schema('urn:a'));
  expect(textOf(await both('b.xsd'))).toBe(schema('urn:b'));
  expect(textOf(await find?.('urn:a'))).toBe(schema('urn:a'));
  expect(textOf(await find?.('urn:b'))).toBe(schema('urn:b'));
  expect(await find?.('urn:c')).toBeUndefined();
  await expect(both('c.xsd')).rejects.toThrow('the bundle has no such file');
});

test('resolvers in turn without files: nothing is found by namespace', () => {
  const none = async () => Promise.reject(new Error('none'));
  expect(namespaceFinderOf(inTurn(none, none))).toBeUndefined();
});
