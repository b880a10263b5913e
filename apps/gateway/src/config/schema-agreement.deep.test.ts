import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { checkConfig } from './check-config.js';

/** The published schema as an editor loads it, without the options of our own validator. */
const schema = JSON.parse(
  await readFile(fileURLToPath(new URL('../../../../docs/config.schema.json', import.meta.url)), 'utf8'),
);
const isValid = new Ajv({ strict: false }).compile(schema);
const MEMBERS = Object.keys(schema.properties).filter((name) => name !== '$schema');
const PLANS = Object.keys(schema.properties.plans.properties);
const LIMITS = Object.keys(schema.properties.plans.properties.free.properties);

/** One value of every kind that a person may write, and the limits of ranges. */
const VALUES: readonly unknown[] = [
  null,
  true,
  'true',
  0,
  -1,
  1,
  1.5,
  64,
  1e30,
  '8443',
  '',
  ' ',
  'off',
  'info',
  'INFO',
  'free',
  'Free',
  'unlimited',
  'https://a.example',
  'http://a.example',
  'ftp://a.example',
  'postgres://db/soapstone',
  'postgres://user:secret@db/soapstone',
  'redis://cache:6379',
  'mysql://db',
  'a,b',
  [],
  ['a.example'],
  ['a.example', 1],
  ['a,b'],
  [''],
  [' '],
  [[]],
  {},
  { a: 'b' },
  { a: 1 },
  { file: 'secret' },
  { file: '' },
  { file: 'secret', env: 'SECRET' },
  { env: 'SECRET' },
  { env: 5 },
  { File: 'secret' },
];

/** Problems that only the reader can find and no schema can express: other settings, and the content of files and text. */
const BEYOND_SCHEMA = [
  /belong together|is required with|cannot be used with|must not be less than/,
  /is for Redis over TLS/,
  /cannot be read|which is empty|there is no such file|is not usable: /,
  /must have 32 characters or more|must be a list of id:key/,
  /which is not a (host|domain|URL)/,
  /percent-encoded/,
];

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'soapstone-agreement-'));
  await writeFile(join(directory, 'secret'), 'postgres://of-the-file/database-of-soapstone\n');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Returns the problems of a file, without its name. */
async function check(file: unknown): Promise<readonly string[]> {
  const path = join(directory, 'soapstone.yaml');
  await writeFile(path, stringify(file, { aliasDuplicateObjects: false }));
  const { valid, text } = checkConfig({ CONFIG_FILE: path, SECRET: 'rediss://of-the-variable:6379' });
  return valid
    ? []
    : text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.replace(path, 'FILE'));
}

const inEveryPlace = (value: unknown): readonly object[] => [
  ...MEMBERS.map((name) => ({ [name]: value })),
  ...PLANS.map((name) => ({ plans: { [name]: value } })),
  ...LIMITS.map((name) => ({ plans: { pro: { [name]: value } } })),
];

test('the published schema and check-config agree on every kind of value in every place', async () => {
  const disagreements: unknown[] = [];
  for (const file of VALUES.flatMap(inEveryPlace)) {
    const problems = await check(file);
    const accepted = isValid(file);
    const [value] = Object.values(file) as unknown[];
    const refers = typeof value === 'object' && value !== null && !Array.isArray(value);
    const beyond = problems.every(
      (problem) =>
        BEYOND_SCHEMA.some((known) => known.test(problem)) ||
        (refers && /must begin with|must be NAME=ADDRESS/.test(problem)),
    );
    if (accepted ? !beyond : problems.length === 0) disagreements.push([file, accepted, problems]);
    for (const problem of problems) {
      // Each problem names its line; problems of files that it refers to name the file.
      if (!problem.includes('cannot be read')) expect(problem).toMatch(/^ {2}- FILE:\d+:\d+: /);
    }
  }
  expect(disagreements).toEqual([]);
});
