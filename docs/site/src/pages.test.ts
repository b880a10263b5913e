import { readFileSync } from 'node:fs';
import { slug } from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';
import { expect, test } from 'vitest';
import { sideBars } from './navigation.js';
import { handWrittenSources, pageOf, ROOT, siteLink } from './pages.js';

const sources = handWrittenSources();
const markdown = new MarkdownIt({ html: true });

function tokensOf(source: string): Token[] {
  return markdown.parse(readFileSync(`${ROOT}${source}`, 'utf8').replace(/^---\n.*?\n---\n/s, ''), {});
}

/** The anchors of a page: of its headings, numbered if a text repeats. */
function anchorsOf(source: string): Set<string> {
  const anchors = new Set<string>();
  const tokens = tokensOf(source);
  tokens.forEach(({ type }, index) => {
    if (type !== 'heading_open') return;
    const text = (tokens[index + 1]?.children ?? [])
      .filter((child) => ['text', 'code_inline'].includes(child.type))
      .map(({ content }) => content)
      .join('');
    const base = slug(text);
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`;
    anchors.add(anchor);
  });
  return anchors;
}

const linkedPages = (): string[] =>
  Object.values(sideBars())
    .flat()
    .flatMap(({ items = [] }) => items.map(({ link = '' }) => link.slice(1)));

test('navigation: has each page once, and no page that does not exist', () => {
  const pages = sources.map((source) => pageOf(source)).filter((page) => page !== 'index.md');
  expect(
    linkedPages()
      .filter((page) => !page.startsWith('api/'))
      .sort(),
  ).toEqual([...pages].sort());
  expect(linkedPages().filter((page) => page.startsWith('api/')).length).toBeGreaterThan(20);
});

test('navigation: the paths come first, each with at most six pages', () => {
  const paths = sideBars()['/'].slice(0, 4);
  expect(paths.map(({ text }) => text)).toEqual([
    'Offer a service',
    'Call a service',
    'Run a gateway',
    'Write programs',
  ]);
  for (const { text, items = [] } of paths) expect(items.length, text).toBeLessThanOrEqual(6);
});

test('pages: two sources never have the same place', () => {
  expect(new Set(sources.map(pageOf)).size).toBe(sources.length);
});

test('links: every link of every page leads to a file and to a heading of it', () => {
  const anchors = new Map(sources.map((source) => [`/${pageOf(source)}`, anchorsOf(source)]));
  const dead = sources.flatMap((source) =>
    tokensOf(source)
      .flatMap(({ children }) => children ?? [])
      .flatMap((token) => {
        const href = token.attrGet(token.type === 'image' ? 'src' : 'href');
        if (href === null) return [];
        const [page = '', anchor] = siteLink(href, source).split('#');
        const known = anchors.get(page === '' ? `/${pageOf(source)}` : page);
        const leads = anchor === undefined || known === undefined || known.has(decodeURIComponent(anchor));
        return leads ? [] : [`${source}: ${href}`];
      }),
  );
  expect(dead).toEqual([]);
});

/** How many long sentences a change may leave behind. */
const FEW = 6;

/** The sentences of a page: of its paragraphs, headings and cells of tables. Code is one word, and an address none. */
function sentencesOf(source: string): string[] {
  return tokensOf(source)
    .filter(({ type }) => type === 'inline')
    .map(({ children }) =>
      (children ?? [])
        .map(({ type, content }) => (type === 'code_inline' ? 'Code' : type === 'text' ? content : ' '))
        .join('')
        .trim(),
    )
    .flatMap((text) => text.split(/(?<=[.!?:])\s+(?=[A-Z["(“])/));
}

test.each([
  // The rows of the specification are lists of tests, the mapping begins with a list of its sections, and decisions are not edited.
  ['docs/status.md', 40, ['docs/status.md']],
  ['every page', 60, sources.filter((source) => !/specification|decisions\//.test(source))],
] as const)('English: hardly a sentence of %s has more than %i words', (_, most, pages) => {
  const long = pages.flatMap((source) =>
    sentencesOf(source)
      .filter((text) => !text.includes(' · ') && text.split(/\s+/).length > most)
      .map((text) => `${source}: ${text}`),
  );
  // A few may be written before somebody divides them.
  expect(long.slice(FEW)).toEqual([]);
});

test('status: a cell is read at a glance', () => {
  const cells = tokensOf('docs/status.md').filter(({ type }) => type === 'inline');
  expect(cells.map(({ content }) => content).filter((text) => text.length > 500)).toEqual([]);
});

test('links: a page, a folder with a page, another file, a file that is missing', () => {
  expect(siteLink('../examples/user-directory/user-directory.wsdl', 'docs/start.md')).toBe(
    '/example/users.wsdl',
  );
  expect(siteLink('../packages/client/README.md#calls', 'docs/start.md')).toBe('/client.md#calls');
  expect(siteLink('../wsdl-parser', 'packages/client/README.md')).toBe('/wsdl-parser.md');
  expect(siteLink('config.schema.json', 'docs/operations.md')).toBe(
    'https://github.com/soapstone/soapstone/blob/main/docs/config.schema.json',
  );
  expect(siteLink('https://example.com/', 'docs/start.md')).toBe('https://example.com/');
  const own = 'https://github.com/soapstone/soapstone';
  expect(siteLink(`${own}/tree/main/packages/client#readme`, 'packages/rest/README.md')).toBe('/client.md');
  expect(siteLink(`${own}/tree/main/packages/client#security`, 'apps/cli/README.md')).toBe(
    '/client.md#security',
  );
  expect(siteLink(`${own}/blob/main/docs/keys.md`, 'packages/client/README.md')).toBe(
    siteLink('keys.md', 'docs/start.md'),
  );
  expect(() => siteLink(`${own}/blob/main/gone.md`, 'docs/start.md')).toThrow('there is no gone.md');
  expect(() => siteLink('gone.md', 'docs/start.md')).toThrow('docs/start.md: there is no docs/gone.md');
});

test('links: READMEs of published packages have no relative links, which lead nowhere in node_modules', () => {
  const relative = sources
    .filter((source) => /^(?:packages|apps)\//.test(source) && !source.includes('message-validator'))
    .flatMap((source) =>
      tokensOf(source)
        .flatMap(({ children }) => children ?? [])
        .map((token) => token.attrGet(token.type === 'image' ? 'src' : 'href'))
        .filter((href) => href !== null && !/^(?:https:|#)/.test(href))
        .map((href) => `${source}: ${href}`),
    );
  expect(relative).toEqual([]);
});
