import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The entry points that a program imports from a package. */
interface Entry {
  /** `@soapstone/client/generated`. */
  readonly name: string;
  readonly file: string;
}

/** The entries of the published packages that come with a promise. */
const entries: readonly Entry[] = readdirSync(`${root}packages`).flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  return Object.entries(exports)
    .filter(([entry]) => !/^\.\/(?:internal(?:\/.+)?|testing|package\.json)$/.test(entry))
    .map(([entry, conditions]) => ({
      name: name + entry.slice(1),
      file: `${root}packages/${folder}/${conditions['@soapstone/source']}`,
    }));
});

const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const program = ts.createProgram(
  entries.map(({ file }) => file),
  { ...options, types: ['node'], skipLibCheck: true },
);
const checker = program.getTypeChecker();

/** The names of an entry, with the symbols that they stand for. */
function exportsOf({ file }: Entry): ts.Symbol[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  return module === undefined ? [] : checker.getExportsOfModule(module);
}

/** The symbol of a name, through all re-exports. */
function meant(symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * Names that two packages give to the same thing: both mount a handler in node:http, neither package may depend on the other, and a
 * program uses one of them.
 */
const SAME_THING = ['toNodeHandler', 'NodeHandler'];

/** Its names are those of node-soap, some of which other packages have given to functions with other arguments. */
const WITH_FOREIGN_NAMES = '@soapstone/compat';

test('public API: a name means the same in every package', () => {
  const meanings = new Map<string, Map<ts.Symbol, string>>();
  for (const entry of entries.filter(({ name }) => name !== WITH_FOREIGN_NAMES)) {
    for (const symbol of exportsOf(entry)) {
      const found = meanings.get(symbol.name) ?? new Map<ts.Symbol, string>();
      meanings.set(symbol.name, found);
      if (!found.has(meant(symbol))) found.set(meant(symbol), entry.name);
    }
  }
  const clashes = [...meanings].filter(([, found]) => found.size > 1);
  expect(clashes.map(([name]) => name).filter((name) => SAME_THING.includes(name))).toEqual(SAME_THING);
  expect(
    clashes
      .filter(([name]) => !SAME_THING.includes(name))
      .map(([name, found]) => `${name}: ${[...found.values()].join(', ')}`),
  ).toEqual([]);
});

/** The functions of all entries, each once. */
function functions(): Map<ts.Symbol, string> {
  const found = new Map<ts.Symbol, string>();
  for (const entry of entries) {
    for (const symbol of exportsOf(entry)) {
      const target = meant(symbol);
      if ((target.flags & ts.SymbolFlags.Function) !== 0 && !found.has(target))
        found.set(target, `${entry.name}: ${symbol.name}`);
    }
  }
  return found;
}

test('public API: every function has an example that uses it', () => {
  const wrong = [...functions()].flatMap(([symbol, name]) => {
    const tag = symbol.getJsDocTags(checker).find((each) => each.name === 'example');
    const [, code] = /```ts\n(.*?)\n```/s.exec(ts.displayPartsToString(tag?.text)) ?? [];
    if (code === undefined) return [`${name} has none`];
    if (!new RegExp(`\\b${symbol.name}\\b`).test(code)) return [`${name} is not in it`];
    const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true });
    return diagnostics.map(
      ({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
  expect(wrong).toEqual([]);
});

/** Tables of options in READMEs: the line that one comes after, and the types whose members it lists. */
const OPTION_TABLES: readonly (readonly [folder: string, line: string, ...types: string[]])[] = [
  ['agent-tools', '## Options of `createMcpServer`', 'McpServerOptions'],
  ['agent-tools', '## Options of `createCatalog`', 'CatalogOptions'],
  ['client', '## Options of `createClient`', 'ClientOptions'],
  ['json-xml-mapper', '## Options of `createMapper`', 'MapperOptions'],
  ['json-xml-mapper', '## Limits', 'MapperLimits'],
  ['openapi-generator', '| option of `generateOpenApi`', 'OpenApiOptions'],
  ['rate-limiter', '## Options', 'MemoryLimiterOptions', 'RedisLimiterOptions'],
  ['rest', '## Options of `createRestApi`', 'RestOptions'],
  ['server', '## Options', 'ServerOptions'],
  ['soap-transport', '## Options of `createTransport`', 'TransportOptions'],
  ['soap-transport', '| limit |', 'TransportLimits'],
  ['wsdl-parser', '## Options', 'ParseTextOptions'],
];

test.each(OPTION_TABLES)(
  'README of %s: the table after "%s" lists every option',
  (folder, line, ...types) => {
    const readme = readFileSync(`${root}packages/${folder}/README.md`, 'utf8');
    const rows = readme.slice(readme.indexOf(`\n${line}`)).split(/^\|---.*\n/m)[1] ?? '';
    const listed = rows
      .slice(0, rows.search(/^(?!\|)/m))
      .split('\n')
      .flatMap((row) =>
        [...(row.split('|')[1] ?? '').matchAll(/`(\w+)(?:\.\w+)?`/g)].map(([, name]) => name),
      );
    const declared = types.flatMap((type) => {
      const [symbol] = entries
        .filter(({ name }) => name.split('/')[1] === folder)
        .flatMap(exportsOf)
        .filter(({ name }) => name === type);
      return symbol === undefined
        ? []
        : checker
            .getDeclaredTypeOfSymbol(meant(symbol))
            .getProperties()
            .map(({ name }) => name);
    });
    const sorted = (names: readonly unknown[]): unknown[] => [...new Set(names)].sort();
    expect(sorted(listed.filter((name) => name !== 'parseWsdlText'))).toEqual(sorted(declared));
  },
);
