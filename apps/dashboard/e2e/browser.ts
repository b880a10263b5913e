import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The path of Debian's package `chromium`; `CHROMIUM` overrides it. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether a browser is installed. If not, says so once, with the name of the package. */
export const hasChromium = existsSync(EXECUTABLE);
if (!hasChromium) {
  process.stderr.write(
    `${EXECUTABLE} does not exist (Debian: chromium): tests that need a browser are skipped\n`,
  );
}

/** A browser with its own profile. */
export interface Browser {
  readonly context: BrowserContext;
  /** The warnings and errors on the consoles of pages. */
  readonly complaints: string[];
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** Starts Chromium: headless, with an empty profile, and without background requests. */
export async function startBrowser(options: BrowserContextOptions = {}): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'soapstone-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    headless: true,
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  // Longer than anything takes to appear, even on a busy machine.
  context.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return {
    context,
    complaints,
    newPage: () => context.newPage(),
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
