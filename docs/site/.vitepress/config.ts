import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';
import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { sideBars, VERSIONS } from '../src/navigation.js';
import { DOWNLOAD_FOLDER, DOWNLOADS, pageOf, ROOT, siteLink } from '../src/pages.js';
import { searchSections } from '../src/search-sections.js';

/** The icon of the dashboard. */
const icon = readFileSync(new URL('../../../apps/dashboard/public/icon.svg', import.meta.url), 'utf8');

/** The version that this build is of, by name: a release is built into a folder of its own, which `VERSIONS` names. */
const version = process.env['DOCS_VERSION'] ?? 'main';
const { base } = VERSIONS.find(({ name }) => name === version) ?? fail(version);

export default defineConfig({
  base,
  title: 'Soapstone',
  description: 'Turns SOAP services into JSON APIs',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  srcDir: ROOT,
  outDir: './dist',
  // Everything else with Markdown in it.
  srcExclude: [
    '.*/**',
    'README.md',
    'CODE_OF_CONDUCT.md',
    '**/CHANGELOG.md',
    '{bench,conformance,data,deploy,scripts}/**',
    'examples/user-directory/**',
    'apps/dashboard/**',
    'packages/*/{docs,src}/**',
  ],
  rewrites: (source) => pageOf(source) ?? source,
  markdown: {
    // Colours with enough contrast for small text.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Anchors are those that GitHub makes.
    anchor: { slugify: slug },
    languageAlias: { xsd: 'xml', wsdl: 'xml' },
    config: readAsInRepository,
  },
  transformHtml: (html) => paintFirst(nameParts(html)),
  buildEnd({ outDir }) {
    mkdirSync(join(outDir, DOWNLOAD_FOLDER), { recursive: true });
    for (const [file, name] of DOWNLOADS) copyFileSync(join(ROOT, file), join(outDir, DOWNLOAD_FOLDER, name));
  },
  // Pages are outside of this package, where there is no Vue.
  vite: {
    resolve: {
      alias: [
        { find: /^vue$/, replacement: fileOf('vue/dist/vue.runtime.esm-bundler.js') },
        { find: /^vue\/server-renderer$/, replacement: fileOf('vue/server-renderer') },
      ],
    },
    build: { chunkSizeWarningLimit: 4096 },
  },
  themeConfig: {
    sidebar: sideBars(),
    nav: [
      { text: 'Offer', link: '/offer.md' },
      { text: 'Call', link: '/calling.md' },
      { text: 'Run', link: '/operations.md' },
      { text: 'Program', link: '/start.md' },
      { text: 'API', link: '/api/index.md' },
      {
        text: version,
        items: VERSIONS.map(({ name, base: folder }) => ({ text: name, link: folder, target: '_self' })),
      },
      // A link with an icon would need a style sheet of its own, before which no page is painted.
      { text: 'GitHub', link: 'https://github.com/soapstone/soapstone' },
    ],
    // Generated pages say `editLink: false`.
    editLink: {
      pattern: 'https://github.com/soapstone/soapstone/edit/main/:path',
      text: 'Edit this page',
    },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions: { boostDocument: weightOf }, _splitIntoSections: searchSections },
      },
    },
  },
});

/**
 * How much a page counts in a search. Pages for newcomers come first; the API, decisions and other pages for reference have many more
 * words. The text of this function is part of the site, so it uses nothing from outside.
 *
 * @param page the address of a page or of a heading on it
 */
function weightOf(page: string): number {
  if (/^\/(?:api|decisions|status|specification)\b/.test(page)) return 0.2;
  if (/^\/(?:start|mapping-by-example|client|gateway|mock|agents|deployment|offer|rest)\.html/.test(page))
    return 1.5;
  const isReference =
    /^\/(?:json-mapping|architecture|contributing|http-contract|soap-model|options|wsdl-parser|json-xml-mapper|agent-tools)\.html/;
  return isReference.test(page) ? 0.5 : 1;
}

/**
 * Reads Markdown as the repository shows it: links are relative to their file, and `{{` is text, which Vue would evaluate. A link that
 * leads nowhere ends the build.
 */
function readAsInRepository(md: MarkdownRenderer): void {
  md.core.ruler.push('repository', ({ tokens, env }) => {
    const { path = '', realPath = path } = env as { readonly path?: string; readonly realPath?: string };
    // VitePress also reads single lines, for a title.
    if (path === '') return;
    const source = relative(ROOT, realPath);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null) {
        const link = siteLink(href, source);
        const isDownload = link.startsWith(`/${DOWNLOAD_FOLDER}/`);
        token.attrSet('href', isDownload ? base + link.slice(1) : link);
        // VitePress looks for a page behind every other link.
        if (isDownload) token.attrSet('download', basename(link));
      }
      if (token.type === 'code_inline') token.attrSet('v-pre', '');
    }
    // A header without a text heads nothing.
    tokens.forEach((token, index) => {
      if (!token.type.startsWith('th_')) return;
      const content = tokens[token.type === 'th_open' ? index + 1 : index - 1]?.content;
      if (content === '') token.tag = 'td';
    });
  });
  const text = md.renderer.rules.text;
  md.renderer.rules.text = (...args) => text?.(...args).replaceAll('{{', '&#123;&#123;') ?? '';
}

/** Names what the theme leaves without a name: the switch of the theme before its script runs, and the content of the first page. */
function nameParts(html: string): string {
  return html
    .replaceAll(' role="switch" title ', ' role="switch" title aria-label="Dark theme" ')
    .replace('<div class="VPContent is-home"', '<div role="main" class="VPContent is-home"');
}

/**
 * Leaves the line to what the first paint waits for: the page and its style sheet. Scripts, which are fetched early so that the page soon
 * reacts, come after them; the style sheet of icons is empty.
 */
function paintFirst(html: string): string {
  return html
    .replace(/<link rel="preload stylesheet" href="[^"]*vp-icons\.css" as="style">\s*/, '')
    .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
    .replace('<script type="module" src=', '<script type="module" fetchpriority="low" src=');
}

function fileOf(module: string): string {
  return fileURLToPath(import.meta.resolve(module));
}

function fail(name: string): never {
  throw new Error(`docs/site/src/navigation.ts has no version ${name}`);
}
