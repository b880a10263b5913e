/** Runs the programs of a guide with the packages as published. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { bundleProgram } from './bundle-processes.mjs';
import { runLong } from './pack-libraries.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const example = join(root, 'examples/user-directory');

/** The version of node-soap that the guide is about, which the project has to have too. */
export const NODE_SOAP = JSON.parse(
  readFileSync(join(root, 'examples/libraries/node_modules/soap/package.json'), 'utf8'),
).version;

/**
 * Runs every task of `docs/from-node-soap.md`: its commands, then its TypeScript blocks as one program, against the user directory.
 *
 * @param project a folder with the packages and node-soap in its `node_modules`
 * @param scratch a folder for other files
 * @returns how the output differs from the comments of the page
 */
export async function runGuide(project, scratch) {
  const module = await bundleProgram(join(root, 'examples/libraries/src/testing/markdown.ts'), scratch);
  const { blocksOf, oneLine, promisedOutput } = await import(pathToFileURL(module).href);
  const { startSoapServer } = await import(pathToFileURL(join(example, 'soap-server.mjs')).href);
  const blocks = blocksOf(readFileSync(join(root, 'docs/from-node-soap.md'), 'utf8'));
  const of = (language) =>
    blocks
      .filter((block) => block.language === language)
      .map(({ text }) => text)
      .join('\n');
  copyFileSync(join(example, 'user-directory.wsdl'), join(project, 'users.wsdl'));
  copyFileSync(join(example, 'user-directory.xsd'), join(project, 'user-directory.xsd'));

  const directory = await startSoapServer();
  try {
    for (const line of of('sh').trim().split('\n')) {
      // All packages are installed already.
      if (line.startsWith('npm install ')) continue;
      const [command, ...args] = line.split(' ');
      await runLong(command, ['--no-install', ...args], project);
    }
    const program = of('ts')
      .replaceAll('https://example.com/users?wsdl', directory.wsdlAddress)
      .replaceAll('https://example.com/users', directory.address);
    const { code } = await transform(program, { loader: 'ts', format: 'esm', target: 'node20' });
    writeFileSync(join(project, 'guide.mjs'), code);
    const printed = oneLine(await runLong('node', ['guide.mjs'], project));
    const promised = promisedOutput(of('ts'));
    if (promised === '') return ['docs/from-node-soap.md: promises no output'];
    if (printed === promised) return [];
    return [`docs/from-node-soap.md: expected\n${promised}\ngot\n${printed}`];
  } finally {
    await directory.stop();
  }
}
