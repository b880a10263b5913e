/**
 * `pnpm conformance generators [--all] [--part 3/8] [--list] [--only text] [--seconds n] [--minutes n] [--designs]`: five TypeScript generators of
 * others read the OpenAPI documents of the corpus. What they print compiles strictly, has no `any` or `unknown` where the document says a
 * type, and has every property. The sample by default is every tenth WSDL that an independent tool accepts, and three with many choices;
 * `--all` takes every one, and Exchange Web Services, whose document of 2 MB takes minutes; `--part` takes one part of them. What takes
 * more than its bounds is skipped, and fails the run, as it is not judged. Known limits of a generator
 * are counted, and fail nothing (`isKnown`). With `--designs`, each service has the design that `soapstone design init` proposes.
 * With the variable `SOAPSTONE_RESULTS`, the outcome is written into that folder, and the scoreboard has a row for each generator.
 */
import { type Bounds, partOf, readArguments, runBounded } from './bounded-runs/bounded-runs.js';
import { type CompileError, compileGenerated, type GeneratedSource } from './generators/compile-generated.js';
import { GENERATORS } from './generators/generators.js';
import type { GeneratedFile } from './generators/judge-file.js';
import { OutcomeCollector } from './generators/results.js';
import { hasCorpus, isAcceptable, isLargest, readManifest } from './wsdl/corpus.js';

const BOUNDS: Bounds = { seconds: 1200, minutes: 90, megabytes: 4096 };

/** Characters of sources that are compiled in one program: enough to share what the compiler finds out about libraries. */
const PROGRAM = 4_000_000;

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
  const chosen = (await readManifest())
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
  const paths = partOf(chosen, values.part);
  const rows = new Map(
    Object.keys(GENERATORS).map((name) => [
      name,
      { documents: 0, findings: 0, 'type errors': 0, 'known limits': 0 },
    ]),
  );
  const skipped: string[] = [];
  const outcomes = new OutcomeCollector(Object.keys(GENERATORS));
  let found = 0;
  const report = (document: string, generator: string, text: string): void => {
    found += 1;
    outcomes.found(generator, document, text);
    if (values.list || found <= 40) console.log(`${document}: ${generator}: ${text}`.slice(0, 400));
  };
  let sources: GeneratedSource[] = [];
  const beyondZod = new Map<string, readonly string[]>();
  const compile = async (): Promise<void> => {
    for (const { generator, document, text, line } of await compileGenerated(sources)) {
      const row = rows.get(generator);
      if (row !== undefined && isKnown({ text, line }, beyondZod.get(document) ?? [])) {
        row['known limits'] += 1;
        outcomes.limited(generator, document);
        continue;
      }
      if (row !== undefined) row['type errors'] += 1;
      report(document, generator, text);
    }
    sources = [];
  };
  for await (const { path: name, judged } of runBounded<GeneratedFile>(
    new URL('./generators/judge-file.ts', import.meta.url),
    // By file, so that its document is made once; by generator, so that one that takes too long does not take the others with it.
    paths.flatMap((path) => Object.keys(GENERATORS).map((generator) => `${generator} ${path}`)),
    { ...BOUNDS, seconds: Number(values.seconds), minutes: Number(values.minutes) },
    values.designs ? ['--designs'] : [],
  )) {
    const generator = name.slice(0, name.indexOf(' '));
    const document = name.slice(generator.length + 1);
    if (process.stderr.isTTY) process.stderr.write(`\r${name.slice(-60).padEnd(60)}`);
    if ('skipped' in judged) {
      skipped.push(`${document}: ${generator}: skipped: ${judged.skipped}`);
      outcomes.judged(generator, document);
      outcomes.found(generator, document, `skipped: ${judged.skipped}`);
      continue;
    }
    const { generated, refused } = judged.result;
    if (refused !== undefined) {
      outcomes.judged(generator, document);
      report(document, generator, `refused: ${refused}`);
    }
    const row = rows.get(generator);
    if (generated === undefined || row === undefined) continue;
    outcomes.judged(generator, document);
    row.documents += 1;
    row.findings += generated.problems.length;
    for (const text of generated.problems) report(document, generator, text);
    beyondZod.set(document, generated.beyondZod);
    for (const source of generated.sources) sources.push({ generator, document, source });
    if (sources.reduce((sum, { source }) => sum + source.length, 0) >= PROGRAM) await compile();
  }
  await compile();
  if (process.stderr.isTTY) process.stderr.write('\r');
  console.table(Object.fromEntries(rows));
  for (const line of skipped) console.log(line);
  if (values.only === '' && !values.designs) outcomes.write({ all: values.all, part: values.part });
  console.log(
    `part ${values.part}: ${paths.length} WSDLs with ${rows.size} generators each, ${skipped.length} of these not judged; ${found} findings`,
  );
  return found + skipped.length === 0 ? 0 : 1;
}

/**
 * Whether an error of the compiler is a known limit of a generator, which no form of the document avoids. openapi-zod-client drops null from
 * the type of an inline object that may be nil, and keeps it in the schema beside it (decision 0134); where it refers to an array that
 * contains itself, it repeats the bounds of its length, which its type there does not have. oazapfts calls a parameter of a function as the
 * WSDL calls an element, also `arguments`.
 *
 * @param beyondZod the components of the document that have such an object or refer to a bounded array
 */
function isKnown({ text, line }: Pick<CompileError, 'text' | 'line'>, beyondZod: readonly string[]): boolean {
  const component = /^(?:export )?const (\w+): z\.ZodType</.exec(line)?.[1];
  if (component !== undefined) return beyondZod.includes(component);
  if (/Property '(?:min|max)' does not exist on type 'ZodType</.test(text)) return true;
  return text.includes("Invalid use of 'arguments'") && /\barguments\b/.test(line);
}
