/**
 * `pnpm conformance <suite> [options]`: runs one suite over real documents and prints its table; exits with 1 if it finds a
 * failure.
 */
interface Suite {
  readonly summary: string;
  load(): Promise<{ run(argv: readonly string[]): Promise<number> }>;
}

const suites: Readonly<Record<string, Suite>> = {
  agreement: {
    summary: 'the published schemas and the mapper, asked about the same values',
    load: () => import('./agreement.js'),
  },
  clients: {
    summary: 'SOAP clients by others, which call our own server',
    load: () => import('./clients.js'),
  },
  coverage: {
    summary: 'which cases and tests show each rule of the mapping',
    load: () => import('./coverage.js'),
  },
  designs: {
    summary: 'the designs that are proposed for every WSDL of the corpus',
    load: () => import('./designs.js'),
  },
  external: {
    summary: 'suites by others, with peers in the same run: the scoreboard',
    load: () => import('./external.js'),
  },
  generators: {
    summary: 'the OpenAPI documents, read by five generators of TypeScript by others',
    load: () => import('./generators.js'),
  },
  hostile: {
    summary: 'inputs made to be expensive, through a whole gateway',
    load: () => import('./hostile.js'),
  },
  injection: {
    summary: 'hostile texts, keys and names in JSON bodies',
    load: () => import('./injection.js'),
  },
  interop: {
    summary: 'messages of other SOAP stacks, read and written again',
    load: () => import('./interop.js'),
  },
  laws: { summary: 'the laws of the mapping on random schemas', load: () => import('./laws.js') },
  mcp: {
    summary: 'the tools for AI agents of every WSDL of the corpus',
    load: () => import('./mcp.js'),
  },
  openapi: {
    summary: 'the OpenAPI document of every WSDL, judged by tools of others',
    load: () => import('./openapi.js'),
  },
  repairs: {
    summary: 'wrong calls of agents, and what the advice of their errors makes of them',
    load: () => import('./repairs.js'),
  },
  server: {
    summary: 'wrong requests to our own server, and libxml2 on the same payloads',
    load: () => import('./server.js'),
  },
  servers: {
    summary: 'SOAP servers by others that answer what they were given',
    load: () => import('./servers.js'),
  },
  wsdl: { summary: 'every WSDL of the corpus', load: () => import('./wsdl.js') },
  xsts: {
    summary: 'the instances of the W3C XML Schema 1.0 suite as messages',
    load: () => import('./xsts.js'),
  },
  'fuzz-wsdl': {
    summary: 'descriptions that are wrong in random ways',
    load: () => import('./fuzz-wsdl.js'),
  },
};

const [name, ...argv] = process.argv.slice(2);
const suite = name !== undefined && Object.hasOwn(suites, name) ? suites[name] : undefined;
if (suite === undefined) {
  console.error('usage: pnpm conformance <suite> [options]');
  for (const [key, { summary }] of Object.entries(suites)) console.error(`  ${key.padEnd(10)} ${summary}`);
  process.exit(2);
}
process.exitCode = await (await suite.load()).run(argv);
