/** `pnpm bench wsdl`: reading a WSDL into a model, compared with strong-soap and node-soap. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from './bench-options.js';
import { type Contender, interleave, median } from './interleave.js';
import type { BenchRow, BenchShare, BenchTable } from './table.js';
import { denseWsdl } from './wsdl/dense-wsdl.js';
import { CREATE_CLIENT, freshProcesses, freshRounds } from './wsdl/fresh-process.js';
import { nodeSoap, soapstone, strongSoap, type WsdlParser, whyNot } from './wsdl/parsers.js';
import { SHAPES, wsdlShape } from './wsdl/wsdl-shapes.js';

/** The corpus of public WSDLs, next to the project; its cases are omitted if it is absent. */
const CORPUS = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
/** The number of the largest corpus files that are measured. */
const LARGEST = 4;
/** The number of them that fresh processes load. */
const FRESH = 10;
/** The sizes for measuring growth. */
const SIZES = [300, 600, 1200, 2400, 4800, 9600, 19_200, 30_000] as const;

export async function run(options: BenchOptions): Promise<BenchTable> {
  const directory = await mkdtemp(join(tmpdir(), 'soapstone-bench-'));
  const rows: BenchRow[] = [];
  const shares: BenchShare[] = [];
  const notes: string[] = [];
  const to = { options, rows, shares, notes };
  try {
    if (!options.bounds) await measureOthers(directory, to);
    const shapes = await writeShapes(directory);
    for (const { label, path } of shapes) await measure(label, path, undefined, to);
    const largest = options.bounds ? [] : await largestOfCorpus(FRESH);
    const files = largest.map((path) => ({ label: path, path: join(CORPUS, path) }));
    await freshLoads(directory, [...shapes, ...files], to);
  } finally {
    await rm(directory, { recursive: true });
  }
  return { name: 'wsdl', unit: 'MB/s', rounds: options.rounds, rows, shares, notes };
}

/** Where measurements go. */
interface Measured {
  readonly options: BenchOptions;
  readonly rows: BenchRow[];
  readonly shares: BenchShare[];
  readonly notes: string[];
}

/** Measures what has no bound: types that can all reach one another, the corpus, and growth. */
async function measureOthers(directory: string, to: Measured): Promise<void> {
  const dense = join(directory, 'dense.wsdl');
  await writeFile(dense, denseWsdl(3000));
  await measure('3,000 mutually reachable types', dense, undefined, to);
  for (const path of await largestOfCorpus(LARGEST)) await measure(path, join(CORPUS, path), CORPUS, to);
  to.notes.push(...(await growth(directory, to.options)));
}

/** Measures one file with every parser that can read it. A note names the others. */
async function measure(label: string, path: string, root: string | undefined, to: Measured): Promise<void> {
  const megabytes = (await stat(path)).size / 1e6;
  const able: WsdlParser[] = [soapstone(root)];
  for (const parser of to.options.bounds ? [nodeSoap] : [strongSoap, nodeSoap]) {
    const reason = await whyNot(parser, path);
    if (reason === undefined) able.push(parser);
    else to.notes.push(`${parser.name} cannot read ${label}: ${reason.split('\n')[0]}`);
  }
  const contenders = able.map((parser) => ({
    name: parser.name,
    async run(times: number) {
      for (let i = 0; i < times; i += 1) await parser.parse(path);
    },
  }));
  const rows = await interleave(`${label} (${megabytes.toFixed(2)} MB)`, contenders, megabytes, to.options);
  to.rows.push(...rows);
  const ratio = rows.find(({ contender }) => contender === nodeSoap.name)?.ratio;
  if (ratio !== undefined) to.shares.push({ name: `warm, ${label}`, share: ratio });
}

/** Writes the WSDLs that are generated in the form of large real ones. */
async function writeShapes(
  directory: string,
): Promise<readonly { readonly label: string; readonly path: string }[]> {
  return await Promise.all(
    SHAPES.map(async ([label, shape], index) => {
      const folder = join(directory, `shape-${index}`);
      await mkdir(folder);
      const files = [...wsdlShape(shape)];
      await Promise.all(files.map(([name, text]) => writeFile(join(folder, name), text)));
      return { label: `generated: ${label}`, path: join(folder, 'service.wsdl') };
    }),
  );
}

