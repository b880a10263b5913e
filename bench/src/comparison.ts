/**
 * `pnpm bench comparison [--quick] [--write]`: other tools on the same WSDLs: how many they accept, how many operations they
 * find, which shapes they get wrong, and how long they take. `--write` writes docs/comparison.md. Every peer runs in a
 * process of its own, one after the other, with the same time limit per file.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from './bench-options.js';
import { type PeerAnswer, PeerProcess, type PeerQuestion } from './comparison/ask-peer.js';
import { PEERS } from './comparison/peers.js';
import { CONSTRUCTS, wordsFor } from './comparison/probe-shapes.js';
import { PROBE_WSDL } from './comparison/probe-wsdl.js';
import { median } from './interleave.js';
import type { BenchTable } from './table.js';
import { denseWsdl } from './wsdl/dense-wsdl.js';
import { operationsWsdl } from './wsdl/operations-wsdl.js';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/comparison.md', import.meta.url));
/** The time limit of a peer for one file, in milliseconds. */
const TIMEOUT = 30_000;

/** The findings about one peer. */
interface PeerReport {
  readonly name: string;
  readonly makes: string;
  readonly answers: readonly PeerAnswer[];
  readonly probe: PeerAnswer;
  readonly scaled: ReadonlyMap<string, PeerAnswer>;
}

interface CorpusFile {
  readonly path: string;
  readonly bytes: number;
}

