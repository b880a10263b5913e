import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from '../../../apps/dashboard/e2e/browser.js';
import { sideBars } from './navigation.js';
import { DOWNLOAD_FOLDER } from './pages.js';
import { serveSite } from './serve-site.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');

/** What somebody who is new here types, and the page that answers it. */
const SEARCHES: readonly (readonly [words: string, page: string])[] = [
  ['getting started', '/start'],
  ['docker', '/deployment'],
  ['node-soap', '/from-node-soap'],
  ['strong-soap', '/from-strong-soap'],
  ['wsdl-tsclient', '/from-wsdl-tsclient'],
  ['zeep', '/from-zeep'],
  ['postman', '/cli'],
  ['mock server', '/mock'],
  ['client certificate', '/client'],
  ['null', '/mapping-by-example'],
  ['ai agents', '/agents'],
  ['express', '/rest'],
  ['large response', '/client'],
];
/** The source of axe-core, which the dashboard has. */
const axe = readFileSync(
  createRequire(new URL('../../../apps/dashboard/package.json', import.meta.url)).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
);
const PHONE = { width: 360, height: 740 };
/** A slow mobile line, as browsers and Lighthouse simulate it: 1.6 Mbit/s, 150 ms. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** The bytes of a page and its styles, compressed: a third of a second on that line. */
const BEFORE_PAINT = 64 * 1024;

let site: Awaited<ReturnType<typeof serveSite>>;
let browser: Browser;
type Page = Awaited<ReturnType<Browser['newPage']>>;
/** Addresses elsewhere that a page asked for. */
const foreign: string[] = [];

beforeAll(async () => {
  buildSite();
  if (!hasChromium) return;
  site = await serveSite(DIST);
  browser = await startBrowser();
  // Requests are not intercepted, because the browser then turns its cache off.
  browser.context.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(site.url) && !address.startsWith('data:')) foreign.push(address);
  });
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens the search with its key, which the page hears once its scripts run. */
async function openSearch(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+k');
      return await page.getByRole('searchbox').isVisible();
    })
    .toBe(true);
}

