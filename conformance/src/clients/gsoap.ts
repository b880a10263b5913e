import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperationInfo } from '@soapstone/json-xml-mapper';
import { hasGsoap } from '../installed.js';
import type { ExampleService } from './example-service.js';
import { leavesOf } from './leaves.js';
import { type Called, run, type SoapClient } from './soap-client.js';

/** gSOAP with the proxy class that its generator creates. */
export const GSOAP: SoapClient = {
  name: 'gSOAP',
  needs: 'the Debian packages gsoap, libgsoap-dev and g++',
  isInstalled: hasGsoap,
  call: callGsoap,
};

const TEMPLATE = fileURLToPath(new URL('gsoap/call.h', import.meta.url));

/** A method of a proxy that takes and returns one element. */
const METHOD = /virtual int (\w+)\((?:struct )?(\w+) \*\w+, (?:struct )?(\w+) &\w+\) \{/g;

/** The types of a method of a proxy. */
interface Method {
  readonly input: string;
  readonly output: string;
}

/** Generates and compiles a program that makes the calls with what gSOAP has read of the examples. */
async function callGsoap({ address, calls }: ExampleService): Promise<ReadonlyMap<string, Called> | string> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-clients-'));
  const inFolder = (name: string) => join(folder, name);
  try {
    const header = inFolder('contract.h');
    const version = calls.some(({ info }) => info.soapVersion === '1.2') ? '-2' : '-1';
    const made = await run('wsdl2h', ['-o', header, `${address}?wsdl`], '');
    const generated = await run(
      'soapcpp2',
      [version, '-j', '-C', '-L', '-x', '-d', folder, '-I/usr/share/gsoap/import', header],
      '',
    );
    const proxyFile = readdirSync(folder).find((file) => file.endsWith('Proxy.h'));
    if (proxyFile === undefined) return `wsdl2h: ${`${made}${generated}`.trim().slice(-300)}`;
    const proxyText = readFileSync(inFolder(proxyFile), 'utf8');
    const proxy = /class SOAP_CMAC (\w+)/.exec(proxyText)?.[1] ?? '';
    const methods: ReadonlyMap<string, Method> = new Map(
      Array.from(proxyText.matchAll(METHOD), ([, name = '', input = '', output = '']) => [
        name,
        { input, output },
      ]),
    );
    copyFileSync(TEMPLATE, inFolder('call.h'));
    const chosen = calls.filter(({ info }) => isCallable(info, methods));
    if (chosen.length === 0) return 'signature: no method takes and returns one element';
    for (const { info, request } of chosen) writeFileSync(inFolder(`${info.name}.xml`), payloadOf(request));
    const lines = chosen.map(({ info }) => {
      const { input = '', output = '' } = methods.get(info.name) ?? {};
      const functions = `soap_read_${input}, soap_write_${output}, &${proxy}::${info.name}`;
      return `  call<${proxy}, ${input}, ${output}>("${info.name}", arguments[1], ${functions});`;
    });
    const names = readdirSync(folder).find((file) => file.endsWith('.nsmap'));
    writeFileSync(
      inFolder('main.cpp'),
      `#include "${proxyFile}"\n#include "${names}"\n#include "call.h"\n\nint main(int, char **arguments) {\n${lines.join('\n')}\n}\n`,
    );
    const sources = ['main.cpp', 'soapC.cpp', proxyFile.replace('.h', '.cpp')].map(inFolder);
    const program = inFolder('client');
    const compiled = await run(
      'g++',
      ['-w', `-DFOLDER="${folder}"`, `-I${folder}`, '-o', program, ...sources, '-lgsoap++'],
      '',
    );
    if (!readdirSync(folder).includes('client')) return `g++: ${compiled.trim().slice(0, 300)}`;
    const output = await run(program, [address], '');
    const called = new Map<string, Called>();
    for (const line of output.split('\n')) {
      const [name = '', payload = '', problem = ''] = line.split(' ');
      const [xml, text] = [payload, problem].map((hex) => Buffer.from(hex, 'hex').toString());
      if (name !== '') called.set(name, text === '' ? { leaves: leavesOf(xml!) } : { problem: text! });
    }
    for (const { info } of calls) {
      if (!isCallable(info, methods))
        called.set(info.name, { problem: 'signature: the method does not take and return one element' });
    }
    return called;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the method takes and returns one element: those of rpc have parts as parameters, or structures of parts. */
function isCallable({ style, name }: OperationInfo, methods: ReadonlyMap<string, Method>): boolean {
  const method = methods.get(name);
  return (
    style === 'document' &&
    method !== undefined &&
    !method.input.startsWith('__') &&
    !method.output.startsWith('__')
  );
}

/** The child of the Body. */
function payloadOf(envelope: string): string {
  return /<soapenv:Body>([\s\S]*)<\/soapenv:Body>/.exec(envelope)?.[1] ?? '';
}
