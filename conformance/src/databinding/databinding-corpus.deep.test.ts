import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMapper, type JsonObject, stringify } from '@soapstone/json-xml-mapper';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { expect, test } from 'vitest';
import { corpusFolder } from '../interop/pairs.js';
import { infosetOf } from '../material/infoset.js';

const suite = join(corpusFolder, 'w3c__databinding-patterns');
const patterns = existsSync(suite)
  ? readdirSync(suite, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  : [];
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Messages of the W3C with another lexical form, or an error: ours and theirs, as infoset lines. */
const WRITTEN_DIFFERENTLY: Readonly<Record<string, string>> = {
  // The attribute is a global one, so its name is qualified. The message is invalid; a qualified name is meant (KY-5).
  'GlobalAttribute-GlobalAttribute01':
    '@{http://www.w3.org/2002/ws/databinding/examples/6/09/}globalAttributeAttr="string" for @globalAttributeAttr="string"',
  // Integers have one form.
  'NonNegativeIntegerAttribute-NonNegativeIntegerAttribute04':
    '@nonNegativeInteger="42" for @nonNegativeInteger="+42"',
  'NonNegativeIntegerAttribute-NonNegativeIntegerAttribute02':
    '@nonNegativeInteger="0" for @nonNegativeInteger="-0"',
  'PositiveIntegerElement-PositiveIntegerElement02': '"42" for "+42"',
  'ShortAttribute-ShortAttribute02': '@short="42" for @short="+42"',
};

test.skipIf(patterns.length === 0)(
  'the corpus is there; without it the examples of the W3C are skipped',
  () => {
    expect(patterns.length).toBe(30);
  },
);

test.each(patterns)("the W3C's examples of %s are echoed", async (pattern) => {
  const folder = join(suite, pattern);
  const { location, resolve } = await openLocal(join(folder, `echo${pattern}.wsdl`), corpusFolder);
  const { model, diagnostics } = await parseWsdl(location, { resolve });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const operation = createMapper(model, { unwrap: 'payload', warnings: 'all' }).compile(`echo${pattern}`);
  const messages = readdirSync(folder).filter((name) => /-soap1[12]\.xml$/.test(name));
  expect(messages.length).toBeGreaterThan(0);

  for (const name of messages) {
    const xml = readFileSync(join(folder, name), 'utf8');
    // The operation echoes, so the message is a request and a response.
    const { input } = operation.requestFromXml(xml);
    const reply = operation.fromXml(xml);
    expect(reply.kind, name).toBe('result');
    const result = reply.kind === 'result' ? reply.result : ({} as JsonObject);
    expect(stringify(result), name).toBe(stringify(input));
    const theirs = body(xml);
    for (const again of [operation.toXml(input), operation.responseToXml(result)]) {
      const ours = body(text(again.body));
      const differences = ours
        .flatMap((line, i) => (line === theirs[i] ? [] : [`${line.trim()} for ${theirs[i]?.trim()}`]))
        .concat(theirs.slice(ours.length).map((line) => `nothing for ${line.trim()}`));
      expect(differences.join('; '), name).toBe(
        WRITTEN_DIFFERENTLY[name.replace(/^echo|-soap1[12]\.xml$/g, '')] ?? '',
      );
    }
  }
});

/** The infoset below the Body. */
function body(xml: string): string[] {
  const lines = infosetOf(xml, ['QName']).split('\n');
  return lines.slice(lines.findIndex((line) => /^ {2}\{[^}]*\}Body$/.test(line)) + 1);
}
