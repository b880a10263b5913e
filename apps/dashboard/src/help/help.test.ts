import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HELP_PLACES, helpFor } from './help.js';

/** The anchors of a page, as GitHub and the documentation site make them from headings. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(HELP_PLACES)('the documentation has %s', (place) => {
  const [page = '', anchor] = place.split('#');
  const anchors = anchorsOf(page);
  expect(anchors.length).toBeGreaterThan(0);
  if (anchor !== undefined) expect(anchors).toContain(anchor);
});

test.each([
  ['/services', 'owners.md#pages'],
  ['/services/drafts/8a1b', 'owners.md#register-a-service'],
  ['/services/8a1b', 'owners.md#pages-of-a-service'],
  ['/services/8a1b/revisions', 'owners.md#revisions'],
  ['/services/8a1b/constructor', 'owners.md'],
  ['/events/webhooks', 'owners.md#webhooks'],
  ['/administration/accounts/acc_1', 'configuration.md#administrators'],
  ['/pages/link/Xy7', 'calling.md'],
  ['/__proto__', 'owners.md'],
  ['/', 'owners.md'],
])('%s: the link leads to %s', (path, place) => {
  expect(helpFor(path).place).toBe(place);
});
