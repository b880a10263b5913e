import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { misfits } from './misfits.js';
import { recordInspection } from './record-inspection.js';

/** axe-core's rules for levels A and AA of WCAG 2.0, 2.1 and 2.2. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those of these rules that depend on colours. Colours are all that differs in the dark scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Whether pages are inspected at every size, as in the nightly workflow. Otherwise only at that of a desktop. */
export const EVERY_SIZE: boolean = Number(process.env['SOAPSTONE_DEPTH'] ?? 1) > 1;

const DESKTOP = { width: 1280, height: 900 };
/** Windows in CSS pixels: a zoom of 200 % halves those of a desktop. */
const OTHERS = {
  'a phone': { width: 390, height: 844 },
  '320 pixels': { width: 320, height: 700 },
  '200 %': { width: DESKTOP.width / 2, height: DESKTOP.height / 2 },
};

/** Loads axe-core. */
export function loadAxe(): Promise<string> {
  return readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
}

/**
 * Returns the violations that axe-core finds on what a page shows, in both colour schemes, one per line; and, at every size but that of a
 * desktop, what does not fit into the window. The page has the size of a desktop before and afterwards.
 *
 * @param axe the text of axe-core
 */
export async function violations(page: Page, axe: string): Promise<string[]> {
  await page.evaluate(axe);
  const found = await inSchemes(page, 'desktop');
  for (const [name, size] of Object.entries(EVERY_SIZE ? OTHERS : {})) {
    await page.setViewportSize(size);
    found.push(...(await inSchemes(page, name)));
    found.push(...(await misfits(page)).map((each) => `${name}: ${each}`));
  }
  if (EVERY_SIZE) await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

async function inSchemes(page: Page, size: string): Promise<string[]> {
  const found: string[] = [];
  for (const [scheme, rules] of [
    ['light', LEVELS],
    ['dark', OF_COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
    const { version, violations: own } = await inspect(page, rules);
    const test = expect.getState().currentTestName ?? '';
    recordInspection({ version, test, size, scheme, violations: own });
    found.push(...own.map((each) => `${size}, ${scheme}: ${each}`));
  }
  return found;
}

/** @param rules names of rules, or tags */
async function inspect(
  page: Page,
  rules: readonly string[],
): Promise<{ readonly version: string; readonly violations: string[] }> {
  // Colours change gradually, so wait until they have settled.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
  const found = await page.evaluate(async (runOnly) => {
    const { axe: engine } = window as unknown as {
      axe: {
        version: string;
        run(options: object): Promise<{
          violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
        }>;
      };
    };
    const { violations: list } = await engine.run({ runOnly, resultTypes: ['violations'] });
    return { version: engine.version, list };
  }, rules);
  return {
    version: found.version,
    violations: found.list.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    ),
  };
}
