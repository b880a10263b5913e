import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasJaxWs, JAX_WS_JARS } from '../installed.js';
import type { ExampleService } from './example-service.js';
import { leavesOf } from './leaves.js';
import { type Called, run, type SoapClient } from './soap-client.js';

/** JAX-WS RI with the classes that its generator creates. */
export const JAX_WS: SoapClient = {
  name: 'JAX-WS RI',
  needs: 'the Debian packages libjaxws-java and default-jdk-headless',
  isInstalled: hasJaxWs,
  call: callJaxWs,
};

const PROGRAM = fileURLToPath(new URL('jaxws/DispatchClient.java', import.meta.url));

/** Generates classes from the WSDL, and calls with what JAXB has read of the examples. */
async function callJaxWs({
  address,
  namespace,
  calls,
}: ExampleService): Promise<ReadonlyMap<string, Called> | string> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-clients-'));
  try {
    const path = [...JAX_WS_JARS, folder].join(':');
    const wsdl = `${address}?wsdl`;
    const generator = ['com.sun.tools.ws.WsImport', '-Xnocompile', '-quiet', '-d', folder, wsdl];
    const generated = await run('java', ['-cp', path, ...generator], '');
    const sources = javaFiles(folder);
    if (sources.length === 0) return `wsimport: ${generated.trim().slice(0, 300)}`;
    const compiled = await run('javac', ['-nowarn', '-cp', path, '-d', folder, PROGRAM, ...sources], '');
    if (!existsSync(join(folder, 'DispatchClient.class'))) return `javac: ${compiled.trim().slice(0, 300)}`;
    const packages = sources
      .filter((file) => file.endsWith('ObjectFactory.java'))
      .map((file) => relative(folder, dirname(file)).replaceAll('/', '.'));
    const encode = (value: string) => Buffer.from(value).toString('base64');
    const lines = calls.map(({ info, request }) =>
      [
        ...[info.name, namespace, info.service, info.port, info.soapAction, request],
        info.oneWay ? 'one-way' : '',
      ]
        .map(encode)
        .join(' '),
    );
    const list = join(folder, 'calls.txt');
    writeFileSync(list, lines.join('\n'));
    const output = await run('java', ['-cp', path, 'DispatchClient', wsdl, packages.join(':'), list], '');
    const called = new Map<string, Called>();
    for (const line of output.split('\n')) {
      const [name, payload, problem] = line
        .split(' ')
        .map((field) => Buffer.from(field, 'base64').toString());
      if (payload === undefined || problem === undefined || !calls.some(({ info }) => info.name === name))
        continue;
      called.set(name!, problem === '' ? { leaves: payload === '' ? [] : leavesOf(payload) } : { problem });
    }
    return called.size === 0 ? `java: ${output.trim().slice(0, 300)}` : called;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function javaFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.java'))
    .map((file) => join(folder, file));
}
