import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createMapper } from '@soapstone/json-xml-mapper';
import { generateOpenApi, printOpenApi, printTypes } from '@soapstone/openapi-generator';
import { DEFAULT_PARSE_LIMITS, parseWsdl } from '@soapstone/wsdl-parser';
import { fileResolver } from '@soapstone/wsdl-parser/file';

/** The result of a program for one WSDL. */
export interface Described {
  readonly operations: number;
  /** Everything that it declares, in its own notation. */
  readonly text: string;
}

/** A program that describes a SOAP service in terms of JSON or JavaScript. */
export interface Peer {
  readonly name: string;
  readonly makes: string;
  /** @param root the directory that imports may reach */
  describe(path: string, root: string): Promise<Described>;
}

const require = createRequire(import.meta.url);

const soapstone: Peer = {
  name: 'soapstone',
  makes: 'OpenAPI 3.0 and 3.1, TypeScript types',
  async describe(path, root) {
    const types = 50_000;
    const limits = { ...DEFAULT_PARSE_LIMITS, types, particles: types * 20, bytes: 100 * 1024 * 1024 };
    const { model } = await parseWsdl(resolve(path), { resolve: fileResolver(root), limits });
    const mapper = createMapper(model);
    const document = generateOpenApi(mapper);
    // Only generating the document is timed; the types are printed for the comparison of shapes.
    const text = printOpenApi(document, 'json');
    return {
      operations: mapper.operations.length,
      text: text.length > 1_000_000 ? text : printTypes(document),
    };
  },
};

const wsdlTsclient: Peer = {
  name: 'wsdl-tsclient 1.7.1',
  makes: 'TypeScript types and a client on node-soap',
  async describe(path) {
    const directory = await mkdtemp(join(tmpdir(), 'soapstone-peer-'));
    try {
      const { parseAndGenerate } = require('wsdl-tsclient') as {
        parseAndGenerate(path: string, out: string, options: object): Promise<void>;
      };
      await parseAndGenerate(path, directory, { quiet: true, verbose: false });
      const names = (await readdir(directory, { recursive: true }))
        .filter((name) => name.endsWith('.ts'))
        .sort();
      const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
      const client = texts[names.findIndex((name) => name.endsWith('client.ts'))] ?? '';
      return { operations: (client.match(/^\s+\w+Async\(/gm) ?? []).length, text: texts.join('\n') };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

interface TypedWsdl {
  readonly methods: Record<string, Record<string, Record<string, string>>>;
}

const wsdlToTs: Peer = {
  name: 'wsdl-to-ts 0.2.3',
  makes: 'TypeScript types for node-soap',
  async describe(path) {
    const { wsdl2ts, mergeTypedWsdl, outputTypedWsdl } = require('wsdl-to-ts') as {
      wsdl2ts(path: string): Promise<TypedWsdl>;
      mergeTypedWsdl(typed: TypedWsdl): TypedWsdl;
      outputTypedWsdl(typed: TypedWsdl): { data: string[] }[];
    };
    const typed = mergeTypedWsdl(await wsdl2ts(path));
    const operations = Object.values(typed.methods).flatMap((ports) =>
      Object.values(ports).flatMap((methods) => Object.keys(methods)),
    );
    return {
      operations: operations.length,
      text: outputTypedWsdl(typed)
        .map(({ data }) => data.join('\n'))
        .join('\n'),
    };
  },
};

const omnigraph: Peer = {
  name: '@omnigraph/soap 0.96.0',
  makes: 'a GraphQL schema',
  async describe(path) {
    const { SOAPLoader } = require('@omnigraph/soap') as {
      SOAPLoader: new (options: object) => { fetchWSDL(url: string): Promise<void>; buildSchema(): unknown };
    };
    const { printSchema } = require('graphql') as { printSchema(schema: unknown): string };
    const directory = dirname(path);
    const loader = new SOAPLoader({
      fetch: async (url: string) => ({ text: () => readFile(resolve(directory, url), 'utf8') }),
    });
    await loader.fetchWSDL(path);
    const text = printSchema(loader.buildSchema());
    const roots = [...text.matchAll(/^type (?:Query|Mutation) \{\n([\s\S]*?)^\}/gm)].map(
      (match) => match[1] ?? '',
    );
    return { operations: (roots.join('').match(/^ {2}\w+.*: /gm) ?? []).length, text };
  },
};

const nodeSoap: Peer = {
  name: 'node-soap 1.13.0',
  makes: '`client.describe()`',
  async describe(path) {
    const { createClientAsync } = require('soap') as {
      createClientAsync(
        path: string,
        options: object,
      ): Promise<{ describe(): Record<string, Record<string, object>> }>;
    };
    const description = (await createClientAsync(path, { disableCache: true })).describe();
    const ports = Object.values(description).flatMap((service) => Object.values(service));
    return {
      operations: ports.flatMap((port) => Object.keys(port)).length,
      text: printTree(description),
    };
  },
};

/** JSON of a description; a type that contains itself is one object that contains itself. */
function printTree(root: object): string {
  const path: unknown[] = [];
  return JSON.stringify(
    root,
    function (this: unknown, _key, value: unknown) {
      while (path.length > 0 && path.at(-1) !== this) path.pop();
      if (typeof value !== 'object' || value === null) return value;
      if (path.includes(value)) return '(itself)';
      path.push(value);
      return value;
    },
    1,
  );
}

/** TechSpokes' generator, run as its users run it. Measured if `TECHSPOKES` names the directory of an installed package. */
const techSpokes: Peer = {
  name: 'TechSpokes typescript-wsdl-client',
  makes: 'OpenAPI 3.1, TypeScript types, a gateway',
  async describe(path) {
    const home = process.env['TECHSPOKES'];
    if (home === undefined) throw new Error('not installed');
    const directory = await mkdtemp(join(tmpdir(), 'soapstone-peer-'));
    try {
      const file = join(directory, 'openapi.json');
      const args = ['openapi', '--wsdl-source', path, '--openapi-file', file, '--openapi-format', 'json'];
      await new Promise<void>((done, fail) => {
        let errors = '';
        const child = spawn(process.execPath, [join(home, 'dist/cli.js'), ...args], {
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        child.stderr.on('data', (chunk: Buffer) => {
          errors += chunk.toString('utf8');
        });
        child.once('error', fail);
        child.once('close', (code) =>
          code === 0 ? done() : fail(new Error(errors.trim().split('\n').at(-1))),
        );
      });
      const text = await readFile(file, 'utf8');
      const { paths } = JSON.parse(text) as { paths: object };
      return { operations: Object.keys(paths).length, text };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

/** Ours first. TechSpokes only if it is installed, because not every registry has it. */
export const PEERS: readonly Peer[] = [
  soapstone,
  ...(process.env['TECHSPOKES'] === undefined ? [] : [techSpokes]),
  wsdlTsclient,
  wsdlToTs,
  omnigraph,
  nodeSoap,
];
