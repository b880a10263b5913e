/** A build step: reads a WSDL once and writes client, types and OpenAPI document. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMapper } from '@soapstone/json-xml-mapper';
import { generateClient, generateOpenApi, printOpenApi, printTypes } from '@soapstone/openapi-generator';
import { operationsByPort, parseWsdl } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';

const [, , wsdl = 'users.wsdl', folder = 'generated'] = process.argv;
const { location, resolve } = await openLocal(wsdl);
const { model, diagnostics } = await parseWsdl(location, { resolve });
for (const { severity, message, file, line } of diagnostics) {
  if (severity === 'error') console.error(`${file}:${line} ${message}`);
}

const document = generateOpenApi(createMapper(model), { servers: ['https://api.example.com/users'] });
const files = new Map([
  ...generateClient({ model, ports: operationsByPort(model) }, { operations: ['GetUser'] }),
  ['types.ts', printTypes(document)],
  ['openapi.json', printOpenApi(document, 'json')],
]);
await mkdir(folder, { recursive: true });
for (const [name, text] of files) await writeFile(join(folder, name), text);
console.log([...files.keys()].join(' '));
