import { expect, test } from 'vitest';
import { formatXml } from './format-xml.js';

test.each([
  ['<a/>', '<a/>'],
  ['<a><b>x &amp; y</b><c d=">"/></a>', '<a>\n  <b>x &amp; y</b>\n  <c d=">"/>\n</a>'],
  ['<?xml version="1.0"?><a><b></b></a>', '<?xml version="1.0"?>\n<a>\n  <b></b>\n</a>'],
  ['<a><!-- <x> --><b><![CDATA[<&]]></b></a>', '<a>\n  <!-- <x> -->\n  <b><![CDATA[<&]]></b>\n</a>'],
  ['plain text', 'plain text'],
  ['', ''],
])('%s', (text, formatted) => {
  expect(formatXml(text)).toBe(formatted);
});

test('ten thousand levels need no stack', () => {
  const text = '<a>'.repeat(10_000) + '</a>'.repeat(10_000);
  expect(formatXml(text).split('\n').length).toBeGreaterThan(10_000);
});
