import { fileURLToPath } from 'node:url';
import { type OpenAPIObject, printOpenApi } from '@soapstone/openapi-generator';
import { bundleResolver, isWsdlError, type Resolver } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readCases } from '../material/case.js';
import { CORPUS, corpusResolver, corpusUri, hasCorpus, isAcceptable, readManifest } from '../wsdl/corpus.js';
import { describeService } from './describe-service.js';
import { hasPyYaml, misreadByJavaScript, misreadByPyYaml, type PrintedDocument } from './yaml-readers.js';

/** Documents printed as YAML load to the value of the JSON, with readers of either YAML version. */

const EXAMPLE = fileURLToPath(
  new URL('../../../examples/user-directory/user-directory.wsdl', import.meta.url),
);

/** Strings that some reader resolves to another type: https://yaml.org/type/ for YAML 1.1, chapter 10 of YAML 1.2. */
const OTHER_TYPES = [
  ...['null', 'Null', 'NULL', '~', '', 'true', 'True', 'TRUE', 'false', 'False', 'FALSE'],
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'n', 'N', 'no', 'No', 'NO', 'on', 'On', 'ON', 'off', 'Off', 'OFF'],
  ...[
    '0',
    '-1',
    '+1',
    '1_000',
    '07',
    '0o7',
    '0x1F',
    '0b10',
    'e5',
    'E12',
    'e-3',
    '1:30',
    '190:20:30',
    '12:30:45',
    '-1:30',
    '_1',
  ],
  ...[
    '1.5',
    '.5',
    '1.',
    '1e3',
    '1E-7',
    '1.0e+21',
    '1_0.5',
    '.inf',
    '-.INF',
    '+.Inf',
    '.nan',
    '.NaN',
    '20:30.15',
  ],
  ...['2024-01-31', '2024-1-1', '2001-12-14t21:59:43.10-05:00', '2001-12-14 21:59:43.10 -5', '=', '<<'],
];

/** Strings with a meaning in the syntax, and characters that YAML 1.1 and 1.2 treat differently. */
const SYNTAX = [
  ...[
    ' a',
    'a ',
    ' ',
    '\ta',
    'a\t',
    'a\tb',
    'a: b',
    'a:',
    ':a',
    ':',
    'a #b',
    '#',
    '#/a',
    '- a',
    '-',
    '--',
    '---',
  ],
  ...[
    '...',
    '--- a',
    '? a',
    '?',
    '!a',
    '!!int 1',
    '&a',
    '*a',
    '%TAG',
    '@a',
    '`a`',
    '|',
    '>',
    '[a]',
    '{a}',
    ']',
  ],
  ...['"a"', "'a'", 'a"b', "a'b", 'a\\b', '\\n', ',', 'a, b', 'a,', "it's", 'a  b', '$ref', '/a/{b}', '/'],
  ...['a\nb', 'a\n', 'a\n\n', '\na', '\n', 'a\n b', ' a\nb', 'a\n\n\nb', 'a \nb', 'a\nb ', 'a\n  ', 'a\n\tb'],
  ...['a\r\nb', 'a\rb', '# a\n# b', 'a: b\nc: d', '- a\n- b', '---\na', 'a\n---\nb\n', '...\na', 'a\n...\n'],
  ...[
    'a\u0085b',
    'a\u2028b',
    'a\u2029b',
    'a\u2028\nb',
    '\ufeffa',
    'a\u00a0',
    '\u00a0',
    '\u3000a',
    '\0',
    '\u007f',
  ],
  ...['\u001b[0m', '\ufffe', '\uffff', '😀', '𠀀', 'Größe', 'e\u0301', '名前', 'ß', '١٢'],
  ...[
    '__proto__',
    'constructor',
    'x'.repeat(2000),
    `${'x'.repeat(1010)}: ${'y'.repeat(20)}`,
    '\u0085'.repeat(300),
  ],
];

const NUMBERS = [0, -1, 1.5, 1e21, -1e21, 1e-7, 1.5e-7, 1.7976931348623157e308, 5e-324, 2 ** 53, 2 ** 63];

/** Each string as a key and as a value, in a map and in a list, at two depths. */
function hostileDocument(): OpenAPIObject {
  const strings = [...OTHER_TYPES, ...SYNTAX];
  const entries = Object.fromEntries([...new Set(strings)].map((text) => [text, text]));
  const document = {
    openapi: '3.0.3',
    info: { title: 'no', version: '1.10' },
    paths: {},
    'x-strings': { entries, list: strings, nested: [entries, [strings, []]], last: 'a\n\n' },
    'x-others': [null, true, false, {}, [], ...NUMBERS],
  };
  return document;
}

function printed(name: string, document: Parameters<typeof printOpenApi>[0]): PrintedDocument {
  return { name, json: printOpenApi(document, 'json'), yaml: printOpenApi(document, 'yaml') };
}

