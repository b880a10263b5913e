/**
 * `pnpm conformance generators [--all] [--list] [--only text] [--minutes n]`: five TypeScript generators of others read the OpenAPI
 * documents of the corpus. What they print compiles strictly, has no `any` or `unknown` where the document says a type, and has every
 * property. The sample by default is every tenth WSDL that an independent tool accepts, and three with many choices; `--all` takes every
 * one, and Exchange Web Services, whose document of 2.4 MB takes minutes. What takes more than its bounds is skipped, and the last line
 * says so.
 */
import { type Bounds, readArguments, runBounded } from './bounded-runs.js';
import { GENERATORS } from './generators/generators.js';
import type { GeneratedFile } from './generators/judge-file.js';
import { hasCorpus, isAcceptable, isLargest, readManifest } from './wsdl/corpus.js';

const BOUNDS: Bounds = { seconds: 1200, minutes: 90, megabytes: 4096 };

/** Every so many files of the corpus without `--all`. */
const EVERY = 10;

/** Services with many choices, which the sample always has. */
const WITH_CHOICES = /inquire_v2\.wsdl$|wsdls\/PickupService_v11\.wsdl$|cmis11\/CMISWS-Service\.wsdl$/;

/** Runs the suite; the exit code is 1 if anything is lost. */
export async function run(argv: readonly string[]): Promise<number> {
  const values = readArguments(argv, BOUNDS);
  if (!hasCorpus()) {
    console.log('skipped: the corpus is not next to the project');
    return 0;
  }
  const paths = (await readManifest())
    .filter((file) => isAcceptable(file) || isLargest(file))
    .sort((one, other) => Number(isLargest(one)) - Number(isLargest(other)))
    .filter(
      (file, index) =>
        file.path.includes(values.only) &&
        (values.all ||
          values.only !== '' ||
          (index % EVERY === 0 && !isLargest(file)) ||
          WITH_CHOICES.test(file.path)),
    )
    .map(({ path }) => path);
  const rows = new Map(
    Object.keys(GENERATORS).map((name) => [name, { documents: 0, findings: 0, 'type errors': 0 }]),
  );
  const skipped: string[] = [];
  let found = 0;
  const print = (lines: readonly string[]): void => {
    for (const line of lines) {
      found += 1;
      if (values.list || found <= 40) console.log(line.slice(0, 400));
    }
  };
  let judgedFiles = 0;
  for await (const { path, judged } of runBounded<GeneratedFile>(
    new URL('./generators/judge-file.ts', import.meta.url),
    paths,
    { ...BOUNDS, minutes: Number(values.minutes) },
  )) {
    if ('skipped' in judged) {
      skipped.push(`${path}: skipped: ${judged.skipped}`);
      continue;
    }
    judgedFiles += 1;
    const { generators = {}, refused } = judged.result;
    if (refused !== undefined) print([`${path}: refused: ${refused}`]);
    for (const [generator, { problems, errors }] of Object.entries(generators)) {
      const row = rows.get(generator);
      if (row === undefined) continue;
      row.documents += 1;
      row.findings += problems.length;
      row['type errors'] += errors.length;
      print([...problems, ...errors].map((text) => `${path}: ${generator}: ${text}`));
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${path.slice(-60).padEnd(60)}`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r');
  console.table(Object.fromEntries(rows));
  for (const line of skipped) console.log(line);
  console.log(`${judgedFiles} WSDLs, ${skipped.length} more skipped; ${found} findings`);
  return found === 0 ? 0 : 1;
}
