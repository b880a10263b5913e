import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import type { BenchOptions } from '../bench-options.js';
import { median } from '../interleave.js';
import type { BenchShare } from '../table.js';
import { CREATE_CLIENT, freshProcesses, freshRounds } from '../wsdl/fresh-process.js';
import { withAnswers } from './with-answers.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The service whose first call is measured. */
export interface FirstCall {
  readonly label: string;
  /** The path of the WSDL. */
  readonly wsdl: string;
  readonly operation: string;
}

/**
 * CPU time of fresh processes that make one call: with `createClient`, with a generated client, and with node-soap; and of one in which
 * node-soap only creates its client. Processes run in turn.
 */
export async function firstCall(
  { label, wsdl, operation }: FirstCall,
  options: BenchOptions,
): Promise<{ readonly notes: readonly string[]; readonly shares: readonly BenchShare[] }> {
  // A folder inside the bench, whose packages the generated module imports.
  const directory = await mkdtemp(join(ROOT, 'bench/.first-call-'));
  try {
    await generate(wsdl, operation, join(directory, 'client'));
    const { input, answer } = await exampleOf(wsdl, operation);
    const answerFile = join(directory, 'answer.xml');
    await writeFile(answerFile, answer);
    const built = join(directory, 'built');
    await mkdir(built);
    const call = `
      const reply = await client[${JSON.stringify(operation)}](${JSON.stringify(input)});
      if (Object.keys(reply).length === 0) throw new Error('an empty reply');`;
    const programs = await freshProcesses(built, {
      'bare Node': '',
      'node-soap, one call': `
        import { createClientAsync } from 'soap';
        const options = { disableCache: true, endpoint: process.argv[2] };
        const client = await createClientAsync(${JSON.stringify(wsdl)}, options);
        const [reply] = await client[${JSON.stringify(`${operation}Async`)}](${JSON.stringify(input)});
        if (Object.keys(reply).length === 0) throw new Error('an empty reply');`,
      'createClient, one call': `
        import { createClient } from '@soapstone/client';
        const client = await createClient(${JSON.stringify(wsdl)}, { endpoint: process.argv[2] });${call}`,
      'generated client, one call': `
        import { createClient } from ${JSON.stringify(join(directory, 'client/index.ts'))};
        const client = createClient({ endpoint: process.argv[2] });${call}`,
      'node-soap, no call': CREATE_CLIENT['node-soap'] as string,
    });
    return await withAnswers([answerFile], (server) => {
      const times = programs.map(({ name }) => ({ name, all: [] as number[] }));
      for (let round = 0; round < freshRounds(options); round++) {
        for (const [index, { name, measure }] of programs.entries()) {
          times[index]?.all.push(measure(name.includes('no call') ? wsdl : `${server}/answer`));
        }
      }
      const [bare = 0, theirs = 0, ours = 0, generated = 0, created = 0] = times.map(({ all }) =>
        median(all),
      );
      const listed = times.map(({ name, all }) => `${name} ${median(all).toFixed(0)} ms`).join(', ');
      const [create, generate] = [ours, generated].map((each) => (each / theirs).toFixed(2));
      const share = ((generated - bare) / (created - bare)).toFixed(2);
      const notes = [
        `${label}, fresh processes of Node ${process.versions.node}: ${listed} of CPU`,
        `${label}: createClient takes ${create} of node-soap's time (goal 1.0), a generated client ${generate} (goal 0.5); without the start of Node, a generated client ${share} of creating node-soap's`,
      ];
      const shares = [
        { name: `createClient and one cold call, ${label}`, share: ours / theirs },
        { name: `generated client and one cold call, ${label}`, share: generated / theirs },
      ];
      return Promise.resolve({ notes, shares });
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function generate(wsdl: string, operation: string, folder: string): Promise<void> {
  const command = ['--import', 'tsx', '--conditions=@soapstone/source', join(ROOT, 'apps/cli/src/main.ts')];
  const { status, stderr } = spawnSync(
    process.execPath,
    [...command, 'client', wsdl, '-o', folder, '--operations', operation],
    { encoding: 'utf8', timeout: 120_000, cwd: join(ROOT, 'bench') },
  );
  if (status !== 0) throw new Error(`cannot generate the client: ${stderr}`);
  await readFile(join(folder, 'index.ts'));
}

/** A request of the operation, and the envelope of a response. */
async function exampleOf(wsdl: string, name: string): Promise<{ input: unknown; answer: Uint8Array }> {
  const { location, resolve } = await openLocal(wsdl);
  const { model } = await parseWsdl(location, { resolve });
  const operation = createMapper(model).compile(name);
  return {
    input: operation.example('input'),
    answer: operation.responseToXml(operation.example('output')).body,
  };
}
