/**
 * `pnpm conformance agreement [--runs N] [--seed N] [--all] [--part 3/8] [--only text] [--designs]`: checks that the document describes the behaviour. Draws
 * requests from the published schemas, and makes some wrong in one place; ajv and the mapper must agree on every one. Results
 * and faults of the mapper must match the document. Runs on the example service and 30 WSDLs of the
 * corpus; `--all` runs on every one that an independent tool accepts; `--part` takes one part of them. With
 * `--designs`, each service has the design that `soapstone design init` proposes.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Design } from '@soapstone/json-xml-mapper/design';
import { proposeDesign } from '@soapstone/json-xml-mapper/internal/proposals';
import { isWsdlError, type Resolver, type ServiceModel } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { type Agreement, type AgreementOptions, checkOperation } from './agreement/check-operation.js';
import { publishedSchemas } from './agreement/published-schema.js';
import { partOf } from './bounded-runs/bounded-runs.js';
import { describeService } from './openapi/describe-service.js';
import {
  type CorpusFile,
  corpusResolver,
  corpusUri,
  hasCorpus,
  isAcceptable,
  readManifest,
} from './wsdl/corpus.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/user-directory/user-directory.wsdl', import.meta.url));
/** WSDLs of the corpus without `--all`. */
const FILES = 30;
/** The maximum number of operations per WSDL: more operations of one service test nothing new. */
const OPERATIONS = 12;

/** Runs the suite; the exit code is 1 if the two sides disagree. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      runs: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      all: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      part: { type: 'string', default: '1/1' },
      designs: { type: 'boolean', default: false },
    },
  });
  const options: ServiceOptions = {
    runs: Number(values.runs),
    seed: Number(values.seed),
    ...(values.designs && { designFor: proposedDesign }),
  };
  const rows: Record<string, object> = {};
  const found: string[] = [];
  const total = noAgreement();
  let checkedServices = 0;
  const add = (name: string, operations: number, agreement: Agreement): void => {
    const { valid, respelled, invalid, beyond, answers, disagreements } = agreement;
    rows[name] = {
      operations,
      valid,
      respelled,
      invalid,
      beyond,
      answers,
      disagreements: disagreements.length,
    };
    checkedServices += 1;
    merge(total, agreement);
    found.push(...disagreements.map((text) => `${name}: ${text}`));
  };
  const chosen = values.all || values.only !== '' ? await acceptable(values.only) : await chosenFiles();
  const files = partOf(chosen, values.part);
  // The example is in the first part.
  if (values.only === '' && values.part.startsWith('1/')) {
    const { location, resolve } = await openLocal(EXAMPLE);
    const { operations, agreement } = await checkService(location, resolve, options);
    add('the example service', operations, agreement);
  }
  for (const { path } of files) {
    const checked = await checkService(corpusUri(path), corpusResolver(), options).catch((error: unknown) => {
      if (isWsdlError(error)) return undefined;
      throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
    if (checked !== undefined) add(path.slice(-70), checked.operations, checked.agreement);
  }
  if (!hasCorpus()) console.log('only the example service: the corpus is not next to the project');
  console.table(rows);
  for (const text of found.slice(0, 60)) console.log(text);
  const { valid, respelled, invalid, beyond, answers } = total;
  console.log(
    `part ${values.part}: ${checkedServices} WSDLs; requests: ${valid} taken by both, ${respelled} of them in their normal form, ${invalid} refused by both, ${beyond} refused for what the document only shows; ${answers} answers described; ${found.length} disagreements`,
  );
  return found.length === 0 ? 0 : 1;
}

/** How the operations of a service are checked. */
interface ServiceOptions extends AgreementOptions {
  /** The design of the service. Default: it has none. */
  readonly designFor?: (model: ServiceModel) => Design;
}

/** The design that `soapstone design init` proposes. */
export function proposedDesign(model: ServiceModel): Design {
  return proposeDesign(model).design;
}

/** Checks the first operations of a service. Throws `WsdlError` if it cannot be read. */
export async function checkService(
  location: string,
  resolve: Resolver,
  options: ServiceOptions,
): Promise<{ readonly operations: number; readonly agreement: Agreement }> {
  const { mapper, openapi30, openapi31 } = await describeService(location, resolve, options.designFor);
  const published = publishedSchemas(openapi30, openapi31);
  const agreement = noAgreement();
  const operations = mapper.operations.slice(0, OPERATIONS);
  for (const { name } of operations)
    merge(agreement, checkOperation(mapper.compile(name), published, options));
  return { operations: operations.length, agreement };
}

/** The most informative files: the largest of every repository first, then the next, among those with a SOAP operation. */
export async function chosenFiles(count: number = FILES): Promise<readonly CorpusFile[]> {
  const byRepository = new Map<string, CorpusFile[]>();
  for (const file of await acceptable('')) {
    if (file.operations === 0) continue;
    byRepository.set(file.repository, [...(byRepository.get(file.repository) ?? []), file]);
  }
  const groups = [...byRepository.values()].map((group) =>
    [...group].sort((left, right) => right.operations - left.operations),
  );
  const chosen: CorpusFile[] = [];
  for (let round = 0; chosen.length < count && groups.some((group) => group.length > round); round++) {
    for (const group of groups) {
      const file = group[round];
      if (file !== undefined && chosen.length < count) chosen.push(file);
    }
  }
  return chosen;
}

async function acceptable(only: string): Promise<readonly CorpusFile[]> {
  if (!hasCorpus()) return [];
  return (await readManifest()).filter((file) => isAcceptable(file) && file.path.includes(only));
}

function noAgreement(): Agreement {
  return { valid: 0, respelled: 0, invalid: 0, beyond: 0, answers: 0, disagreements: [] };
}

function merge(total: Agreement, more: Agreement): void {
  total.valid += more.valid;
  total.respelled += more.respelled;
  total.invalid += more.invalid;
  total.beyond += more.beyond;
  total.answers += more.answers;
  total.disagreements.push(...more.disagreements);
}