/** Builds the site, as `pnpm run docs:build` does. */
function buildSite(): void {
  const env = { ...process.env, NODE_ENV: 'production' };
  for (const command of [
    ['--import', 'tsx', 'src/write-api-pages.ts'],
    [join(ROOT, 'node_modules/vitepress/bin/vitepress.js'), 'build'],
  ]) {
    const { status, stderr, stdout } = spawnSync(process.execPath, command, {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the site cannot be built:\n${stdout}${stderr}`);
  }
}

/** The paths of the pages that the side bar has, without those of the decisions. */
const pages = [
  '/index',
  ...Object.values(sideBars())
    .flat()
    .flatMap(({ items = [] }) => items.map(({ link = '' }) => link.replace(/\.md$/, ''))),
]
  .filter((page) => !/^\/decisions\/\d/.test(page))
  .map((page) => (page.endsWith('/index') ? page.slice(0, -'index'.length) : `${page}.html`));

test('the documentation site is built, and no page has a dead link', () => {
  // VitePress ends with an error if one has.
  expect(readdirSync(DIST)).toContain('index.html');
});

test('search: its index is small enough to be loaded when somebody opens it', () => {
  const chunks = join(DIST, 'assets/chunks');
  const [index = ''] = readdirSync(chunks).filter((name) => name.startsWith('@localSearchIndex'));
  expect(gzipSync(readFileSync(join(chunks, index))).length).toBeLessThan(300_000);
});

test('pages: each written one leads to its source, and no generated one does', () => {
  const read = (page: string) => readFileSync(join(DIST, page), 'utf8');
  expect(read('operations.html')).toContain('/edit/main/docs/operations.md"');
  expect(read('client.html')).toContain('/edit/main/packages/client/README.md"');
  // The settings of the site, which every page has, contain the pattern of these addresses.
  expect(read('api/client.html')).not.toMatch(/href="[^"]*\/edit\/main\//);
});

describe.skipIf(!hasChromium)('the documentation site', () => {
  /** One page for all searches, because each page reads the index again. */
  let searching: Promise<Page> | undefined;
  const openSearching = async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/`);
    await openSearch(page);
    return page;
  };
  test.each(SEARCHES)('search: %j gives %j first', async (words, expected) => {
    searching ??= openSearching();
    const page = await searching;
    await page.getByRole('searchbox').fill(words);
    const first = page.locator('.VPLocalSearchBox .result').first();
    await first.waitFor();
    // The list is replaced once, when the typing has paused.
    await expect
      .poll(async () => new URL(String(await first.getAttribute('href')), site.url).pathname, {
        timeout: 20_000,
      })
      .toBe(`${expected}.html`);
  });

  test('search: by keyboard alone, from the key that opens it to the page', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/start.html`, { waitUntil: 'networkidle' });
    await page.keyboard.press('/');
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.type('bigint');
    const results = page.locator('.VPLocalSearchBox .result');
    await results.first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const target = await page.locator('.VPLocalSearchBox .result.selected').getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href.endsWith(String(target)));
    await expect.poll(() => page.locator('.VPLocalSearchBox').count()).toBe(0);
    await openSearch(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.VPLocalSearchBox').count()).toBe(0);
    await page.close();
  });

  test('keyboard: the first stop skips to the content, and every stop can be seen', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/client.html`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Skip to content');
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Tab');
      const [name, isVisible] = await page.evaluate(() => {
        const { activeElement: element } = document;
        if (element === null || element === document.body) return ['', true];
        const box = element.getBoundingClientRect();
        return [element.outerHTML.slice(0, 100), box.width > 0 && box.height > 0];
      });
      expect(isVisible, String(name)).toBe(true);
    }
    await page.close();
  });

  // Opens each page, and there are many.
  test('a phone: no page scrolls sideways, and the menu opens every group', {
    timeout: 300_000,
  }, async () => {
    const page = await browser.newPage();
    await page.setViewportSize(PHONE);
    const wide: string[] = [];
    for (const path of pages) {
      await page.goto(`${site.url}${path}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > PHONE.width) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
    await page.goto(`${site.url}/start.html`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.VPSidebar').getByRole('link', { name: 'From node-soap' }).click();
    await page.waitForURL('**/from-node-soap.html');
    await page.close();
  });

  test.each([
    ['/', 'dark'],
    ['/start.html', 'light'],
    ['/operations.html', 'dark'],
    ['/settings.html', 'light'],
    ['/api/options.html', 'light'],
  ] as const)('accessibility: axe finds nothing on %s, %s', async (path, colorScheme) => {
    const page = await browser.newPage();
    await page.emulateMedia({ colorScheme });
    await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' });
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const { axe: engine } = window as unknown as {
        axe: { run(of: Document): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const { violations } = await engine.run(document);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    });
    expect(found).toEqual([]);
    await page.close();
  });

  test('first paint: what it waits for is small, for slow lines', async () => {
    for (const path of ['/', '/start.html', '/operations.html', '/settings.html']) {
      const page = await browser.newPage();
      const devtools = await browser.context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
      await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
      const kinds = new Map<string, string>();
      const priorities = new Map<string, string>();
      let [bytes, requests, rest] = [0, 0, 0];
      devtools.on('Network.requestWillBeSent', ({ requestId, request }) =>
        priorities.set(requestId, request.initialPriority),
      );
      devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
      devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const isAwaited = ['Document', 'Stylesheet'].includes(kinds.get(requestId) ?? '');
        if (isAwaited) bytes += encodedDataLength;
        if (isAwaited) requests += 1;
        else rest += encodedDataLength;
      });
      await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' });
      const paint = await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      );
      process.stdout.write(
        `${path}: first paint after ${Math.round(paint ?? Number.NaN)} ms: ${requests} requests, ${Math.round(bytes / 1024)} KiB; ${Math.round(rest / 1024)} KiB that it does not wait for\n`,
      );
      expect(paint).toBeGreaterThan(0);
      expect(bytes, path).toBeLessThan(BEFORE_PAINT);
      // The page, and one style sheet.
      expect(requests, path).toBe(2);
      const scripts = [...kinds].filter(([, kind]) => kind === 'Script');
      expect(scripts.length).toBeGreaterThan(0);
      const early = scripts.filter(([id]) => ['High', 'VeryHigh'].includes(priorities.get(id) ?? ''));
      expect(early, `${path}: scripts that compete with the style sheet`).toEqual([]);
      await page.close();
    }
  });

  test('no request left the host, nothing was missing, and no console had a complaint', () => {
    expect(foreign).toEqual([]);
    expect(site.missing).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });

  test('anchors: every link within the built pages leads to a file and to an element of it', () => {
    const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    );
    const texts = new Map(files.map((name) => [`/${name}`, readFileSync(join(DIST, name), 'utf8')]));
    const ids = new Map(
      [...texts].map(([name, text]) => [
        name,
        new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
      ]),
    );
    expect(ids.size).toBeGreaterThan(100);
    const dead: string[] = [];
    for (const [name, text] of texts) {
      for (const [, href = ''] of text.matchAll(/<a\b[^>]*\shref="([^"]+)"/g)) {
        if (/^[a-z]+:/i.test(href)) continue;
        const { pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://localhost${name}`);
        const target = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
        if (target.startsWith(`/${DOWNLOAD_FOLDER}/`)) {
          if (!existsSync(join(DIST, target))) dead.push(`${name}: ${href}`);
          continue;
        }
        const anchors = ids.get(decodeURI(target));
        if (anchors === undefined) dead.push(`${name}: ${href}`);
        else if (hash !== '' && !anchors.has(decodeURIComponent(hash.slice(1))))
          dead.push(`${name}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  // The last one, because a page that is missing is a complaint of the browser.
  test('an address without a page: the answer opens the search, and leads to the paths', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/backup-and-restore.html`);
    await page.getByRole('button', { name: 'Search the documentation' }).click();
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.not-found').getByRole('link', { name: 'Run a gateway' }).click();
    await page.waitForURL('**/operations.html');
    await page.close();
  });
});
