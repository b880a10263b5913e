import { describe, expect, test } from 'vitest';
import { isWsdlError } from '../errors.js';
import { parseWsdlText } from '../parse-wsdl.js';
import { readXmlWithSaxes } from './saxes.js';
import { describeEngine } from './testing/engine-contract.js';

describeEngine('saxes', readXmlWithSaxes);

describe('saxes: an "&" that does not begin a reference is reported at its position', () => {
  const messageOf = async (content: string): Promise<string> => {
    const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">\n${content}</definitions>`;
    const error = await parseWsdlText(wsdl).catch((thrown: unknown) => thrown);
    return isWsdlError(error) ? error.message : 'read';
  };
  const STRAY = 'an "&" does not begin a reference here; as text it is written as &amp;';

  // Expat names the same columns.
  test.each([
    ['in text', '<a>Tom & Jerry</a>', 2, 8],
    ['in an attribute', '<a b="http://x/?a=1&b=2"/>', 2, 20],
    ['before a reference', '<a>x & y &amp; z</a>', 2, 6],
    ['after one', '<a>&lt; & y</a>', 2, 9],
  ])('%s', async (_where, content, line, column) => {
    expect(await messageOf(content)).toMatch(`:${line}:${column}: cannot read the XML: ${STRAY}`);
  });

  test.each([
    ['in CDATA before another error', '<a><![CDATA[x & y]]></a><b></c>'],
    ['in a comment before another error', '<!-- x & y --><b></c>'],
    ['an entity that is not declared', '<a>&unknown;</a>'],
  ])('is not blamed %s', async (_where, content) => {
    const message = await messageOf(content);
    expect(message).toContain('cannot read the XML');
    expect(message).not.toContain(STRAY);
  });
});
