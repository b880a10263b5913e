/**
 * Takes a screenshot of every page, light and dark, on a desktop and on a phone, into `.screenshots` at the root of the repository:
 * `pnpm screenshots`. Arguments select the pages whose names contain one of them. `--docs` takes the pictures of `docs/images` instead, and
 * writes the outline of each page beside them, with which the tests compare the page (decision 0219).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../e2e/browser.js';
import buildDashboard from '../e2e/build-dashboard.js';
import { livedInAccount } from '../e2e/lived-in-account.js';
import {
  ADMINISTRATOR_PAGES,
  becomeAdministrator,
  OWNER_PAGES,
  type ShownPage,
  VISITOR_PAGES,
} from '../e2e/pages.js';
import { outlineOf, PICTURE_SIZE, PICTURES, pictureFiles, prepareForPicture } from '../e2e/pictures.js';
import { openStage } from '../e2e/stage.js';

const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };
const folder = fileURLToPath(new URL('../../../.screenshots', import.meta.url));
const wanted = process.argv.slice(2);
const forDocs = wanted.includes('--docs');
buildDashboard();
await mkdir(folder, { recursive: true });
const [stage, browser] = await Promise.all([openStage(), startBrowser()]);
try {
  const page = await browser.newPage();
  const nobody = { accountId: '', serviceId: '', key: '', pagePath: '' };
  let account = nobody;
  const open = async (shown: ShownPage) => {
    await page.goto(stage.baseUrl + shown.path(account));
    await shown.ready(page);
    // Wait for pending requests and animations.
    await prepareForPicture(page);
  };
  for (const pages of [VISITOR_PAGES, OWNER_PAGES, ADMINISTRATOR_PAGES]) {
    if (pages === OWNER_PAGES) account = await livedInAccount(page, stage);
    if (pages === ADMINISTRATOR_PAGES) await becomeAdministrator(account, stage);
    for (const shown of pages) {
      const picture = PICTURES.get(shown.name);
      if (
        forDocs
          ? picture === undefined
          : wanted.length > 0 && !wanted.some((part) => shown.name.includes(part))
      )
        continue;
      if (forDocs && picture !== undefined) {
        await page.setViewportSize(PICTURE_SIZE);
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await open(shown);
        const { image, outline } = pictureFiles(picture);
        await page.screenshot({ path: image });
        await writeFile(outline, await outlineOf(page));
        continue;
      }
      for (const [size, viewport] of Object.entries(SIZES)) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await open(shown);
          const path = join(folder, `${shown.name}-${size}-${colorScheme}.png`);
          await page.screenshot({ path, fullPage: true });
        }
      }
      process.stdout.write(`${shown.name}\n`);
    }
  }
} finally {
  await browser.close();
  await stage.close();
}
