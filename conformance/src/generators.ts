/**
 * `pnpm conformance generators [--all] [--list] [--only text]`: five TypeScript generators of others read the OpenAPI documents of the
 * corpus. What they print compiles strictly, has no `any` or `unknown` where the document says a type, and has every property. The
 * sample by default is every tenth WSDL that an independent tool accepts, and three with many choices; `--all` takes every one, and
 * Exchange Web Services, whose document of 1.6 MB takes minutes.
 */
import { parseArgs } from 'node:util';
import { isWsdlError } from '@soapstone/wsdl-parser';
import { compileGenerated } from './generators/compile-generated.js';
import { GENERATORS } from './generators/generators.js';
import { judgeGenerators } from './generators/judge-generators.js';
import { describeService } from './openapi/describe-service.js';
import { corpusResolver, corpusUri, hasCorpus, isAcceptable, readManifest } from './wsdl/corpus.js';

/** Every so many files of the corpus without `--all`. */
const EVERY = 10;

/** Services with many choices, which the sample always has. */
const WITH_CHOICES = /inquire_v2\.wsdl$|wsdls\/PickupService_v11\.wsdl$|cmis11\/CMISWS-Service\.wsdl$/;

/** The service with the most choices. */
const LARGEST = /php-ews\/.*\/services\.wsdl$/;

/** Runs the suite; the exit code is 1 if anything is lost. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      all: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  });
  if (!hasCorpus()) {
    console.log('skipped: the corpus is not next to the project');
    return 0;
  }
  const isChosen = (path: string, index: number): boolean =>
    values.all ||
    values.only !== '' ||
    (index % EVERY === 0 && !LARGEST.test(path)) ||
    WITH_CHOICES.test(path);
  const files = (await readManifest())
    .filter((file) => isAcceptable(file) || LARGEST.test(file.path))
    .filter(({ path }, index) => path.includes(values.only) && isChosen(path, index));
  const rows = Object.fromEntries(
    Object.keys(GENERATORS).map((name) => [name, { documents: 0, findings: 0, 'type errors': 0 }]),
  );
  const found: string[] = [];
  for (const { path } of files) {
    const service = await describeService(corpusUri(path), corpusResolver()).catch((error: unknown) => {
      if (!isWsdlError(error)) throw error;
      found.push(`${path}: refused: ${error.message}`);
    });
    if (service === undefined || service.mapper.operations.length === 0) continue;
    const generated = await judgeGenerators(service.openapi30);
    const compiled = compileGenerated(generated);
    for (const { generator, problems } of generated) {
      const errors = compiled.get(generator) ?? [];
      const row = rows[generator];
      if (row === undefined) continue;
      row.documents++;
      row.findings += problems.length;
      row['type errors'] += errors.length;
      found.push(...[...problems, ...errors].map((text) => `${path}: ${generator}: ${text}`));
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${path.slice(-60).padEnd(60)}`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r');
  console.table(rows);
  for (const line of found.slice(0, values.list ? undefined : 40)) console.log(line.slice(0, 400));
  console.log(`${files.length} WSDLs; ${found.length} findings`);
  return found.length === 0 ? 0 : 1;
}
