import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVERY_SIZE, loadAxe, violations } from './axe.js';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { TWICE_CASES, type TwiceCase, type TwiceScene } from './clicked-twice-cases.js';
import { registerByUrl, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

/** The members that `holdAnswers` adds to each page. */
interface Holding {
  /** Holds the answers to changes from now on. Resolves when the first change is sent. */
  begin(): Promise<void>;
  /** Passes the held answers on, and stops holding. */
  end(): void;
}

/**
 * Runs in each page before its scripts: holds the answers to changes on request. Playwright's routes would do the same, but without the cache
 * of the browser, and a page then takes twice the time to load.
 */
function holdAnswers(): void {
  let isHolding = false;
  let released = Promise.resolve();
  let release = () => {};
  let markSent = () => {};
  const answers: Holding = {
    begin() {
      isHolding = true;
      released = new Promise((resolve) => {
        release = resolve;
      });
      return new Promise((resolve) => {
        markSent = resolve;
      });
    },
    end() {
      isHolding = false;
      release();
    },
  };
  Object.assign(window, { answers });
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const isChange = request.method !== 'GET' && !/\/(?:validation|design\/example)$/.test(request.url);
    if (!isChange || !isHolding) return send(request);
    markSent();
    const response = await send(request);
    await released;
    return response;
  };
}

/**
 * Each button that sends a change is clicked in two ways: by a double click, whose first request may be answered in between; and twice in one
 * frame and a third time before a slow answer. All changes go through one guard (`guarded-changes.test.ts`), so depth 1 leaves out buttons whose
 * second request would change nothing more. At depth 10, axe inspects every form and dialog that is opened for that, at every size.
 */
describe.skipIf(!hasChromium)('what is clicked twice is sent once', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let accountId: string;
  let service: string;
  /** Inspects what each case opens, in one of the ways. Absent if the dialogs are not inspected. */
  let axe: string | undefined;
  let sent: string[] = [];
  let runs = 0;
  const shared = new Map<string, string>();
  beforeAll(async () => {
    [stage, browser] = await Promise.all([
      // No email arrives, which no case waits for, and no call goes through the proxy.
      openStage({
        SMTP_URL: 'smtp://127.0.0.1:9',
        SMTP_FROM: 'gateway@example.com',
        OUTBOUND_PROXIES: 'branch=http://127.0.0.1:9',
      }),
      startBrowser(),
    ]);
    axe = EVERY_SIZE ? await loadAxe() : undefined;
    page = await browser.newPage();
    accountId = await signUp(page, stage);
    await stage.grantAdministrator(accountId);
    await stage.setPlan(accountId, 'Pro');
    service = `/services/${await registerByUrl(page, stage)}`;
    await page.addInitScript(holdAnswers);
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // Validation and examples while somebody edits are not changes.
      if (request.method() !== 'GET' && !/\/(?:validation|design\/example)$/.test(pathname)) {
        sent.push(`${request.method()} ${pathname}`);
      }
    });
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const manage: TwiceScene['manage'] = (method, path, body) =>
    page.evaluate(
      async ([sentMethod, sentPath, sentBody]) => {
        const { csrfToken } = await (await fetch('/api/manage/session')).json();
        const response = await fetch(sentPath, {
          method: sentMethod,
          headers: { 'X-CSRF-Token': csrfToken, 'Content-Type': 'application/json' },
          ...(sentBody !== null && { body: sentBody }),
        });
        if (!response.ok) throw new Error(`${sentMethod} ${sentPath}: ${await response.text()}`);
        return response.json();
      },
      [
        method,
        path.startsWith('/') ? path : `/api/manage/${path}`,
        body === undefined ? null : JSON.stringify(body),
      ] as const,
    );

  async function clickTwice({ open, sends, ends }: TwiceCase, way: 'double' | 'slow'): Promise<void> {
    runs += 1;
    const scene: TwiceScene = { page, stage, accountId, service, run: `run-${runs}`, shared, manage };
    const button = await open(scene);
    await button.waitFor();
    await expect.poll(() => button.isEnabled()).toBe(true);
    if (axe !== undefined && way === 'slow') expect.soft(await violations(page, axe)).toEqual([]);
    sent = [];
    if (way === 'double') await button.dblclick();
    else
      await button.evaluate(async (element: HTMLElement) => {
        const { answers } = window as unknown as { answers: Holding };
        const isSent = answers.begin();
        element.click();
        element.click();
        await isSent;
        // The page shows what the first click displays while it waits.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        if (element.isConnected) element.click();
        // A request of this click is sent before the answers arrive. The page may be left with them.
        requestAnimationFrame(() => setTimeout(answers.end));
      });
    await ends(scene);
    expect(sent).toHaveLength(sends.length);
    for (const [index, expected] of sends.entries()) expect(sent[index]).toMatch(expected);
  }

  // At depth 10, as in the nightly workflow, all cases run in both ways. The slow way has two clicks in one frame as well.
  const isWhole = Number(process.env['SOAPSTONE_DEPTH'] ?? 1) > 1;
  const cases = TWICE_CASES.filter(({ isHarmless }) => isWhole || isHarmless !== true);
  const inPage = cases.filter(({ endsSession }) => endsSession !== true);
  const ofSessions = cases.filter(({ endsSession }) => endsSession === true);
  const ways = isWhole ? (['slow', 'double'] as const) : (['slow'] as const);

  describe.each(ways)('%s', (way) => {
    test.each(inPage)('$name', (each) => clickTwice(each, way));
  });
  test('a dialog that the first click of a double click opens stays open', async () => {
    await page.goto(`${stage.baseUrl}/keys`);
    const opener = page.getByRole('button', { name: 'Create API key', exact: true }).first();
    await opener.waitFor();
    const { x, y } = (await opener.boundingBox())!;
    await page.mouse.move(x + 5, y + 5);
    const press = async (clickCount: number) => {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
    };
    const dialog = page.getByRole('dialog');
    await press(1);
    await dialog.waitFor();
    await press(2);
    await dialog.getByLabel('Name').fill('Typed after the double click');
    expect(await dialog.isVisible()).toBe(true);
  });
  // A person may log in five times a minute, so each way has its own.
  describe.each(ways)('sessions, %s', (way) => {
    test.each(ofSessions)('$name', (each) => clickTwice(each, way));
  });
  test.runIf(!isWhole)('a real double click', () => clickTwice(inPage[0]!, 'double'));
});
