import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMapper } from '@soapstone/json-xml-mapper';
import { createExchanges, type MapperParts } from '@soapstone/json-xml-mapper/internal';
import { generateClient } from '@soapstone/openapi-generator';
import { isWsdlError, operationsByPort, parseWsdl, type ServiceModel } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Third-party WSDLs, kept next to the project. */
const CORPUS = join(root, '../shared/corpus');
/** The number of operations of each service to compare. */
const COMPARED = 5;
/** One WSDL of three, or each with a depth of 10 and more: the compiler takes as long for them as all other tests of the commands. */
const STRIDE = Number(process.env['SOAPSTONE_DEPTH'] ?? 1) > 1 ? 1 : 3;
const folder = mkdtempSync(join(root, 'apps/cli/client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!existsSync(CORPUS))(
  'the client of every service of the corpus, or of one in three, compiles, and sends the same messages as one with the whole model (skipped without the corpus)',
  { timeout: 1_800_000 },
  async () => {
    const modules: string[] = [];
    const problems: string[] = [];
    const common: string[] = [];
    const paths = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.wsdl'),
    );
    for (const path of paths.sort().filter((_, index) => index % STRIDE === 0)) {
      const model = await modelOf(path);
      if (model === undefined || model.exposed.length === 0) continue;
      const directory = join(folder, String(modules.length));
      mkdirSync(directory);
      for (const [name, text] of generateClient({ model, ports: operationsByPort(model) }))
        writeFileSync(join(directory, name), text);
      modules.push(join(directory, 'index.ts'));
      const { service } = (await import(join(directory, 'service.ts'))) as {
        service: MapperParts & { model: ServiceModel };
      };
      if (service.uncommonContent === undefined) common.push(path);
      problems.push(...differences(model, service).map((problem) => `${path}: ${problem}`));
    }
    expect(problems).toEqual([]);
    expect(modules.length).toBeGreaterThan(300 / STRIDE);
    // The others have uncommon content in an input: wildcards, derived types and the like.
    expect(common.length).toBeGreaterThan(100 / STRIDE);
    expect(compile(modules)).toEqual([]);
  },
);

/** The model of a WSDL; undefined if the file is not one. */
async function modelOf(path: string): Promise<ServiceModel | undefined> {
  try {
    const { location, resolve } = await openLocal(join(CORPUS, path), CORPUS);
    return (await parseWsdl(location, { resolve })).model;
  } catch (error) {
    if (isWsdlError(error)) return undefined;
    throw error;
  }
}

/** Finds operations whose example envelope is not the same, byte for byte, despite the omitted types and parts of the mapper. */
function differences(whole: ServiceModel, service: MapperParts & { model: ServiceModel }): string[] {
  const [one, other] = [createMapper(whole), createExchanges(service.model, {}, service)];
  return service.model.exposed.slice(0, COMPARED).flatMap(({ name }) => {
    const input = one.compile(name).example('input');
    const [expected, found] = [one, other].map((mapper) =>
      Buffer.from(mapper.compile(name).toXml(input).body),
    );
    return expected?.equals(found ?? Buffer.alloc(0)) === true ? [] : [`${name} is written differently`];
  });
}

function compile(modules: readonly string[]): string[] {
  const program = ts.createProgram(modules, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    customConditions: ['@soapstone/source'],
    allowImportingTsExtensions: true,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