export async function run(options: BenchOptions): Promise<BenchTable> {
  const { quick } = options;
  const directory = await mkdtemp(join(tmpdir(), 'soapstone-bench-'));
  try {
    const files = (await acceptableFiles()).filter((_, index) => !quick || index % 12 === 0);
    const scaled = await writeScaled(directory, quick);
    for (const path of await largestOfCorpus(quick ? 1 : 3)) {
      scaled.set(path.split('/').at(-1) ?? path, { path: join(CORPUS, path), root: CORPUS });
    }
    const reports: PeerReport[] = [];
    for (const { name, makes } of PEERS) reports.push(await askPeer(name, makes, files, scaled, directory));
    const page = printPage(reports, files, [...scaled.keys()]);
    if (process.argv.includes('--write')) await writeFile(PAGE, page);
    return { name: 'comparison', unit: 'WSDLs/s', rounds: 1, rows: [], notes: [page] };
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function askPeer(
  name: string,
  makes: string,
  files: readonly CorpusFile[],
  scaled: ReadonlyMap<string, PeerQuestion>,
  directory: string,
): Promise<PeerReport> {
  const process = new PeerProcess(name, TIMEOUT);
  try {
    const path = join(directory, 'probe.wsdl');
    await writeFile(path, PROBE_WSDL);
    const probe = await process.ask({ path, root: directory, withText: true });
    const answers: PeerAnswer[] = [];
    for (const file of files)
      answers.push(await process.ask({ path: join(CORPUS, file.path), root: CORPUS }));
    const sizes = new Map<string, PeerAnswer>();
    for (const [label, question] of scaled) {
      // One process per file, so that the peak memory is that of this file.
      process.stop();
      sizes.set(label, await process.ask(question));
    }
    return { name, makes, answers, probe, scaled: sizes };
  } finally {
    process.stop();
  }
}

/** Files for measuring growth: mutually reachable types, and many operations. */
async function writeScaled(directory: string, quick: boolean): Promise<Map<string, PeerQuestion>> {
  const scaled = new Map<string, PeerQuestion>();
  const add = async (label: string, text: string): Promise<void> => {
    const path = join(directory, `${label.replace(/\W+/g, '-')}.wsdl`);
    await writeFile(path, text);
    scaled.set(`${label} (${(text.length / 1e6).toFixed(2)} MB)`, { path, root: directory });
  };
  for (const types of quick ? [30, 100] : [30, 100, 300, 3000]) {
    await add(`${types.toLocaleString('en')} types that reach each other`, denseWsdl(types));
  }
  const operations = quick ? 100 : 3000;
  await add(`${operations.toLocaleString('en')} operations`, operationsWsdl(operations));
  return scaled;
}

/** The largest files that other tools accept, one per repository. */
async function largestOfCorpus(count: number): Promise<readonly string[]> {
  const repositories = new Set<string>();
  const largest = [...(await acceptableFiles())].sort((left, right) => right.bytes - left.bytes);
  return largest
    .filter(({ path }) => {
      const repository = path.split('/')[0] ?? '';
      return !repositories.has(repository) && repositories.add(repository);
    })
    .slice(0, count)
    .map(({ path }) => path);
}

async function acceptableFiles(): Promise<readonly CorpusFile[]> {
  if (!existsSync(join(CORPUS, 'MANIFEST.tsv'))) return [];
  const [head = '', ...lines] = (await readFile(join(CORPUS, 'MANIFEST.tsv'), 'utf8')).trimEnd().split('\n');
  const columns = head.split('\t');
  return lines
    .map((line) => line.split('\t'))
    .filter((cells) => ['zeep', 'php'].some((tool) => cells[columns.indexOf(tool)] === 'ok'))
    .filter((cells) => Number(cells[columns.indexOf('operations')]) > 0)
    .map((cells) => ({
      path: cells[columns.indexOf('path')] ?? '',
      bytes: Number(cells[columns.indexOf('bytes')]),
    }));
}

function printPage(
  reports: readonly PeerReport[],
  files: readonly CorpusFile[],
  sizes: readonly string[],
): string {
  const ours = reports[0]?.answers ?? [];
  const lines = [
    '# Comparison',
    '',
    'This page compares how other tools handle the same WSDLs. `pnpm bench comparison --write` generates it on one machine, so only the ratios of',
    'the figures matter. The WSDLs are those of a public corpus that zeep or PHP’s ext/soap accepts and that have a SOAP',
    'operation.',
    '',
    '## Real WSDLs',
    '',
    `${files.length} WSDLs. *With operations*: accepted, with at least one operation in the output. *Time*: the median over the files that`,
    'both the program and Soapstone accept, with Soapstone’s median for the same files.',
    '',
    '| program | output | accepted | with operations | operations | time | Soapstone’s time |',
    '|---|---|---|---|---|---|---|',
    ...reports.map(({ name, makes, answers }) => {
      const accepted = answers.filter(({ ok }) => ok);
      const both = answers.flatMap((answer, index) => (answer.ok && ours[index]?.ok ? [index] : []));
      const time = (of: readonly PeerAnswer[]): string =>
        both.length === 0 ? '–' : `${median(both.map((index) => of[index]?.ms ?? 0)).toFixed(1)} ms`;
      const operations = accepted.reduce((sum, answer) => sum + (answer.operations ?? 0), 0);
      const working = accepted.filter((answer) => (answer.operations ?? 0) > 0).length;
      return `| ${name} | ${makes} | ${accepted.length} | ${working} | ${operations} | ${time(answers)} | ${time(ours)} |`;
    }),
    '',
    'Programs count operations differently: some count an operation once per port.',
    '',
    '### Why files are rejected',
    '',
    ...reports.flatMap(({ name, answers }) => {
      const reasons = new Map<string, number>();
      for (const { ok, error = '' } of answers)
        if (!ok) reasons.set(reasonOf(error), (reasons.get(reasonOf(error)) ?? 0) + 1);
      const listed = [...reasons].sort((left, right) => right[1] - left[1]).slice(0, 4);
      return listed.length === 0
        ? [`- ${name}: none`]
        : [`- ${name}: ${listed.map(([reason, count]) => `\`${reason}\` (${count})`).join(', ')}`];
    }),
    '',
    '## Shapes',
    '',
    'One WSDL with one member for each construct (`bench/src/comparison/probe-wsdl.ts`). ✔: the output agrees with the schema.',
    '',
    `| construct | ${reports.map(({ name }) => name).join(' | ')} |`,
    `|---|${reports.map(() => '---').join('|')}|`,
    ...CONSTRUCTS.map(({ name, member, isRight }) => {
      const cells = reports.map(({ probe }) =>
        probe.ok ? (isRight(wordsFor(member, probe.text ?? '')) ? '✔' : '✘') : 'rejected',
      );
      return `| ${name} | ${cells.join(' | ')} |`;
    }),
    '',
    'Their output:',
    '',
    ...reports.flatMap(({ name, probe }) =>
      probe.ok
        ? [
            `**${name}**`,
            '',
            '```',
            ...new Set(
              CONSTRUCTS.map(
                ({ member }) => wordsFor(member, probe.text ?? '') || `(nothing about ${member})`,
              ),
            ),
            '```',
            '',
          ]
        : [`**${name}** rejects it: \`${reasonOf(probe.error ?? '')}\``, ''],
    ),
    '## Size',
    '',
    `Milliseconds in a fresh process, and its peak memory. ${TIMEOUT / 1000} s and 2 GB of heap are the limits.`,
    '',
    `| WSDL | ${reports.map(({ name }) => name).join(' | ')} |`,
    `|---|${reports.map(() => '---').join('|')}|`,
    ...sizes.map((size) => {
      const cells = reports.map(({ scaled }) => {
        const answer = scaled.get(size);
        if (answer === undefined) return '–';
        return answer.ok ? `${answer.ms.toFixed(0)} ms, ${answer.peakMb} MB` : reasonOf(answer.error ?? '');
      });
      return `| ${size} | ${cells.join(' | ')} |`;
    }),
    '',
    'TechSpokes’ `typescript-wsdl-client` is included if the variable `TECHSPOKES` names the directory of an installed package.',
    ...(reports.some(({ name }) => name.startsWith('TechSpokes'))
      ? []
      : ['These figures do not include it, because the registry in use does not have the package.']),
    '',
  ];
  return lines.join('\n');
}

/** The first words of an error, without file names. */
function reasonOf(error: string): string {
  return error
    .replace(/(?:file:\/\/)?\/[^\s:'"]+/g, '…')
    .replace(/[|`]/g, '')
    .slice(0, 70)
    .trim();
}
