import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMapper } from '@soapstone/json-xml-mapper';
import { checkDesign } from '@soapstone/json-xml-mapper/design';
import { brokenDesigns, designBombs, GOOD_DESIGNS } from '@soapstone/testing/broken-designs';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { expect, test } from 'vitest';
import { CliError } from '../errors/errors.js';
import { directoryOf } from '../testing/run-command.js';
import { readDesign } from './read-design.js';

const DEPTH = Number(process.env['SOAPSTONE_DEPTH'] ?? 1);
/** The characters of a large file, and the processor time that it may take, in milliseconds: five times what the slowest needs. */
const MOST_CHARACTERS = DEPTH >= 10 ? 1_000_000 : 100_000;
const MOST_MS = MOST_CHARACTERS / 20;

const EXAMPLES = fileURLToPath(new URL('../../../../examples/', import.meta.url));
const { location, resolve } = await openLocal(join(EXAMPLES, 'user-directory/user-directory.wsdl'));
const { model } = await parseWsdl(location, { resolve });
const good = [
  ...GOOD_DESIGNS,
  ...['parcel-tracking', 'user-directory'].map((name) =>
    readFileSync(join(EXAMPLES, name, 'design.yaml'), 'utf8'),
  ),
];
/** A text as long as the others, which is still a design. */
const FITTING = ['comments', ...(MOST_CHARACTERS > 200_000 ? [] : ['names of values'])];
const cwd = directoryOf({});

/** Reads a file and checks it; what is wrong with it, a line for each problem. */
async function problemsOf(text: string): Promise<readonly string[]> {
  writeFileSync(join(cwd, 'design.yaml'), text);
  try {
    const { design, describe } = await readDesign('design.yaml', cwd);
    const { problems } = checkDesign(model, design);
    if (problems.length > 0) return describe(problems);
    const mapper = createMapper(model, { design });
    for (const { name } of mapper.operations) mapper.compile(name);
    return [];
  } catch (error) {
    if (error instanceof CliError && error.code === 'BAD_DESIGN') return error.message.split('\n').slice(1);
    throw error;
  }
}

/** Every problem has a place in the file. */
async function judge(text: string): Promise<'accepted' | 'refused'> {
  const before = process.cpuUsage();
  const problems = await problemsOf(text);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MOST_MS);
  const lines = text.split(/\r\n|\n/);
  expect(problems.length).toBeLessThanOrEqual(100);
  for (const problem of problems) {
    const [, line, column] = /^ *design\.yaml:([0-9]+):([0-9]+): \S/.exec(problem) ?? [];
    expect([problem.slice(0, 200), Number(line) >= 1 && Number(line) <= lines.length]).toEqual([
      problem.slice(0, 200),
      true,
    ]);
    expect(Number(column)).toBeGreaterThanOrEqual(1);
    expect(problem.length).toBeLessThan(100_000);
  }
  return problems.length === 0 ? 'accepted' : 'refused';
}

test('files that are designs are accepted or refused with places', async () => {
  for (const text of good) await judge(text);
});

test(
  `${500 * DEPTH} broken design files: each is accepted, or refused with file, line and column`,
  async () => {
    const count = { accepted: 0, refused: 0 };
    for (const { what, text } of brokenDesigns(good, 500 * DEPTH, 20261130)) {
      const verdict = await judge(text).catch((error: unknown) => {
        throw new Error(`${what}\n${text.slice(0, 2_000)}`, { cause: error });
      });
      count[verdict]++;
    }
    expect(count.refused).toBeGreaterThan(200);
    expect(count.accepted).toBeGreaterThan(2);
  },
  120_000 * DEPTH,
);

test.each(designBombs(MOST_CHARACTERS).map(({ what, text }) => [what, text] as const))(
  'a file of %s is refused within its time',
  async (what, text) => {
    expect(await judge(text)).toBe(FITTING.includes(what) ? 'accepted' : 'refused');
  },
  120_000,
);
