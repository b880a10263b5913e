import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVERY_SIZE, loadAxe, violations } from './axe.js';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { type LivedInAccount, livedInAccount } from './lived-in-account.js';
import { misfits, withoutDirection } from './misfits.js';
import {
  ADMINISTRATOR_PAGES,
  becomeAdministrator,
  OWNER_PAGES,
  type ShownPage,
  VISITOR_PAGES,
} from './pages.js';
import {
  compareWithPicture,
  MOST_DIFFERENT,
  outlineOf,
  PICTURE_SIZE,
  PICTURES,
  pictureFiles,
  prepareForPicture,
} from './pictures.js';
import { openStage, type Stage } from './stage.js';

/** The maximum layout shift of a page, stricter than the limit of 0.1 for "good" at web.dev/cls. */
const MAX_SHIFT = 0.05;
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 700 };

/** Inspects each page once for everything that can be wrong with it: how it loads, whether it fits, what axe-core finds, its picture. */
describe.skipIf(!hasChromium)('pages', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let account: LivedInAccount;
  let axe: string;
  beforeAll(async () => {
    [stage, browser, axe] = await Promise.all([openStage(), startBrowser(), loadAxe()]);
    // Runs before any script of a page, and sums the shifts that no input has caused.
    await browser.context.addInitScript(() => {
      const shifts: { value: number; nodes: string[] }[] = [];
      (window as unknown as { shifts: typeof shifts }).shifts = shifts;
      interface Shift extends PerformanceEntry {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly { readonly node: Node | null }[];
      }
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Shift[]) {
          if (entry.hadRecentInput) continue;
          const nodes = entry.sources.map(
            ({ node }) => (node as Element | null)?.textContent?.slice(0, 40) ?? '',
          );
          shifts.push({ value: entry.value, nodes });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    page = await browser.newPage();
    account = await livedInAccount(page, stage);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  /** The path that was loaded last. */
  let loaded = '';

  /**
   * Shows a page. A path is loaded once, and hardly anything shifts in the meantime. What else is shown at the same path is reached without
   * a load, as a person reaches it: by way of another page, after which no dialog is open and no field is filled.
   */
  async function show(shown: ShownPage): Promise<void> {
    const path = shown.path(account);
    const isLoaded = path === loaded;
    if (isLoaded) {
      await page.evaluate(() => history.pushState(null, '', '/no/such/page'));
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await page.evaluate((next) => history.pushState(null, '', next), path);
    } else await page.goto(stage.baseUrl + path);
    loaded = path;
    await shown.ready(page);
    if (isLoaded) return;
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate(
      () => (window as unknown as { shifts: { value: number; nodes: string[] }[] }).shifts,
    );
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThan(MAX_SHIFT);
  }

  /** A page fits into a desktop window and into one of 320 pixels, as at a zoom of 400 %, and axe finds nothing, light or dark. */
  async function expectSound(shown: ShownPage): Promise<void> {
    await show(shown);
    expect(await misfits(page)).toEqual([]);
    expect.soft(await violations(page, axe)).toEqual([]);
    await page.setViewportSize(NARROW);
    await expect.poll(() => misfits(page), { timeout: 2_000 }).toEqual([]);
    await page.setViewportSize(WIDE);
  }
  const cases = (pages: readonly ShownPage[]) => pages.map((shown) => [shown.name, shown] as const);
  const sound = '%s: hardly shifts while it loads, fits, and has no violation';

  test.each(cases(VISITOR_PAGES))(sound, async (_, shown) => {
    const cookies = await browser.context.cookies();
    await browser.context.clearCookies();
    await expectSound(shown);
    await browser.context.addCookies(cookies);
  });

  test.each(cases(OWNER_PAGES))(sound, async (_, shown) => {
    await expectSound(shown);
    const picture = PICTURES.get(shown.name);
    if (picture !== undefined) await expectAsPictured(picture);
  });

  /** The picture of the documentation shows what the page shows: the same texts, and much the same colours in the same places. */
  async function expectAsPictured(picture: string): Promise<void> {
    const hint = `docs/images/${picture} is old: pnpm screenshots --docs`;
    await page.setViewportSize(PICTURE_SIZE);
    await prepareForPicture(page);
    expect(await outlineOf(page), hint).toBe(await readFile(pictureFiles(picture).outline, 'utf8'));
    const blank = await browser.newPage();
    expect(await compareWithPicture(page, picture, blank), hint).toBeLessThan(MOST_DIFFERENT);
    // The fonts of another machine make no difference.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { font-family: serif !important; }');
      document.adoptedStyleSheets = [sheet];
    });
    expect(await compareWithPicture(page, picture, blank)).toBeLessThan(MOST_DIFFERENT);
    await blank.close();
    await page.setViewportSize(WIDE);
  }

  test('a picture of another page is noticed', async () => {
    await page.setViewportSize(PICTURE_SIZE);
    await page.goto(`${stage.baseUrl}/keys`);
    await page.getByText('Revoked', { exact: true }).waitFor();
    const blank = await browser.newPage();
    for (const picture of PICTURES.values())
      expect(await compareWithPicture(page, picture, blank)).toBeGreaterThan(MOST_DIFFERENT);
    await blank.close();
    await page.setViewportSize(WIDE);
  });

  test('names of a script that runs from right to left have their own direction', async () => {
    const manage = (method: string, path: string, body: unknown) =>
      page.evaluate(
        async ([sentMethod, sentPath, sentBody]) => {
          const { csrfToken } = await (await fetch('/api/manage/session')).json();
          const response = await fetch(`/api/manage/${sentPath}`, {
            method: sentMethod,
            headers: { 'X-CSRF-Token': csrfToken, 'Content-Type': 'application/json' },
            body: JSON.stringify(sentBody),
          });
          if (!response.ok) throw new Error(await response.text());
          return response.json();
        },
        [method, path, body] as const,
      );
    const wsdl = (await (await fetch(stage.soap.wsdlAddress)).text())
      .replaceAll('ListUsers', 'قائمة')
      .replace(/(<(?:wsdl:)?documentation>)[^<]*/g, '$1وصف قصير');
    const files = [{ path: 'a.wsdl', content: Buffer.from(wsdl).toString('base64') }];
    await manage('PATCH', 'account', { name: 'شركة الاختبار' });
    const { serviceId } = (await manage('POST', 'services', { files, slug: 'arabic' })) as LivedInAccount;
    await manage('PATCH', `services/${serviceId}`, { name: 'دليل المستخدمين' });
    const { url } = (await manage('PUT', `services/${serviceId}/page`, { visibility: 'public' })) as {
      url: string;
    };
    await manage('POST', 'keys', { name: 'مفتاح الفوترة' });
    await manage('POST', 'webhooks', { name: 'خطاف', url: stage.soap.address });
    await manage('PUT', `services/${serviceId}/operations/قائمة/deprecation`, {});
    const lost: string[] = [];
    const look = async (where: string) => {
      await page.waitForLoadState('networkidle');
      lost.push(...(await withoutDirection(page)).map((each) => `${where}: ${each}`));
    };
    const others = ['', '/try-it', '/connection', '/agents', '/recordings', '/revisions', '/settings'];
    const pagePath = new URL(url).pathname;
    for (const path of [
      ...[`/services/${serviceId}/reference?operation=قائمة`, '/keys', '/settings/audit'],
      `${pagePath}?operation=قائمة`,
      // Every night.
      ...(EVERY_SIZE ? others.map((tab) => `/services/${serviceId}${tab}`) : []),
      ...(EVERY_SIZE ? [pagePath, '/services', '/usage', '/events', '/events/webhooks', '/settings'] : []),
    ]) {
      await page.goto(stage.baseUrl + path);
      await look(path.replace(serviceId, '…'));
    }
    for (const action of EVERY_SIZE ? ['Revoke', 'Limit', 'Roll'] : ['Revoke']) {
      await page.goto(`${stage.baseUrl}/keys`);
      await page.getByRole('button', { name: `${action} مفتاح الفوترة` }).click();
      await page.getByRole('dialog').waitFor();
      await look(action);
    }
    await page.goto(`${stage.baseUrl}/services/${serviceId}/operations`);
    await page.getByRole('button', { name: 'قائمة' }).click();
    await page.getByRole('dialog').waitFor();
    await look('drawer');
    expect(lost).toEqual([]);
  });

  test('the test detects a shift', async () => {
    await page.goto(`${stage.baseUrl}/services`);
    await page.getByText('Active').first().waitFor();
    await page.evaluate(() => {
      const element = document.createElement('div');
      element.style.height = '400px';
      document.querySelector('main')?.prepend(element);
    });
    const sum = () =>
      page.evaluate(() =>
        (window as unknown as { shifts: { value: number }[] }).shifts.reduce(
          (total, { value }) => total + value,
          0,
        ),
      );
    await expect.poll(sum).toBeGreaterThan(MAX_SHIFT);
    expect(await page.locator('#shell').count()).toBe(0);
  });

  describe('as an administrator', () => {
    beforeAll(() => becomeAdministrator(account, stage));
    test.each(cases(ADMINISTRATOR_PAGES))(sound, (_, shown) => expectSound(shown));
  });

  test('first paint: the shell is shown before any script has run', async () => {
    const other = await browser.newPage();
    // Block all scripts, as on a very slow network.
    await other.route('**/*.js', () => {});
    await other.goto(`${stage.baseUrl}/services`, { waitUntil: 'commit' });
    const shell = other.locator('#shell');
    await shell.getByText('Soapstone').waitFor();
    const styles = await shell.evaluate((element) => {
      const { display } = getComputedStyle(element);
      return { display, height: element.clientHeight, background: getComputedStyle(element).backgroundColor };
    });
    expect(styles).toEqual({ display: 'grid', height: 900, background: 'rgb(247, 249, 248)' });
    await other.emulateMedia({ colorScheme: 'dark' });
    await expect
      .poll(() => shell.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe('rgb(21, 26, 25)');
    await other.unrouteAll();
    await other.close();
    expect(await stage.cspReports()).toBe(0);
  });
});
