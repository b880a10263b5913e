import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { load } from 'js-yaml';
import { parse } from 'yaml';

/** A document printed in both forms. */
export interface PrintedDocument {
  readonly name: string;
  readonly json: string;
  readonly yaml: string;
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  // Dates, `1_000` and the `<<` of YAML 1.1, booleans of YAML 1.2.
  'js-yaml 4': (text) => load(text),
  'yaml (1.2)': (text) => parse(text, { maxAliasCount: 0 }),
  'yaml (1.1)': (text) => parse(text, { version: '1.1', maxAliasCount: 0 }),
};

/** The JavaScript readers that load a different value from the YAML than from the JSON, a line each. */
export function misreadByJavaScript(documents: readonly PrintedDocument[]): readonly string[] {
  return documents.flatMap(({ name, json, yaml }) => {
    const expected: unknown = JSON.parse(json);
    return Object.entries(READERS).flatMap(([reader, read]) => {
      try {
        return isDeepStrictEqual(read(yaml), expected) ? [] : [`${name}: ${reader} loads another value`];
      } catch (error) {
        return [`${name}: ${reader}: ${error instanceof Error ? error.message : String(error)}`];
      }
    });
  });
}

/** PyYAML reads YAML 1.1. It reads all documents in one run; `repr` distinguishes a date from its text. */
const COMPARE = `
import json, sys, yaml
loader = getattr(yaml, 'CSafeLoader', yaml.SafeLoader)
for line in sys.stdin:
    document = json.loads(line)
    try:
        same = repr(yaml.load(document['yaml'], loader)) == repr(json.loads(document['json']))
        problem = None if same else 'loads another value'
    except Exception as error:
        problem = str(error)
    if problem: print(json.dumps(document['name'] + ': PyYAML: ' + problem))
`;

/** True if Python has PyYAML (Debian: python3-yaml). */
export function hasPyYaml(): boolean {
  return spawnSync('python3', ['-c', 'import yaml']).status === 0;
}

/** Differences between what PyYAML loads and the JSON, a line each. */
export function misreadByPyYaml(documents: readonly PrintedDocument[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', COMPARE], {
    input: documents.map((document) => JSON.stringify(document)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`python3 failed: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string);
}
