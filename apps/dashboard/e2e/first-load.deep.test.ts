import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { openStage, type Stage } from './stage.js';

/** The budget of compressed JavaScript for a first visit, in bytes. */
const BUDGET = 400 * 1024;
/** The speed of an older phone relative to this machine. */
const SLOWDOWN = 4;

describe.skipIf(!hasChromium)('the first load', () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('is small, loads nothing from other servers, and is soon interactive on a slow machine', async () => {
    const page = await browser.newPage();
    const devtools = await browser.context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const origins = new Set<string>();
    const scripts = new Set<string>();
    let script = 0;
    let everything = 0;
    devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
      origins.add(new URL(response.url).origin);
      if (type === 'Script') scripts.add(requestId);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      everything += encodedDataLength;
      if (scripts.has(requestId)) script += encodedDataLength;
    });
    await page.goto(`${stage.baseUrl}/sign-up`);
    // The page is interactive when typed text appears.
    const field = page.getByLabel('Account name');
    await field.waitFor();
    const ready = await page.evaluate(() => performance.now());
    await field.pressSequentially('Ada');
    expect(await field.inputValue()).toBe('Ada');
    await page.waitForLoadState('networkidle');

    const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`;
    process.stdout.write(
      `first load: ${kib(script)} of compressed JavaScript in ${scripts.size} files, ${kib(everything)} in all; ` +
        `interactive after ${Math.round(ready)} ms on a processor slowed down ${SLOWDOWN} times\n`,
    );
    expect([...origins]).toEqual([stage.baseUrl]);
    expect(script).toBeGreaterThan(50 * 1024);
    expect(script).toBeLessThan(BUDGET);
  });
});
