import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const matrix = readFileSync(new URL('docs/specification.md', root), 'utf8');

/** `file` › title; further titles of the same file follow after `; ›`. */
const named = [...matrix.matchAll(/`([\w./-]+\.ts)`((?:;? › [^|;]+)+)/g)].flatMap(
  ([, file = '', titles = '']) =>
    titles
      .split('›')
      .slice(1)
      .map((title) => ({
        file,
        title: title
          .replace(/;\s*$/, '')
          .replace(/ \([A-Z_, ]+\)$/, '')
          .trim(),
      })),
);

test('the matrix names tests', () => {
  expect(named.length).toBeGreaterThan(50);
});

test.each(named)('$file has a test "$title"', ({ file, title }) => {
  const path = /^(?:packages|apps)\//.test(file) ? file : `apps/gateway/src/${file}`;
  const source = readFileSync(new URL(path, root), 'utf8');
  expect(source.includes(`'${title}'`) || source.includes(`"${title}"`)).toBe(true);
});
