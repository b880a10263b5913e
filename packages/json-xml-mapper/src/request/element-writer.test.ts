import { expect, test } from 'vitest';
import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import { DEFAULT_SIMPLE_LIMITS } from '../scalar/default-limits.js';
import { captured } from './element-writer.js';
import { EncodingRun } from './encoding-run.js';
import { PrefixTable } from './prefixes.js';
import { attributeMarkup, Tags } from './tags.js';

const newRun = (limits = {}): EncodingRun =>
  new EncodingRun({ ...DEFAULT_MAPPER_LIMITS, ...DEFAULT_SIMPLE_LIMITS, ...limits }, new PrefixTable());

const A = new Tags('a');
const B = new Tags('b', attributeMarkup('k', '"&'));

test('XO-5: an element without content is short only if it may be', () => {
  const run = newRun();
  for (const mayBeShort of [true, false]) run.xml.close(B, run.xml.open(B), mayBeShort);
  const filled = new Tags('c', '', ' ');
  run.xml.close(filled, run.xml.open(filled));
  run.xml.nil(A);
  expect(run.xml.take()).toBe('<b k="&quot;&amp;"/><b k="&quot;&amp;"></b><c> </c><a xsi:nil="true"/>');
  expect(run.xml.length).toBe(0);
});

test('a start tag takes attributes, and declares prefixes, until its element has content', () => {
  const run = newRun();
  const mark = run.xml.open(A);
  run.xml.attributes(attributeMarkup(`${run.prefixes.use('urn:x')}:k`, '1'));
  run.xml.text('');
  run.xml.attributes(attributeMarkup('first', '2'), true);
  const length = run.xml.length;
  run.xml.text(`<${run.prefixes.use('urn:y')}`);
  const inner = run.xml.scope();
  const tags = new Tags(`${run.prefixes.use('urn:x')}:b`, run.prefixes.declarations(inner));
  run.xml.close(tags, run.xml.open(tags), true);
  run.prefixes.close(inner);
  run.xml.close(A, mark, true);
  expect(run.xml.take()).toBe('<a xmlns:x1="urn:x" xmlns:x2="urn:y" first="2" x1:k="1">&lt;x2<x1:b/></a>');
  expect(length).toBe('<a first="2" x1:k="1">'.length);
  expect(run.prefixes.open()).toBe(0);
});

test('what is captured is not written, and leaves the start tag around it open', () => {
  const run = newRun();
  const mark = run.xml.open(A);
  expect(captured(run, () => run.xml.close(B, run.xml.open(B)))).toBe('<b k="&quot;&amp;"></b>');
  run.xml.attributes(attributeMarkup('x', 'y'));
  run.xml.close(A, mark, true);
  expect(run.xml.take()).toBe('<a x="y"/>');
});

test('SE-2, SE-6: the depth and the number of elements are bounded', () => {
  const deep = newRun({ requestDepth: 2 });
  deep.xml.open(A);
  deep.xml.open(A);
  expect(() => deep.xml.open(A)).toThrow('nested more than 2 levels');
  const many = newRun({ requestNodes: 2 });
  many.xml.nil(A);
  many.xml.close(A, many.xml.open(A));
  expect(() => many.xml.nil(A)).toThrow('more than 2 elements');
});
