import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Third-party WSDLs, kept next to the project. */
export const CORPUS: string = fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url));
const MANIFEST = join(CORPUS, 'MANIFEST.tsv');

/** The WSDLs of the corpus that an independent tool (zeep, PHP's ext/soap) accepts, by path; empty without the corpus. */
export function acceptedFiles(): string[] {
  if (!existsSync(MANIFEST)) return [];
  const [head = '', ...rows] = readFileSync(MANIFEST, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return rows
    .map((row) => row.split('\t'))
    .filter((cells) => cells[columns.indexOf('kind')]?.startsWith('wsdl'))
    .filter((cells) => ['zeep', 'php'].some((tool) => cells[columns.indexOf(tool)] === 'ok'))
    .map((cells) => cells[columns.indexOf('path')] ?? '');
}
