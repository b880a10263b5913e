import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compareDifferences } from './differences.js';
import { judgeGroup } from './judge-group.js';
import { readGroups } from './read-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'xsts-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A suite of our own in the form of the one of the W3C. */
const META = `<testSet xmlns="http://www.w3.org/XML/2004/xml-schema-test-suite/" xmlns:xlink="http://www.w3.org/1999/xlink">
  <testGroup name="numbers">
    <schemaTest name="s"><schemaDocument xlink:href="../ownData/n.xsd"/><expected validity="valid"/><current status="accepted"/></schemaTest>
    <instanceTest name="good"><instanceDocument xlink:href="../ownData/good.xml"/><expected validity="valid"/></instanceTest>
    <instanceTest name="bad"><instanceDocument xlink:href="../ownData/bad.xml"/><expected validity="invalid"/></instanceTest>
    <instanceTest name="other"><instanceDocument xlink:href="../ownData/other.xml"/><expected validity="invalid"/></instanceTest>
    <instanceTest name="doctype"><instanceDocument xlink:href="../ownData/doctype.xml"/><expected validity="valid"/></instanceTest>
    <instanceTest name="challenged"><instanceDocument xlink:href="../ownData/good.xml"/><expected validity="invalid"/><current status="queried"/></instanceTest>
    <instanceTest name="asserted" ><instanceDocument xlink:href="../ownData/both.xml"/><expected validity="valid"/></instanceTest>
    <instanceTest name="denied"><instanceDocument xlink:href="../ownData/both.xml"/><expected validity="invalid"/></instanceTest>
    <instanceTest name="later" version="1.1"><instanceDocument xlink:href="../ownData/good.xml"/><expected validity="invalid"/></instanceTest>
  </testGroup>
  <testGroup name="wrong">
    <schemaTest name="s"><schemaDocument xlink:href="../ownData/n.xsd"/><expected validity="invalid"/></schemaTest>
    <instanceTest name="i"><instanceDocument xlink:href="../ownData/good.xml"/><expected validity="valid"/></instanceTest>
  </testGroup>
</testSet>`;

const FILES: Readonly<Record<string, string>> = {
  'ownMeta/own.testSet': META,
  'ownMeta/.hidden.xml': '<',
  'ownData/n.xsd':
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:n"><xs:element name="n" type="xs:int"/></xs:schema>',
  'ownData/good.xml': '<?xml version="1.0"?><n xmlns="urn:n">5</n>',
  'ownData/bad.xml': '<n xmlns="urn:n">five</n>',
  'ownData/other.xml': '<m xmlns="urn:n">5</m>',
  'ownData/doctype.xml': '<!DOCTYPE n><n xmlns="urn:n">5</n>',
};

test('xsts: reads the groups of a suite that are certain, and judges their instances as messages', async () => {
  for (const directory of ['ownMeta', 'ownData']) mkdirSync(join(folder, directory));
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(folder, path), text);
  const groups = await readGroups(folder);
  expect(groups.map(({ set, name }) => `${set} ${name}`)).toEqual(['ownMeta numbers']);
  const verdicts = await judgeGroup(groups[0]!, folder);
  const results = verdicts.map(({ test: { name, valid }, request, response }) => ({
    name,
    valid,
    request,
    response,
  }));
  expect(results.sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
    { name: 'bad', valid: false, request: false, response: false },
    { name: 'doctype', valid: true, request: undefined, response: undefined },
    { name: 'good', valid: true, request: true, response: true },
    { name: 'other', valid: false, request: undefined, response: undefined },
  ]);
});

test('xsts: a test that differs must be listed, and a listed one must differ', () => {
  const known = {
    valid: [{ reason: 'a reason', tests: ['set group one'] }],
    invalid: [{ reason: 'another', tests: ['set group two'] }],
  };
  expect(compareDifferences(['set group one', 'set group two'], known)).toEqual([]);
  expect(compareDifferences(['set group one', 'set group three'], known)).toEqual([
    'set group three differs and is not listed',
    'set group two is listed and does not differ',
  ]);
});
