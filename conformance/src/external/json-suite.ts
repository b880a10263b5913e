import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseJson } from '@soapstone/json-xml-mapper';
import { accepts, type Case, countRight, type Exceptions, type Result, score } from './row.js';

const ARCHIVE = fileURLToPath(new URL('../../../../shared/suites/jsontestsuite.tar.xz', import.meta.url));
const SUITE = 'JSONTestSuite 1ef36fa0';

const KNOWN: readonly Exceptions[] = [
  {
    reason: 'a key that occurs twice in one object has no one meaning (VE-1)',
    cases: ['y_object_duplicated_key.json', 'y_object_duplicated_key_and_value.json'],
  },
];

/** Texts that must be parsed (`y_`) or refused (`n_`); texts that may be either (`i_`) are not judged. */
export async function jsonSuite(): Promise<Result> {
  if (!existsSync(ARCHIVE)) return [{ suite: SUITE, skipped: 'the suite is not next to the project' }];
  const folder = await mkdtemp(join(tmpdir(), 'json-suite-'));
  try {
    await promisify(execFile)('tar', ['xJf', ARCHIVE, '-C', folder]);
    const files = (await readdir(folder, { recursive: true })).filter((path) =>
      /(?:^|\/)test_parsing\/[ny]_[^/]*\.json$/.test(path),
    );
    const cases: (Case & { readonly text: Buffer })[] = [];
    for (const path of files.sort()) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      cases.push({ name, expected: name.startsWith('y_'), text: await readFile(join(folder, path)) });
    }
    const outcomes = (parse: (text: Buffer) => unknown) =>
      cases.map(({ text }) => accepts(() => parse(text)));
    const node = outcomes((text) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text)));
    return [
      {
        suite: SUITE,
        asked: 'JSON bodies of requests',
        ...score(cases, outcomes(parseJson), KNOWN),
        peers: { 'JSON.parse of Node': countRight(cases, node) },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
