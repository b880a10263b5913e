import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { runCommand } from './testing/run-command.js';

/** Third-party WSDLs, kept beside the project. */
const CORPUS = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));
const MANIFEST = join(CORPUS, 'MANIFEST.tsv');

/** Files of the corpus that an independent tool (zeep, PHP's ext/soap) accepts. */
function acceptedFiles(): string[] {
  const [head = '', ...rows] = readFileSync(MANIFEST, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return rows
    .map((row) => row.split('\t'))
    .filter((cells) => cells[columns.indexOf('kind')]?.startsWith('wsdl'))
    .filter((cells) => ['zeep', 'php'].some((tool) => cells[columns.indexOf(tool)] === 'ok'))
    .map((cells) => cells[columns.indexOf('path')] ?? '');
}

/** The reason why a description has nothing to offer: its bindings are not SOAP over HTTP, or are missing. */
const NOTHING_TO_OFFER = ['BINDING_SKIPPED', 'UNRESOLVED_BINDING', 'NO_SOAP_OPERATION'];

/** `inspect` exits with 1 if a needed document is missing, and if there is nothing to offer. */
function isExplained({ exitCode, out }: { readonly exitCode: number; readonly out: string }): boolean {
  if (exitCode !== 1) return exitCode === 0;
  const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; severity: string }[] };
  return diagnostics.some(
    ({ code, severity }) =>
      (code === 'LOAD_FAILED' && severity === 'error') || NOTHING_TO_OFFER.includes(code),
  );
}

test.skipIf(!existsSync(MANIFEST))(
  'inspect and openapi work for every WSDL of the corpus that another tool accepts (skipped where there is no corpus)',
  { timeout: 300_000 },
  async () => {
    const problems: string[] = [];
    let documents = 0;
    for (const path of acceptedFiles()) {
      const inspected = await runCommand(['inspect', path, '--format', 'json'], { cwd: CORPUS });
      if (!isExplained(inspected)) {
        problems.push(`inspect ${path}: ${inspected.out}`);
        continue;
      }
      const { diagnostics } = JSON.parse(inspected.out) as { diagnostics: { code: string }[] };
      const described = await runCommand(['openapi', path, '--methods', 'GET+POST', '--allow-empty'], {
        cwd: CORPUS,
      });
      if (described.exitCode !== 0) {
        problems.push(`openapi ${path}: ${described.err}`);
        continue;
      }
      const document = JSON.parse(described.out) as { paths: object };
      const { valid, errors } = await new Validator().validate(document);
      if (!valid) problems.push(`${path}: ${JSON.stringify(errors).slice(0, 300)}`);
      if (Object.keys(document.paths).length > 0) documents++;
      else if (!diagnostics.some(({ code }) => NOTHING_TO_OFFER.includes(code)))
        problems.push(`${path}: no operations`);
    }
    expect(problems).toEqual([]);
    expect(documents).toBeGreaterThanOrEqual(150);
  },
);
