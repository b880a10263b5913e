/**
 * Takes a screenshot of every page, light and dark, on a desktop and on a phone, into `.screenshots` at the root of the repository:
 * `pnpm screenshots`. Arguments select the pages whose names contain one of them. `--docs` takes the pictures of `docs/images` instead.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../e2e/browser.js';
import buildDashboard from '../e2e/build-dashboard.js';
import { livedInAccount } from '../e2e/lived-in-account.js';
import { ADMINISTRATOR_PAGES, becomeAdministrator, OWNER_PAGES, VISITOR_PAGES } from '../e2e/pages.js';
import { openStage } from '../e2e/stage.js';

const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };
const folder = fileURLToPath(new URL('../../../.screenshots', import.meta.url));
const wanted = process.argv.slice(2);
const forDocs = wanted.includes('--docs');
/** The pictures of the documentation, by the page that they show. */
const PICTURES: Readonly<Record<string, string>> = {
  overview: 'dashboard-service',
  'try-it': 'dashboard-try-it',
  usage: 'dashboard-usage',
};
const images = fileURLToPath(new URL('../../../docs/images', import.meta.url));

buildDashboard();
await mkdir(folder, { recursive: true });
const [stage, browser] = await Promise.all([openStage(), startBrowser()]);
try {
  const page = await browser.newPage();
  const nobody = { accountId: '', serviceId: '', key: '', pagePath: '' };
  let account = nobody;
  for (const pages of [VISITOR_PAGES, OWNER_PAGES, ADMINISTRATOR_PAGES]) {
    if (pages === OWNER_PAGES) account = await livedInAccount(page, stage);
    if (pages === ADMINISTRATOR_PAGES) await becomeAdministrator(account, stage);
    for (const shown of pages) {
      const picture = Object.hasOwn(PICTURES, shown.name) ? PICTURES[shown.name] : undefined;
      if (
        forDocs
          ? picture === undefined
          : wanted.length > 0 && !wanted.some((part) => shown.name.includes(part))
      )
        continue;
      for (const [size, viewport] of Object.entries(SIZES)) {
        for (const colorScheme of ['light', 'dark'] as const) {
          if (forDocs && (size !== 'desktop' || colorScheme !== 'light')) continue;
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.goto(stage.baseUrl + shown.path(account));
          await shown.ready(page);
          // Wait for pending requests and animations.
          await page.waitForLoadState('networkidle');
          await page.evaluate(() => window.scrollTo(0, 0));
          const path = forDocs
            ? join(images, `${picture}.png`)
            : join(folder, `${shown.name}-${size}-${colorScheme}.png`);
          await page.screenshot({ path, fullPage: !forDocs });
        }
      }
      process.stdout.write(`${shown.name}\n`);
    }
  }
} finally {
  await browser.close();
  await stage.close();
}
