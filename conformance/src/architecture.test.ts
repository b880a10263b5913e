import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const libraries = [
  'options',
  'soap-model',
  'http-contract',
  'wsdl-parser',
  'json-xml-mapper',
  'openapi-generator',
  'agent-tools',
  'rate-limiter',
  'credentials',
  'mime',
  'ws-security',
  'soap-transport',
  'soap-call',
  'client',
  'rest',
  'server',
  'compat',
];

/** The dependency table of docs/architecture.md, enforced: which workspace packages each one may import, types included. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'packages/options': [],
  'packages/soap-model': ['options'],
  'packages/wsdl-parser': ['options', 'soap-model'],
  'packages/json-xml-mapper': ['options', 'soap-model'],
  'packages/http-contract': ['options'],
  'packages/openapi-generator': ['options', 'soap-model', 'http-contract', 'json-xml-mapper'],
  'packages/agent-tools': ['options', 'soap-model', 'http-contract', 'json-xml-mapper'],
  'packages/rate-limiter': ['options'],
  'packages/credentials': ['options'],
  'packages/mime': ['options', 'soap-model'],
  'packages/ws-security': ['options', 'soap-model', 'credentials'],
  'packages/soap-transport': ['options', 'soap-model', 'credentials', 'mime', 'ws-security'],
  'packages/soap-call': ['options', 'soap-model', 'json-xml-mapper', 'ws-security', 'soap-transport'],
  'packages/client': [
    'options',
    'soap-model',
    'wsdl-parser',
    'json-xml-mapper',
    'credentials',
    'mime',
    'ws-security',
    'soap-transport',
    'soap-call',
  ],
  'packages/rest': [
    'options',
    'soap-model',
    'json-xml-mapper',
    'http-contract',
    'openapi-generator',
    'client',
  ],
  'packages/server': [
    'options',
    'soap-model',
    'wsdl-parser',
    'json-xml-mapper',
    'mime',
    'ws-security',
    'soap-transport',
  ],
  'packages/compat': ['options', 'soap-model', 'mime', 'ws-security', 'soap-transport', 'client'],
  'packages/message-validator': ['options', 'soap-model', 'wsdl-parser', 'json-xml-mapper'],
  'apps/gateway': libraries,
  // libxml2's work on the schemas of strangers has no limit, so no server uses it.
  'apps/cli': [...libraries, 'message-validator'],
  // It speaks HTTP with the gateway.
  'apps/dashboard': ['http-contract', 'credentials'],
};

/** Modules that only some folders and files may import, by what follows `from`. */
const fenced: readonly { readonly module: RegExp; readonly only: readonly string[]; readonly why: string }[] =
  [
    { module: /^express$/, only: ['apps/gateway/src/http/'], why: 'only the HTTP adapter knows Express' },
    {
      module: /^(@photostructure\/sqlite|node:sqlite|pg|kysely)(\/|$)/,
      only: ['apps/gateway/src/store/'],
      why: 'only the store knows a database driver',
    },
    {
      module: /^(undici|node:https?2?|node:net|node:tls|node:dns(\/promises)?)$/,
      only: [
        'packages/soap-transport/src/',
        'packages/server/src/node.ts',
        'apps/gateway/src/http/',
        'apps/cli/src/serve/',
        'apps/cli/src/mcp/',
        'apps/cli/src/mock/',
        'apps/cli/src/credentials/http-client.ts',
        'apps/cli/src/local-servers/listen-locally.ts',
      ],
      why: 'only soap-transport opens client sockets; servers listen in few places',
    },
    {
      module: /^libxmljs2$/,
      only: ['packages/wsdl-parser/src/engine/'],
      why: 'the native engine is optional and stays behind its own file',
    },
  ];

const pure = [
  'packages/options',
  'packages/soap-model',
  'packages/http-contract',
  'packages/wsdl-parser',
  'packages/json-xml-mapper',
  'packages/openapi-generator',
  'packages/agent-tools',
  'packages/rate-limiter',
];
/** Files of pure packages that use Node by design: subpath exports, and files that only these import. */
const nodeOnly = new Set(
  ['file.ts', 'model-cache.ts', 'read-local.ts'].map((name) => `packages/wsdl-parser/src/${name}`),
);
/** The file with the limiter's default clock. */
const defaultClock =
  /^packages\/rate-limiter\/src\/(memory-limiter|middleware|redis\/(platform|redis-options))\.ts uses (Date|performance)\.now$/;

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const folders = Object.keys(allowed);

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