async function documentsOf(name: string, location: string, resolve: Resolver): Promise<PrintedDocument[]> {
  const { openapi30, openapi31 } = await describeService(location, resolve);
  return [printed(`${name} 3.0`, openapi30), printed(`${name} 3.1`, openapi31)];
}

/** The documents of the example and of every fixture whose WSDL is accepted. */
async function ownDocuments(): Promise<PrintedDocument[]> {
  const { location, resolve } = await openLocal(EXAMPLE);
  const all = await documentsOf('example', location, resolve);
  for (const { name, documents } of readCases()) {
    const bytes = Object.entries(documents).map(([file, text]) => [file, Buffer.from(text)] as const);
    const found = await documentsOf(name, 'service.wsdl', bundleResolver(new Map(bytes))).catch(
      ignoreRefusal,
    );
    all.push(...(STEP === 1 ? found : found.slice(0, 1)));
  }
  return all;
}

function ignoreRefusal(error: unknown): [] {
  if (isWsdlError(error)) return [];
  throw error;
}

const pyYaml = hasPyYaml();
/** At depth 10, every document is read in both versions; otherwise one version, and one of this many documents of the corpus. */
const STEP = Number(process.env['SOAPSTONE_DEPTH'] ?? 1) > 1 ? 1 : 6;

describe('OpenAPI as YAML', () => {
  test('hostile keys and values load to the same value with YAML 1.1 and 1.2', () => {
    expect(misreadByJavaScript([printed('hostile', hostileDocument())])).toEqual([]);
  });

  test.skipIf(!pyYaml)(
    'hostile keys and values load to the same value with PyYAML (Debian: python3-yaml)',
    () => {
      expect(misreadByPyYaml([printed('hostile', hostileDocument())])).toEqual([]);
    },
  );

  test('a lone surrogate, which YAML cannot contain, becomes U+FFFD', () => {
    const document = { ...hostileDocument(), info: { title: 'a\ud800', version: '1' } };
    const { yaml } = printed('lone', document);
    const { json } = printed('whole', { ...document, info: { title: 'a\ufffd', version: '1' } });
    expect(misreadByJavaScript([{ name: 'lone', json, yaml }])).toEqual([]);
    if (pyYaml) expect(misreadByPyYaml([{ name: 'lone', json, yaml }])).toEqual([]);
  });

  test('words and paths stay unquoted, for readability', () => {
    const document: OpenAPIObject = {
      openapi: '3.0.3',
      info: { title: 'User directory', version: '1.0.0', description: 'Finds users.\nLists them.' },
      paths: { '/api/v1/acc_1/users/GetUser': {} },
    };
    expect(printOpenApi(document, 'yaml')).toBe(
      [
        'openapi: "3.0.3"',
        'info:',
        '  title: User directory',
        '  version: "1.0.0"',
        '  description: |-',
        '    Finds users.',
        '    Lists them.',
        'paths:',
        '  /api/v1/acc_1/users/GetUser: {}',
        '',
      ].join('\n'),
    );
  });

  test('the documents of the example and of the fixtures load to the same value', {
    timeout: 300_000,
  }, async () => {
    const documents = await ownDocuments();
    expect(documents.length).toBeGreaterThan(STEP === 1 ? 200 : 100);
    expect(misreadByJavaScript(documents)).toEqual([]);
    if (pyYaml) expect(misreadByPyYaml(documents)).toEqual([]);
  });

  test.skipIf(!hasCorpus())(
    `documents of WSDLs by others load to the same value (skipped where ${CORPUS} is absent)`,
    { timeout: 900_000 },
    async () => {
      const misread: string[] = [];
      let read = 0;
      const accepted = (await readManifest()).filter(isAcceptable);
      for (const { path } of accepted.filter((_, index) => index % STEP === 0)) {
        // Both versions of a document have the same scalars.
        const documents = (await documentsOf(path, corpusUri(path), corpusResolver())).slice(0, 1);
        misread.push(...misreadByJavaScript(documents));
        if (pyYaml) misread.push(...misreadByPyYaml(documents));
        read += documents.length;
      }
      expect(misread).toEqual([]);
      expect(read).toBeGreaterThan(150 / STEP);
    },
  );

  test('the readers do find a value that loads differently', () => {
    const json = '{"from":"2024-01-31","at":"1:30","no":"x"}';
    const yaml = stringify(JSON.parse(json));
    const misread = [...misreadByJavaScript([{ name: 'wrong', json, yaml }])];
    expect(misread).toEqual([
      'wrong: js-yaml 4 loads another value',
      'wrong: yaml (1.1) loads another value',
    ]);
    if (pyYaml)
      expect(misreadByPyYaml([{ name: 'wrong', json, yaml }])).toEqual([
        'wrong: PyYAML: loads another value',
      ]);
  });
});
