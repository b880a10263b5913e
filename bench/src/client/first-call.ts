import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import type { BenchOptions } from '../bench-options.js';
import { median } from '../interleave.js';
import { CREATE_CLIENT, freshProcesses } from '../wsdl/fresh-process.js';
import { withAnswers } from './with-answers.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OPERATION = 'deleteShipment';

/**
 * CPU time of a fresh process that makes the first call of a generated client, next to one in which node-soap only creates its client
 * from the WSDL.
 */
export async function firstCall(wsdl: string, { rounds }: BenchOptions): Promise<readonly string[]> {
  // A folder inside the bench, whose packages the generated module imports.
  const directory = await mkdtemp(join(ROOT, 'bench/.first-call-'));
  try {
    await generate(wsdl, join(directory, 'ship'));
    const { input, answer } = await exampleOf(wsdl);
    const answerFile = join(directory, 'answer.xml');
    await writeFile(answerFile, answer);
    const built = join(directory, 'built');
    await mkdir(built);
    const programs = await freshProcesses(built, {
      'bare Node': '',
      'first call, generated client': `
        import { createClient } from ${JSON.stringify(join(directory, 'ship/index.ts'))};
        const ship = createClient({ endpoint: process.argv[2] });
        const reply = await ship.${OPERATION}(${JSON.stringify(input)});
        if (Object.keys(reply).length === 0) throw new Error('an empty reply');`,
      'client of node-soap': CREATE_CLIENT['node-soap'] as string,
    });
    return await withAnswers([answerFile], (server) => {
      const times = programs.map(({ name }) => ({ name, all: [] as number[] }));
      for (let round = 0; round < rounds; round++) {
        for (const [index, { name, measure }] of programs.entries()) {
          times[index]?.all.push(measure(name.includes('node-soap') ? wsdl : `${server}/answer`));
        }
      }
      const [bare = 0, ours = 0, theirs = 0] = times.map(({ all }) => median(all));
      const listed = times.map(({ name, all }) => `${name} ${median(all).toFixed(0)} ms`).join(', ');
      const share = ((ours - bare) / (theirs - bare)).toFixed(2);
      return Promise.resolve([
        `FedEx ShipService, fresh processes: ${listed} of CPU; without the start of Node, ours takes ${share} of node-soap's`,
      ]);
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function generate(wsdl: string, folder: string): Promise<void> {
  const command = ['--import', 'tsx', '--conditions=@soapstone/source', join(ROOT, 'apps/cli/src/main.ts')];
  const { status, stderr } = spawnSync(
    'node',
    [...command, 'client', wsdl, '-o', folder, '--operations', OPERATION],
    { encoding: 'utf8', timeout: 120_000, cwd: join(ROOT, 'bench') },
  );
  if (status !== 0) throw new Error(`cannot generate the client: ${stderr}`);
  await readFile(join(folder, 'index.ts'));
}

/** A request of the operation, and the envelope of a response. */
async function exampleOf(wsdl: string): Promise<{ input: unknown; answer: Uint8Array }> {
  const { location, resolve } = await openLocal(wsdl);
  const { model } = await parseWsdl(location, { resolve });
  const operation = createMapper(model).compile(OPERATION);
  return {
    input: operation.example('input'),
    answer: operation.responseToXml(operation.example('output')).body,
  };
}
