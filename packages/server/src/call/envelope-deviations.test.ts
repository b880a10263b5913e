import { expect, test } from 'vitest';
import { hasInstruction } from './envelope-deviations.js';

test.each([
  ['<?xml version="1.0"?><a/>', false],
  ['<?xml version="1.0"?><a><?b c?></a>', true],
  ['<root><?xml-stylesheet href="x"?></root>', true],
  ['<a><!-- <?b?> --><![CDATA[<?b?>]]></a>', false],
  ['<a><!-- <![CDATA[ --><?b?><!-- ]]> --></a>', true],
  // A pattern would look for the end of each comment that seems to begin within this one.
  [`<a><!--${'<!-'.repeat(300_000)}<?b?>--></a>`, false],
  [`<a><![CDATA[${'<!--'.repeat(300_000)}<?b?>]]></a>`, false],
  [`<a>${'<!---->'.repeat(200_000)}<?b?></a>`, true],
])('finds processing instructions only outside of comments and CDATA sections', (xml, expected) => {
  expect(hasInstruction(new TextEncoder().encode(xml))).toBe(expected);
});
