/** Writes the pages of the API to `docs/site/api`: one for each entry of each package, made by TypeDoc from the sources. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import GithubSlugger from 'github-slugger';
import { Application, Converter, type DeclarationReflection, ReflectionKind } from 'typedoc';
import { apiEntries } from './navigation.js';
import { ROOT } from './pages.js';

const entries = apiEntries();
const out = `${ROOT}docs/site/api`;
rmSync(out, { recursive: true, force: true });

const app = await Application.bootstrapWithPlugins({
  plugin: ['typedoc-plugin-markdown'],
  entryPoints: entries.map(({ source }) => `${ROOT}${source}`),
  tsconfig: `${ROOT}docs/site/tsconfig.api.json`,
  basePath: ROOT,
  readme: 'none',
  excludeInternal: true,
  excludePrivate: true,
  skipErrorChecking: true,
  disableGit: true,
  sourceLinkTemplate: 'https://github.com/soapstone/soapstone/blob/main/packages/{path}#L{line}',
  logLevel: 'Error',
  outputs: [{ name: 'markdown', path: out }],
  ...{
    outputFileStrategy: 'modules',
    entryFileName: 'index',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    pageTitleTemplates: {
      index: 'API',
      module: ({ name }: { readonly name: string }) =>
        entries.find(({ page }) => page === name)?.name ?? name,
    },
    useCodeBlocks: true,
    sanitizeComments: true,
    indexFormat: 'table',
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    enumMembersFormat: 'table',
  },
});
// TypeDoc names a module by its file; users know it by what they import.
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  const modules = project.getReflectionsByKind(ReflectionKind.Module) as DeclarationReflection[];
  for (const module of modules) {
    const file = module.sources?.[0]?.fullFileName ?? '';
    const entry = entries.find(({ source }) => file === `${ROOT}${source}`);
    if (entry !== undefined) module.name = entry.page;
  }
});
const project = await app.convert();
if (project === undefined) throw new Error('TypeDoc found errors');
await app.generateOutputs(project);
mendAnchors();

/** TypeDoc numbers some anchors as if a heading of the same text came before, and none does: their links lose the number. */
function mendAnchors(): void {
  const texts = new Map(readdirSync(out).map((name) => [name, readFileSync(`${out}/${name}`, 'utf8')]));
  const anchors = new Map([...texts].map(([name, text]) => [name, anchorsOf(text)]));
  for (const [name, text] of texts) {
    const mended = text.replace(
      /\]\(([\w.-]*)#([\w-]+?)(-\d+)\)/g,
      (link, page: string, anchor: string, number: string) => {
        const known = anchors.get(page === '' ? name : page);
        return known?.has(anchor) === true && !known.has(anchor + number) ? `](${page}#${anchor})` : link;
      },
    );
    // There is no source that a reader could edit.
    writeFileSync(`${out}/${name}`, `---\neditLink: false\n---\n\n${mended}`);
  }
}

/** The anchors of the headings of a page. */
function anchorsOf(text: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.*)$/gm);
  return new Set([...headings].map(([, heading = '']) => slugger.slug(heading.replace(/[\\`]/g, ''))));
}