/** The largest files of the corpus, one per repository. */
async function largestOfCorpus(count: number): Promise<readonly string[]> {
  if (!existsSync(join(CORPUS, 'MANIFEST.tsv'))) return [];
  const [head = '', ...lines] = (await readFile(join(CORPUS, 'MANIFEST.tsv'), 'utf8')).trimEnd().split('\n');
  const columns = head.split('\t');
  const files = lines
    .map((line) => line.split('\t'))
    .map((values) => ({
      path: values[columns.indexOf('path')] ?? '',
      bytes: Number(values[columns.indexOf('bytes')]),
      accepted: values[columns.indexOf('zeep')] === 'ok',
    }))
    .filter((file) => file.accepted)
    .sort((a, b) => b.bytes - a.bytes);
  const repositories = new Set<string>();
  const largest = files.filter(({ path }) => {
    const repository = path.split('/')[0] ?? '';
    if (repositories.has(repository)) return false;
    repositories.add(repository);
    return true;
  });
  return largest.slice(0, count).map((file) => file.path);
}

/** Our time from 300 to 30,000 types: milliseconds of CPU, and the factor per doubling. */
async function growth(directory: string, options: BenchOptions): Promise<readonly string[]> {
  const contenders: Contender[] = [];
  for (const types of SIZES) {
    const path = join(directory, `dense-${types}.wsdl`);
    await writeFile(path, denseWsdl(types));
    const parser = soapstone(undefined, types);
    contenders.push({
      name: `${types} types`,
      async run(times) {
        for (let i = 0; i < times; i += 1) await parser.parse(path);
      },
    });
  }
  // In turn, and in rounds of equal length for every size, so that a slowing machine affects all sizes alike and a garbage
  // collection falls into all rounds or none.
  const rows = await interleave('growth', contenders, 1, options);
  const measured = SIZES.map((types, i) => ({ types, ms: 1000 / (rows[i] as BenchRow).rate }));
  const first = measured[0] as { types: number; ms: number };
  const last = measured.at(-1) as { types: number; ms: number };
  const perDoubling = (last.ms / first.ms) ** (1 / Math.log2(last.types / first.types));
  const whole = `${first.types} to ${last.types} types: ${perDoubling.toFixed(2)} times per doubling overall`;
  const steps = measured.map(({ types, ms }, i) => {
    const before = measured[i - 1];
    const factor =
      before === undefined ? undefined : (ms / before.ms) ** (1 / Math.log2(types / before.types));
    const growthText = factor === undefined ? '' : `, ${factor.toFixed(2)} times per doubling`;
    return `${types} types: ${ms.toFixed(0)} ms${growthText}`;
  });
  return [...steps, whole];
}

/** CPU time of a fresh process that creates a client, as the median of its rounds, compared with node-soap: start-up and reading together. */
async function freshLoads(
  directory: string,
  files: readonly { readonly label: string; readonly path: string }[],
  { options, shares, notes }: Measured,
): Promise<void> {
  const contenders = await freshProcesses(directory, CREATE_CLIENT);
  for (const { label, path } of files) {
    const times = contenders.map(({ name }) => ({ name, all: [] as number[] }));
    try {
      for (let round = 0; round < freshRounds(options); round++) {
        for (const [index, { measure }] of contenders.entries()) {
          times[index]?.all.push(measure(path));
        }
      }
    } catch (error) {
      notes.push(`fresh process, ${label}: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    const medians = times.map(({ name, all }) => `${name} ${median(all).toFixed(0)} ms`);
    const [ours = 0, theirs = 0] = times.map(({ all }) => median(all));
    shares.push({ name: `fresh, ${label}`, share: ours / theirs });
    notes.push(
      `fresh process, ${label}: ${medians.join(', ')} of CPU, ${(ours / theirs).toFixed(2)} (goal 0.9)`,
    );
  }
}
