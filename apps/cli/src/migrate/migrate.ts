import { EXIT } from '../errors/exit-code.js';
import { readBytes } from '../input/read-file.js';
import { printJson } from '../output/print-json.js';
import { openOutput } from '../output/write-output.js';
import type { CommandContext } from '../terminal/command-context.js';
import { type Change, type Left, migrateModule } from './migrate-module.js';
import { sourceFiles } from './source-files.js';

/** The options of `soapstone migrate`. */
export interface MigrateOptions {
  readonly check?: true;
  readonly format: 'text' | 'json';
}

/** A file, and what happened to it. */
interface MigratedFile {
  readonly file: string;
  readonly state: 'written' | 'unchanged' | 'outdated';
  readonly changes: readonly Change[];
  readonly left: readonly Left[];
}

/** The size from which a file is not read as a program that somebody wrote: 4 MiB. */
const MOST_BYTES = 4 * 1024 * 1024;

/** `soapstone migrate`: changes imports of node-soap, and lists what it cannot change. */
export async function migrate(
  paths: readonly string[],
  options: MigrateOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const files: MigratedFile[] = [];
  for (const file of await sourceFiles(paths, terminal.cwd)) {
    const { text, changes, left } = migrateBytes(await readBytes(file, terminal.cwd), file);
    if (text !== undefined && options.check !== true) {
      const output = await openOutput(file, terminal);
      try {
        await output.write(Buffer.from(text));
        await output.commit();
      } finally {
        await output.discard();
      }
    }
    const state = text === undefined ? 'unchanged' : options.check === true ? 'outdated' : 'written';
    files.push({ file, state, changes, left });
  }
  const isDone = files.every(({ state, left }) => state !== 'outdated' && left.length === 0);
  if (!isDone) context.exitCode = EXIT.finding;
  terminal.out(
    options.format === 'json' ? printJson({ ok: isDone, files }) : printText(files, options.check === true),
  );
}

/** The new text of a file is absent if it stays as it is. */
function migrateBytes(
  bytes: Uint8Array,
  file: string,
): { readonly text?: string; readonly changes: readonly Change[]; readonly left: readonly Left[] } {
  const leave = (problem: string) => ({ changes: [], left: [{ line: 1, column: 1, problem }] });
  if (bytes.length > MOST_BYTES) return leave('the file has more than 4 MiB, and is not changed');
  try {
    // A byte order mark stays in the text, and so in the file.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return migrateModule(text, file);
  } catch (error) {
    if (error instanceof TypeError) return leave('the file is not UTF-8, and is not changed');
    throw error;
  }
}

function printText(files: readonly MigratedFile[], isCheck: boolean): string {
  const lines = files.flatMap(({ file, changes, left }) => [
    ...changes.map(({ line, column, from, to }) => `${file}:${line}:${column}: ${from} -> ${to}`),
    ...left.map(({ line, column, problem }) => `${file}:${line}:${column}: left: ${problem}`),
  ]);
  const changed = files.filter(({ changes }) => changes.length > 0).length;
  const left = files.reduce((sum, each) => sum + each.left.length, 0);
  const rest = left === 0 ? '' : `; ${left} ${left === 1 ? 'place is' : 'places are'} left to you`;
  const verb = isCheck ? 'would change' : 'changed';
  const next = changed > 0 && !isCheck ? 'next: npm install @soapstone/compat, and npm uninstall soap\n' : '';
  return `${[...lines, `${changed} of ${files.length} files ${verb}${rest}`].join('\n')}\n${next}`;
}