function sourceFiles(folder: string): string[] {
  const source = join(root, folder, 'src');
  if (!existsSync(source)) return [];
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mts|mjs)$/.test(name))
    .map((name) => relative(root, join(source, name)).replaceAll('\\', '/'));
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);

/** The texts and the imports of the files that were read, because most tests ask for those of every file. */
const readTexts = new Map<string, string>();
const readImports = new Map<string, readonly Import[]>();

function textOf(file: string): string {
  const text = readTexts.get(file) ?? readFileSync(join(root, file), 'utf8');
  readTexts.set(file, text);
  return text;
}

function imports(file: string): readonly Import[] {
  const found = readImports.get(file) ?? findImports(textOf(file));
  readImports.set(file, found);
  return found;
}

function findImports(source: string): Import[] {
  const text = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const found: Import[] = [];
  for (const [, clause = '', from = ''] of text.matchAll(
    /^\s*(?:import|export)\s+([^'"]*?)\s*from\s*['"]([^'"]+)['"]/gms,
  )) {
    found.push({ from, typeOnly: /^type\b/.test(clause) });
  }
  for (const [, from = ''] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
    found.push({ from, typeOnly: false });
  for (const [, from = ''] of text.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm))
    found.push({ from, typeOnly: false });
  return found;
}

const workspaceName = (from: string) => /^@soapstone\/([^/]+)/.exec(from)?.[1];
const productFiles = folders.flatMap((folder) =>
  sourceFiles(folder)
    .filter((file) => !isTest(file))
    .map((file) => ({ folder, file })),
);

describe('the dependency table', () => {
  test.each(folders)('%s declares only what it may depend on', (folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >;
    const declared = Object.keys({ ...manifest['dependencies'], ...manifest['peerDependencies'] }).flatMap(
      (name) => workspaceName(name) ?? [],
    );
    expect(declared.filter((name) => !allowed[folder]!.includes(name))).toEqual([]);
  });

  test.each(folders)('%s imports only what it may depend on', (folder) => {
    const broken = productFiles
      .filter((entry) => entry.folder === folder)
      .flatMap(({ file }) =>
        imports(file).map((entry) => ({ file, ...entry, name: workspaceName(entry.from) })),
      )
      .filter(({ name }) => name !== undefined && !allowed[folder]!.includes(name))
      .map(({ file, from }) => `${file} imports ${from}`);
    expect(broken).toEqual([]);
  });

  test('the packages that it names are the existing packages', () => {
    const existing = ['packages', 'apps'].flatMap((parent) =>
      readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
    );
    expect(existing.filter((folder) => existsSync(join(root, folder, 'package.json'))).sort()).toEqual(
      [...folders].sort(),
    );
  });

  test('it reads the sources: every package has files and imports', () => {
    for (const folder of folders) expect(sourceFiles(folder).length, folder).toBeGreaterThan(0);
    expect(productFiles.flatMap(({ file }) => imports(file)).length).toBeGreaterThan(100);
  });
});

const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const folderPage = readFileSync(join(root, 'docs/folders.md'), 'utf8');

/** The first column of the table in a section of a page: the folders of a source tree from top to bottom. */
function layersOf(page: string, section: string): string[] {
  const text = page.split(/^###? /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name);
}

/**
 * Source trees whose folders have an order: those with a section in docs/architecture.md, and every section of either page whose title is a
 * path.
 */
const layered: readonly { readonly source: string; readonly layers: readonly string[] }[] = [
  { source: 'apps/gateway/src', layers: layersOf(architecture, 'Folders of the gateway') },
  { source: 'packages/json-xml-mapper/src', layers: layersOf(architecture, 'Folders of the mapper') },
  { source: 'apps/cli/src', layers: layersOf(architecture, 'Folders of the command line') },
  ...[architecture, folderPage].flatMap((page) =>
    [...page.matchAll(/^###? (`([\w./-]+\/src\b[\w./-]*)`)$/gm)].map(([, section = '', source = '']) => ({
      source,
      layers: layersOf(page, section),
    })),
  ),
];

/** The programs for measurements and suites, which no table of dependencies restricts. */
const programs = ['conformance', 'bench'];
const ownFiles = (folder: string) => sourceFiles(folder).filter((file) => !isTest(file));
const allFiles: readonly string[] = [...folders, ...programs].flatMap(ownFiles);

/** The layer of a file: its first folder below `source`, or its own name if it is directly in `source`. */
function layerOf(source: string, file: string): string {
  const [first = ''] = relative(source, file).replaceAll('\\', '/').split('/');
  return first.replace(/\.(tsx?|mjs)$/, '');
}

/** The files that a file imports by a relative path. */
function targetsOf(file: string): string[] {
  return imports(file)
    .filter(({ from }) => /^\..*\.js$/.test(from))
    .map(({ from }) => join(dirname(file), from).replace(/\.js$/, '.ts'));
}

describe.each(layered)('the folders of $source', ({ source, layers }) => {
  const files = allFiles.filter((file) => file.startsWith(`${source}/`));

  test('are the ones that its table lists', () => {
    const existing = new Set(files.map((file) => layerOf(source, file)));
    expect([...existing].sort()).toEqual([...layers].sort());
  });

  test('import only folders below them, types included', () => {
    const broken = files.flatMap((file) =>
      targetsOf(file)
        .filter((target) => target.startsWith(`${source}/`))
        .filter((target) => {
          const [own, other] = [layerOf(source, file), layerOf(source, target)];
          return own !== other && layers.indexOf(other) <= layers.indexOf(own);
        })
        .map((target) => `${file} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });
});

const GATEWAY = 'apps/gateway/src';
const gatewayFiles = productFiles.map(({ file }) => file).filter((file) => file.startsWith(`${GATEWAY}/`));

test('the planes of the gateway, calls and owners, do not import each other, types included', () => {
  const planes = ['calls', 'owners'].map((name) => `${GATEWAY}/${name}/`);
  const planeOf = (file: string) => planes.find((plane) => file.startsWith(plane));
  const broken = gatewayFiles.flatMap((file) =>
    targetsOf(file)
      .filter((target) => planeOf(file) !== undefined && planeOf(target) !== undefined)
      .filter((target) => planeOf(target) !== planeOf(file))
      .map((target) => `${file} imports ${target}`),
  );
  expect(broken).toEqual([]);
  for (const plane of planes) expect(gatewayFiles.some((file) => planeOf(file) === plane)).toBe(true);
});

/** Rooms of the gateway that could be packages (decision 0198), with the folders of the gateway that each may import. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  children: ['errors', 'log'],
  config: ['domain'],
  'http/limits': ['config', 'errors'],
};

test.each(Object.entries(rooms))(
  'the room %s of the gateway imports nothing of its services',
  (room, open) => {
    const source = `${GATEWAY}/${room}/`;
    const files = gatewayFiles.filter((file) => file.startsWith(source));
    expect(files.length).toBeGreaterThan(5);
    const broken = files.flatMap((file) =>
      targetsOf(file)
        .filter((target) => !target.startsWith(source) && !open.includes(layerOf(GATEWAY, target)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(broken).toEqual([]);
  },
);

test('no folder of the gateway has more than 20 files, and one with more than 25 in all has a table', () => {
  const direct = new Map<string, number>();
  const inAll = new Map<string, number>();
  const add = (counts: Map<string, number>, folder: string) =>
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  for (const file of gatewayFiles) {
    add(direct, dirname(file));
    for (let folder = dirname(file); folder.startsWith(GATEWAY); folder = dirname(folder)) add(inAll, folder);
  }
  expect([...direct].filter(([, count]) => count > 20)).toEqual([]);
  const large = [...inAll].filter(([, count]) => count > 25).map(([folder]) => folder);
  expect(large.filter((folder) => !layered.some(({ source }) => source === folder))).toEqual([]);
});

test('a package with more than 15 source files has a table of its folders', () => {
  const without = [...folders, ...programs].filter(
    (folder) => ownFiles(folder).length > 15 && !layered.some(({ source }) => source === `${folder}/src`),
  );
  expect(without).toEqual([]);
});

/** The source files of each folder, without those of its folders. */
const filesByFolder = new Map<string, string[]>();
for (const file of allFiles) {
  const folder = dirname(file);
  filesByFolder.set(folder, [...(filesByFolder.get(folder) ?? []), file]);
}

test('a folder has at most 20 source files', () => {
  const fuller = [...filesByFolder].filter(([, files]) => files.length > 20);
  expect(fuller.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

describe('the length of files', () => {
  // Schemas as text and generated types are data.
  const isData = (file: string) => file.endsWith('.d.ts') || file.includes('/schema/bundled/');
  const lengthOf = (file: string) => textOf(file).split('\n').length - 1;
  const lengths = new Map(allFiles.filter((file) => !isData(file)).map((file) => [file, lengthOf(file)]));

  test('the median of a folder with four files or more is at most 160 lines', () => {
    // Folders with a higher median, and the highest that they may have.
    const longer: Readonly<Record<string, number>> = {
      'conformance/src/hostile/shapes': 210,
      'packages/openapi-generator/src/client': 266,
    };
    const broken = [...filesByFolder].flatMap(([folder, files]) => {
      const sorted = files.flatMap((file) => lengths.get(file) ?? []).sort((a, b) => a - b);
      const median = sorted[(sorted.length - 1) >> 1] ?? 0;
      return sorted.length < 4 || median <= (longer[folder] ?? 160) ? [] : [`${folder}: ${median}`];
    });
    expect(broken).toEqual([]);
  });

  test('at most five files of a package have more than 250 lines', () => {
    // Packages with more, and how many they may have.
    const allowance: Readonly<Record<string, number>> = {
      'packages/wsdl-parser': 14,
      'packages/json-xml-mapper': 22,
      'packages/openapi-generator': 7,
      'apps/gateway': 16,
      conformance: 8,
    };
    const broken = [...folders, ...programs].flatMap((folder) => {
      const long = ownFiles(folder).filter((file) => (lengths.get(file) ?? 0) > 250);
      return long.length <= (allowance[folder] ?? 5) ? [] : [`${folder}: ${long.join(', ')}`];
    });
    expect(broken).toEqual([]);
  });
});

test('every folder and file that a fence names exists', () => {
  const places = fenced.flatMap(({ only }) => only);
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
});

test.each(fenced)('$why', ({ module, only }) => {
  const broken = productFiles
    .filter(({ file }) => !only.some((place) => file.startsWith(place)))
    .flatMap(({ file }) => imports(file).map(({ from, typeOnly }) => ({ file, from, typeOnly })))
    .filter(({ from, typeOnly }) => module.test(from) && !typeOnly)
    .map(({ file, from }) => `${file} imports ${from}`);
  expect(broken).toEqual([]);
});

test('the global fetch, which knows no egress rules, is called in few places', () => {
  const mayFetch = [
    // A page of this origin.
    'apps/dashboard/src/',
    // The platforms without sockets, where a program passes its own or the runtime's.
    'packages/soap-transport/src/fetch/',
    // Forward recorded messages as they are, to the address that the person at the command or in the program names.
    'packages/server/src/recordings/send.ts',
    'apps/cli/src/credentials/http-client.ts',
  ];
  const callers = productFiles
    .map(({ file }) => file)
    .filter((file) => {
      const code = textOf(file)
        .replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
        // Programs and pages that are printed.
        .replace(/`[^`]*`/g, '');
      return /\bglobalThis\.fetch\(|(?:await|return|=>|\?\?|[:\w] =) fetch\b(?!:)/.test(code);
    });
  expect(callers.filter((file) => !mayFetch.some((place) => file.startsWith(place)))).toEqual([]);
  expect(callers.length).toBeGreaterThan(3);
});

test('pure packages use no Node built-in and read no clock and no random source', () => {
  const broken = productFiles
    .filter(({ folder, file }) => pure.includes(folder) && !nodeOnly.has(file))
    .flatMap(({ file }) => {
      const text = textOf(file);
      return [
        ...imports(file)
          .filter(
            ({ from, typeOnly }) => (from.startsWith('node:') || from === './model-cache.js') && !typeOnly,
          )
          .map(({ from }) => `${file} imports ${from}`),
        ...[...text.matchAll(/\b(Date\.now|Math\.random|performance\.now|process\.env|new Date\(\))/g)].map(
          ([match]) => `${file} uses ${match}`,
        ),
      ].filter((finding) => !defaultClock.test(finding));
    });
  expect(broken).toEqual([]);
});

test('packages import each other through their exports only', () => {
  const deep = productFiles
    .flatMap(({ file }) => imports(file).map(({ from }) => ({ file, from })))
    .filter(
      ({ from }) =>
        /^@soapstone\/[^/]+\/(src|dist)\//.test(from) ||
        /(^|\/)\.\.\/\.\.\/\.\.\/(packages|apps)\//.test(from),
    );
  expect(deep).toEqual([]);
});

test('JavaScript lies only where `pnpm run check` reads it, and the examples are strict', () => {
  const readers = ['tsconfig.scripts.json', 'examples/tsconfig.json'].map((file) => {
    const { include } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { include: string[] };
    return include.map((each) => join(dirname(file), each));
  });
  expect(readers).toEqual([
    ['scripts/*.mjs', 'apps/dashboard/scripts/*.mjs', 'conformance/src/**/*.mjs'],
    ['examples/user-directory/*.mjs', 'examples/libraries/*.mjs'],
  ]);
  const scripts = readdirSync(root)
    .filter((folder) => /^(apps|bench|conformance|docs|examples|packages|scripts)$/.test(folder))
    .flatMap((folder) => filesBelow(folder).filter((file) => /\.[cm]?jsx?$/.test(file)));
  const read =
    /^(scripts|apps\/dashboard\/scripts|conformance\/src\/.+|examples\/(user-directory|libraries))\/[^/]+\.mjs$/;
  expect(scripts.filter((file) => !read.test(file))).toEqual([]);
});

/** The only place of the tests that starts a gateway in their process: with the defaults that tests need. */
const startsGateways = 'apps/gateway/src/testing/gateway-under-test.ts';

test('no test starts a gateway by itself, and none, no demo and no script changes OVERLOAD_LAG_MS', () => {
  const files = ['apps', 'bench', 'conformance', 'examples', 'packages', 'scripts']
    .flatMap((folder) => filesBelow(folder))
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !file.endsWith('/architecture.test.ts'));
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const starting = texts.filter(
    ({ file, text }) => isTest(file) && /\bstartGateway\s*\(/.test(text) && file !== startsGateways,
  );
  expect(starting.map(({ file }) => file)).toEqual([]);
  const changing = texts.filter(({ text }) => text.includes('OVERLOAD_LAG_MS'));
  expect(changing.map(({ file }) => file)).toEqual([
    'apps/gateway/src/config/read-config.ts',
    'apps/gateway/src/config/schema/settings.ts',
    'apps/gateway/src/e2e/busy-registration.e2e.test.ts',
  ]);
});

/** The files of a folder that are not installed, built or test material. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    const isMade = /^(node_modules|dist|fixtures|cases|cache|\..*)$/.test(entry.name);
    return isMade ? [] : filesBelow(path);
  });
}

test('the index of decisions lists every page with its title and status, and what it explains exists', () => {
  const folder = join(root, 'docs/decisions');
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const pages = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const rows = [
    ...index.matchAll(/^\| \[(\d{4})\]\((\S+?)\) (.+?) \| \[(\S+)\]\(\.\.\/\.\.\/\4\) \| (.+) \|$/gm),
  ].map(([, number, page = '', title, path = '', status = '']) => ({ number, page, title, path, status }));
  expect(rows.map(({ page }) => page).sort()).toEqual(pages.sort());
  for (const { number, page, title, path, status } of rows) {
    const text = readFileSync(join(folder, page), 'utf8');
    if (status !== 'accepted') expect(text.slice(0, 1_000).replace(/\s+/g, ' '), page).toContain(status);
    const [heading] = text.split('\n', 1);
    expect(heading!.replace(/\s+/g, ' ')).toBe(`# ${number} ${title}`);
    expect(existsSync(join(root, path)), path).toBe(true);
  }
});
