/**
 * `pnpm conformance server [--all] [--only text] [--list]`: `@soapstone/server` is sent requests that are wrong in more than fifty ways, and
 * other spellings of valid ones. Every wrong one must be rejected with the right fault code, and the fault must name the place. libxml2 decides
 * which changed payloads are wrong, through `soapstone validate`. Runs on the example service and 60 WSDLs of the corpus; `--all` on
 * every one that an independent tool accepts.
 */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isWsdlError } from '@soapstone/wsdl-parser';
import { chosenFiles } from './agreement.js';
import { checkService, type ServiceOutcome } from './server/check-service.js';
import { CORPUS, hasCorpus, isAcceptable, readManifest } from './wsdl/corpus.js';

const OWN = [
  '../../examples/user-directory/user-directory.wsdl',
  'servers/echo.wsdl',
  'servers/literal.wsdl',
  'servers/encoded.wsdl',
];
/** The WSDLs of this repository. */
export const OWN_WSDLS: readonly string[] = OWN.map((path) => fileURLToPath(new URL(path, import.meta.url)));
/** WSDLs of the corpus without `--all`. */
const FILES = 60;
/** Operations of each WSDL: more of one service test nothing new. */
export const OPERATIONS = 12;

/** The WSDLs of this repository and `files` of the corpus, or all of it; those whose path contains `only`. */
export async function chosenWsdls(
  { all, only }: { readonly all: boolean; readonly only: string },
  files: number,
): Promise<readonly string[]> {
  const chosen = !hasCorpus()
    ? []
    : all || only !== ''
      ? (await readManifest()).filter(isAcceptable)
      : await chosenFiles(files);
  return [...OWN_WSDLS, ...chosen.map(({ path }) => join(CORPUS, path))].filter((path) =>
    path.includes(only),
  );
}

/** Runs the suite; the exit code is 1 if a request got the wrong response. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      all: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
    },
  });
  const outcomes: ServiceOutcome[] = [];
  const rows: Record<string, object> = {};
  for (const path of await chosenWsdls(values, FILES)) {
    const outcome = await checkService(path, OPERATIONS).catch((error: unknown) => {
      if (isWsdlError(error)) return undefined;
      throw error;
    });
    if (outcome === undefined || outcome.operations === 0) continue;
    outcomes.push(outcome);
    const { wrong, ...counts } = outcome;
    rows[path.slice(-60)] = { ...counts, wrong: wrong.length };
  }
  if (!hasCorpus()) console.log('only the WSDLs of this repository: the corpus is not next to the project');
  console.table(rows);
  const wrong = outcomes.flatMap((outcome) => outcome.wrong);
  for (const text of wrong.slice(0, values.list ? undefined : 60)) console.log(text);
  const sum = (count: (outcome: ServiceOutcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  console.log(
    `${sum((each) => each.operations)} operations, at least ${Math.min(...outcomes.map((each) => each.fewestKinds))} kinds each, ${sum((each) => each.refused)} wrong requests refused, ` +
      `${sum((each) => each.accepted)} valid ones accepted, ${sum((each) => each.unjudged)} that libxml2 cannot judge, ${sum((each) => each.explained)} explained differences; ${wrong.length} wrong responses`,
  );
  return wrong.length === 0 ? 0 : 1;
}
