import { readFile } from 'node:fs/promises';
import { createMapper } from '@soapstone/json-xml-mapper';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { applyPatch } from './mcp/apply-patch.js';
import { measure } from './repairs.js';

const folder = new URL('../../examples/user-directory/', import.meta.url);

test('repairs: the patches of errors make nearly every wrong call of the example service right', async () => {
  const files = new Map<string, Uint8Array>();
  for (const name of ['user-directory.wsdl', 'user-directory.xsd'])
    files.set(name, await readFile(new URL(name, folder)));
  const { model } = await parseWsdl('user-directory.wsdl', { resolve: bundleResolver(files) });
  const tallies: Parameters<typeof measure>[1] = new Map();
  const unrepaired: string[] = [];
  expect(await measure(createMapper(model), tallies, (line) => unrepaired.push(line))).toBe(3);
  expect([...tallies.keys()].sort()).toEqual(
    ['misspelt name', 'missing member', 'wrong level', 'wrong type', 'wrong value'].sort(),
  );
  expect(unrepaired).toEqual([]);
  const { wrong, asMeant } = tallies.get('misspelt name')!;
  expect([wrong > 10, asMeant / wrong > 0.9]).toEqual([true, true]);
});

test('repairs: the judge applies a patch as RFC 6902 says', () => {
  const document = { a: { 'b/c': 1 }, list: [1, 2] };
  expect(
    applyPatch(document, [
      { op: 'move', from: '/a/b~1c', path: '/x' },
      { op: 'remove', path: '/list/0' },
      { op: 'replace', path: '/list/0', value: 3 },
      { op: 'add', path: '/a/d', value: {} },
    ]),
  ).toEqual({ a: { d: {} }, list: [3], x: 1 });
  expect(() => applyPatch(document, [{ op: 'add', path: '/none/x', value: 1 }])).toThrow('/none/x');
  expect(() => applyPatch(document, [{ op: 'remove', path: '/none' }])).toThrow('/none');
});
