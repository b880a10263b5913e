import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The location of the corpus of third-party documents, next to the project; it may be absent. */
export const corpusFolder: string = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../../shared/corpus',
);

/** One recorded exchange of another SOAP stack. Paths are absolute; a side that was not recorded is absent. */
export interface Pair {
  readonly suite: string;
  readonly name: string;
  readonly wsdl: string;
  readonly operation: string;
  readonly requestJson?: string;
  readonly requestXml?: string;
  readonly responseXml?: string;
  readonly responseJson?: string;
}

/** Every pair of the corpus; none if the corpus is absent. */
export function readPairs(): Pair[] {
  const table = join(corpusFolder, 'PAIRS.tsv');
  if (!existsSync(table)) return [];
  const [head = '', ...lines] = readFileSync(table, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = new Map(line.split('\t').map((cell, i) => [columns[i] ?? '', cell]));
    const path = (column: string) => {
      const cell = cells.get(column);
      return cell === undefined || cell === '' ? {} : { [camel(column)]: join(corpusFolder, cell) };
    };
    return {
      suite: cells.get('suite') ?? '',
      name: cells.get('case_dir') ?? '',
      wsdl: join(corpusFolder, cells.get('wsdl') ?? ''),
      operation: cells.get('operation') ?? '',
      ...path('request_json'),
      ...path('request_xml'),
      ...path('response_xml'),
      ...path('response_json'),
    };
  });
}

const camel = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
