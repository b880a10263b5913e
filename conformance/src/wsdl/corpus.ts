import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Resolver } from '@soapstone/wsdl-parser';
import { fileResolver } from '@soapstone/wsdl-parser/file';

/** The location of the corpus of public WSDLs: next to the project. */
export const CORPUS: string = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));

/** One row of the corpus's manifest: what other tools make of a WSDL. */
export interface CorpusFile {
  readonly path: string;
  readonly repository: string;
  /** Operations of SOAP bindings, counted by the corpus's author. */
  readonly operations: number;
  /** The verdicts of zeep and PHP's ext/soap; `''` if they were not asked. */
  readonly zeep: 'ok' | 'fail' | '';
  readonly php: 'ok' | 'fail' | '';
  /** Operations of all ports that zeep supports, including HTTP bindings. */
  readonly zeepOperations: number;
}

/** True if the corpus exists. */
export function hasCorpus(): boolean {
  return existsSync(join(CORPUS, 'MANIFEST.tsv'));
}

/** Reads the manifest, in its order. */
export async function readManifest(): Promise<readonly CorpusFile[]> {
  const [head = '', ...lines] = (await readFile(join(CORPUS, 'MANIFEST.tsv'), 'utf8')).trimEnd().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const values = line.split('\t');
    const value = (column: string): string => values[columns.indexOf(column)] ?? '';
    return {
      path: value('path'),
      repository: value('path').split('/')[0] ?? '',
      operations: Number(value('operations') || 0),
      zeep: verdict(value('zeep')),
      php: verdict(value('php')),
      zeepOperations: Number(value('zeep_ops') || 0),
    };
  });
}

function verdict(text: string): 'ok' | 'fail' | '' {
  return text === 'ok' || text === 'fail' ? text : '';
}

/** True if at least one independent tool accepts the file. */
export function isAcceptable(file: CorpusFile): boolean {
  return file.zeep === 'ok' || file.php === 'ok';
}

/** Exchange Web Services: the largest service, with the most choices. No other tool was asked about it. */
export function isLargest({ path }: CorpusFile): boolean {
  return /php-ews\/.*\/services\.wsdl$/.test(path);
}

/** The files that another tool accepts, and Exchange Web Services; with `--only text` in `argv`, those of them with this text in their path. */
export async function acceptableFiles(argv: readonly string[]): Promise<readonly CorpusFile[]> {
  const only = argv.includes('--only') ? (argv[argv.indexOf('--only') + 1] ?? '') : '';
  return (await readManifest()).filter(
    (file) => (isAcceptable(file) || isLargest(file)) && file.path.includes(only),
  );
}

/** The location of a file of the corpus, as its resolver expects it. */
export function corpusUri(path: string): string {
  return pathToFileURL(join(CORPUS, path)).href;
}

/** Reads the corpus and nothing else. */
export function corpusResolver(): Resolver {
  return fileResolver(CORPUS);
}
