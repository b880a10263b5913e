import { expect, test } from 'vitest';
import { searchSections } from './search-sections.js';

const PAGE = `<h1 id="keys" tabindex="-1">Keys <a class="header-anchor" href="#keys">​</a></h1>
<p>A key opens the door, and the KEY &amp; the door are <code>API_KEY</code>s.</p><pre class="shiki"><code>hidden</code></pre>
<h2 id="roll" tabindex="-1">Roll a key <a class="header-anchor" href="#roll">​</a></h2><p>Replaces 2,000 secrets.</p>
<h2 id="end" tabindex="-1">End</h2>`;

test('search: a section has its headings and each word below it once, without code blocks, numbers and words of every page', () => {
  expect(searchSections('/x/docs/keys.md', PAGE)).toEqual([
    { anchor: '', titles: ['Keys'], text: 'key opens door api_key' },
    { anchor: 'roll', titles: ['Keys', 'Roll a key'], text: 'replaces secrets' },
    { anchor: 'end', titles: ['Keys', 'End'], text: '' },
  ]);
});

test('search: pages of the API and decisions are found by their titles', () => {
  expect(searchSections('/x/docs/decisions/0001-one.md', PAGE)).toEqual([
    { anchor: '', titles: ['Keys'], text: '' },
  ]);
  expect(searchSections('/x/docs/site/api/client.md', PAGE)).toHaveLength(1);
});
