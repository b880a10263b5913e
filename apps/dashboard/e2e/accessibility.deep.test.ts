import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadAxe, violations } from './axe.js';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { type LivedInAccount, livedInAccount } from './lived-in-account.js';
import {
  ADMINISTRATOR_PAGES,
  becomeAdministrator,
  OWNER_PAGES,
  type ShownPage,
  VISITOR_PAGES,
} from './pages.js';
import { openStage, type Stage } from './stage.js';

describe.skipIf(!hasChromium)('accessibility', () => {
  let stage: Stage;
  let browser: Browser;
  let axe: string;
  let account: LivedInAccount;
  let owner: Page;
  beforeAll(async () => {
    [stage, browser, axe] = await Promise.all([openStage(), startBrowser({ bypassCSP: true }), loadAxe()]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  /** Opens a page, and returns what axe finds on it. */
  async function findViolations(page: Page, shown: ShownPage): Promise<string[]> {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(stage.baseUrl + shown.path(account));
    await shown.ready(page);
    return violations(page, axe);
  }

  const cases = (pages: readonly ShownPage[]) => pages.map((shown) => [shown.name, shown] as const);

  test.each(cases(VISITOR_PAGES))('%s: no violation, light or dark', async (_name, shown) => {
    const page = await browser.newPage();
    expect(await findViolations(page, shown)).toEqual([]);
    await page.close();
  });

  describe('signed in', () => {
    beforeAll(async () => {
      owner = await browser.newPage();
      account = await livedInAccount(owner, stage);
    });
    test.each(cases(OWNER_PAGES))('%s: no violation, light or dark', async (_name, shown) => {
      expect(await findViolations(owner, shown)).toEqual([]);
    });

    describe('as an administrator', () => {
      beforeAll(() => becomeAdministrator(account, stage));
      test.each(cases(ADMINISTRATOR_PAGES))('%s: no violation, light or dark', async (_name, shown) => {
        expect(await findViolations(owner, shown)).toEqual([]);
      });
    });
  });
});
