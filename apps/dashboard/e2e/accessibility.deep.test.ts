import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** axe-core's rules for levels A and AA of WCAG 2.0, 2.1 and 2.2. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

describe.skipIf(!hasChromium)('accessibility', () => {
  let stage: Stage;
  let browser: Browser;
  let axe: string;
  let account: LivedInAccount;
  let owner: Page;
  beforeAll(async () => {
    [stage, browser, axe] = await Promise.all([
      openStage(),
      // The content security policy of the page forbids injecting axe-core, so it is suspended here. Other tests check the policy.
      startBrowser({ bypassCSP: true }),
      readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  /** Returns the violations that axe finds on a page in both colour schemes, one per line. */
  async function violations(page: Page, shown: ShownPage): Promise<string[]> {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(stage.baseUrl + shown.path(account));
    await shown.ready(page);
    await page.evaluate(axe);
    const light = await inspect(page, 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    return [...light, ...(await inspect(page, 'dark'))];
  }

  async function inspect(page: Page, scheme: 'light' | 'dark'): Promise<string[]> {
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
    // Colours change gradually, so wait until they have settled.
    await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
      await Promise.allSettled(transitions.map(({ finished }) => finished));
    });
    const found = await page.evaluate(async (tags) => {
      const { axe: engine } = window as unknown as {
        axe: {
          run(options: object): Promise<{
            violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
          }>;
        };
      };
      return (await engine.run({ runOnly: tags })).violations;
    }, TAGS);
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${scheme}: ${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  }

  const cases = (pages: readonly ShownPage[]) => pages.map((shown) => [shown.name, shown] as const);

  test.each(cases(VISITOR_PAGES))('%s: no violation, light or dark', async (_name, shown) => {
    const page = await browser.newPage();
    expect(await violations(page, shown)).toEqual([]);
    await page.close();
  });

  describe('signed in', () => {
    beforeAll(async () => {
      owner = await browser.newPage();
      account = await livedInAccount(owner, stage);
    });
    test.each(cases(OWNER_PAGES))('%s: no violation, light or dark', async (_name, shown) => {
      expect(await violations(owner, shown)).toEqual([]);
    });

    describe('as an administrator', () => {
      beforeAll(() => becomeAdministrator(account, stage));
      test.each(cases(ADMINISTRATOR_PAGES))('%s: no violation, light or dark', async (_name, shown) => {
        expect(await violations(owner, shown)).toEqual([]);
      });
    });
  });
});
