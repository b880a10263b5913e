import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { acceptedFiles, CORPUS } from '../testing/corpus.js';
import { runCommand } from '../testing/run-command.js';

const files = acceptedFiles();

/** The reasons why a description has no operation to offer: its bindings are not SOAP over HTTP, or are missing. */
const NOTHING_TO_OFFER = ['BINDING_SKIPPED', 'UNRESOLVED_BINDING', 'NO_SOAP_OPERATION'];

/** `inspect` exits with 1 if a needed document is missing, or if there is no operation to offer. */
function isExplained({ exitCode, out }: { readonly exitCode: number; readonly out: string }): boolean {
  if (exitCode !== 1) return exitCode === 0;
  const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; severity: string }[] };
  return diagnostics.some(
    ({ code, severity }) =>
      (code === 'LOAD_FAILED' && severity === 'error') || NOTHING_TO_OFFER.includes(code),
  );
}

test.skipIf(files.length === 0)(
  'inspect and openapi work for every WSDL of the corpus that another tool accepts (skipped without the corpus)',
  { timeout: 300_000 },
  async () => {
    const problems: string[] = [];
    let documents = 0;
    for (const path of files) {
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
