import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JsonObject, type JsonValue, parseJson, stringify } from '@soapstone/json-xml-mapper';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The output of `soapstone` for one case of a batch. */
export type BatchResult = { readonly output: JsonObject } | { readonly error: string };

/** Runs `soapstone request --batch` or `soapstone response --batch` over the cases, in one process; results by case id. */
export async function runBatch(
  command: 'request' | 'response',
  cases: readonly JsonObject[],
): Promise<Map<JsonValue, BatchResult>> {
  const folder = mkdtempSync(join(tmpdir(), 'interop-'));
  try {
    const file = join(folder, 'cases.jsonl');
    writeFileSync(file, cases.map((each) => `${stringify(each)}\n`).join(''));
    const lines = (await soapstone([command, '--batch', file])).trimEnd().split('\n');
    if (lines.length !== cases.length)
      throw new Error(`soapstone ${command} answered ${lines.length} of ${cases.length} cases`);
    return new Map(
      lines.map((line) => {
        const { id, ok, output, error } = parseJson(line) as JsonObject;
        return [
          id as JsonValue,
          ok === true ? { output: output as JsonObject } : { error: stringify(error as JsonValue) },
        ];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The command from its sources. It exits with 1 if a case failed; its output counts. */
function soapstone(argv: readonly string[]): Promise<string> {
  const flags = ['--import', 'tsx', '--conditions=@soapstone/source', join(root, 'apps/cli/src/main.ts')];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...flags, ...argv],
      { cwd: root, maxBuffer: 256 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (stdout === '') reject(error ?? new Error(stderr));
        else resolve(stdout);
      },
    );
  });
}
