import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The pictures of the README and of the documentation, by the name of the page that they show. */
export const PICTURES: ReadonlyMap<string, string> = new Map([
  ['overview', 'dashboard-service'],
  ['try-it', 'dashboard-try-it'],
  ['usage', 'dashboard-usage'],
]);
/** The window of a picture. */
export const PICTURE_SIZE = { width: 1280, height: 860 };

const IMAGES = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

/** Returns the path of a picture, and of the outline of the page that was pictured. */
export function pictureFiles(picture: string): { readonly image: string; readonly outline: string } {
  return { image: `${IMAGES}${picture}.png`, outline: `${IMAGES}${picture}.outline.yaml` };
}

/** Brings a page into the state in which it is pictured: at the top, with nothing under way. */
export async function prepareForPicture(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.scrollTo(0, 0));
}

/**
 * Returns what a page shows to assistive technology: roles, names and texts, in order, as YAML. Numbers, dates and identifiers are left out,
 * because they differ from run to run.
 */
export async function outlineOf(page: Page): Promise<string> {
  const outline = await page.locator('body').ariaSnapshot();
  const lasting = outline
    .replace(/\b(?:acc|req|evt)_[\w-]+/g, '#')
    .replace(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b/g, 'month')
    .replace(/\b(?=[\w-]*\d)[\w-]{12,}/g, '#')
    .replace(/[\d.,:]*\d/g, '#')
    .replace(/# (?:ms|s)\b/g, '# ms')
    .replace(/\b[AP]M\b/g, 'AM');
  return `${withoutRepetitions(lasting.split('\n')).join('\n')}\n`;
}

/** Removes rows of a table that are the same as the previous one: there is one for each hour in which there were calls. */
function withoutRepetitions(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let last: readonly string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    let end = at + 1;
    if (line.trimStart().startsWith('- row '))
      while (end < lines.length && depthOf(lines[end]!) > depthOf(line)) end += 1;
    const block = lines.slice(at, end);
    if (block.length === 1 || block.join('\n') !== last.join('\n')) kept.push(...block);
    last = block;
    at = end;
  }
  return kept;
}

const depthOf = (line: string): number => line.length - line.trimStart().length;

/** The mean difference of two pictures, in parts of the range of a colour, from which one of them is old (decision 0219). */
export const MOST_DIFFERENT = 0.01;
/** How finely pictures are compared: in squares of this many pixels, so that fonts of another machine hardly matter. */
const SQUARE = 20;

/**
 * Compares a picture with what a page shows now. Both are reduced to squares; the result is the mean difference of their colours, from 0
 * to 1.
 *
 * @param blank a page of the same browser, which does the arithmetic
 */
export async function compareWithPicture(page: Page, picture: string, blank: Page): Promise<number> {
  const now = await page.screenshot();
  const before = await readFile(pictureFiles(picture).image);
  return blank.evaluate(
    async ([pictures, { width, height }, square]) => {
      const columns = Math.floor(width / square);
      const rows = Math.floor(height / square);
      const [one, other] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), {
            ...{ resizeWidth: columns, resizeHeight: rows, resizeQuality: 'high' },
          });
          const canvas = new OffscreenCanvas(columns, rows).getContext('2d')!;
          canvas.drawImage(bitmap, 0, 0);
          return canvas.getImageData(0, 0, columns, rows).data;
        }),
      );
      const total = one!.reduce((sum, value, index) => sum + Math.abs(value - other![index]!), 0);
      // The fourth byte of each square is its opacity, which never differs.
      return total / (columns * rows * 3 * 255);
    },
    [[before.toString('base64'), now.toString('base64')], PICTURE_SIZE, SQUARE] as const,
  );
}
