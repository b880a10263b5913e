import { existsSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. Sources are named relative to it. */
export const ROOT: string = fileURLToPath(new URL('../../../', import.meta.url));
/** Where links to files that are not pages lead. */
const REPOSITORY = 'https://github.com/soapstone/soapstone';

/** The files of examples, which pages offer as downloads of the site: each file of the repository, and its name there. */
export const DOWNLOADS: ReadonlyMap<string, string> = new Map([
  ['examples/user-directory/user-directory.wsdl', 'users.wsdl'],
  ['examples/user-directory/user-directory.xsd', 'user-directory.xsd'],
  ['examples/user-directory/mock.yaml', 'mock.yaml'],
  ['examples/user-directory/design.yaml', 'users-design.yaml'],
  ['examples/parcel-tracking/parcel-tracking.wsdl', 'parcel-tracking.wsdl'],
  ['examples/parcel-tracking/design.yaml', 'parcel-tracking-design.yaml'],
]);
/** The folder of the site with them. */
export const DOWNLOAD_FOLDER = 'example';

/** The folders with pages, and the places of their pages on the site. The first rule that matches a file counts. */
const RULES: readonly (readonly [source: RegExp, page: string])[] = [
  [/^docs\/site\/index\.md$/, 'index.md'],
  [/^docs\/site\/api\/([^/]+\.md)$/, 'api/$1'],
  [/^docs\/decisions\/README\.md$/, 'decisions/index.md'],
  [/^docs\/((?:decisions\/)?[^/]+\.md)$/, '$1'],
  [/^packages\/([^/]+)\/README\.md$/, '$1.md'],
  [/^apps\/(cli|gateway)\/README\.md$/, '$1.md'],
  [/^examples\/libraries\/README\.md$/, 'examples.md'],
  [/^CONTRIBUTING\.md$/, 'contributing.md'],
  [/^SECURITY\.md$/, 'vulnerabilities.md'],
  [/^SUPPORT\.md$/, 'support.md'],
];

/**
 * The place of a file on the site.
 *
 * @param source a file, relative to the root of the repository
 * @returns a path such as `decisions/0044-what-packages-ship.md`, or undefined for a file that is not a page
 */
export function pageOf(source: string): string | undefined {
  const rule = RULES.find(([pattern]) => pattern.test(source));
  return rule && source.replace(rule[0], rule[1]);
}

/** The sources of all pages that are written by hand, in alphabetical order. The pages of the API are not among them. */
export function handWrittenSources(): string[] {
  const inside = (folder: string, ...rest: string[]): string[] =>
    readdirSync(`${ROOT}${folder}`).map((name) => posix.join(folder, name, ...rest));
  return [
    ...inside('docs'),
    ...inside('docs/decisions'),
    'docs/site/index.md',
    ...inside('packages', 'README.md'),
    ...inside('apps', 'README.md'),
    'examples/libraries/README.md',
    ...readdirSync(ROOT),
  ]
    .filter((source) => pageOf(source) !== undefined && existsSync(`${ROOT}${source}`))
    .sort();
}

/** A file or folder of the repository, as READMEs of packages name it, which are also read in `node_modules`. */
const OWN = new RegExp(`^${REPOSITORY}/(?:blob|tree)/main/([^#]*)(#.*)?$`);

/**
 * Where a link leads on the site. Links are written for readers of the repository, relative to their file, or as addresses in the repository.
 *
 * @param href the link of the source
 * @param source the file that contains it, relative to the root of the repository
 * @returns a path of the site for a page or a download, an address in the repository for other files, `href` itself for anything else
 * @throws {Error} if the file does not exist
 */
export function siteLink(href: string, source: string): string {
  const own = OWN.exec(href);
  if (own === null && /^(?:[a-z][a-z+.-]*:|#|\/\/)/i.test(href)) return href;
  const [, path = '', given = ''] = own ?? /^([^#]*)(.*)$/.exec(href) ?? [];
  const anchor = own !== null && given === '#readme' ? '' : given;
  const target = own === null ? posix.join(posix.dirname(source), decodeURI(path)) : decodeURI(path);
  if (target.startsWith('..') || !existsSync(`${ROOT}${target}`)) {
    throw new Error(`${source}: there is no ${target}, which the link ${href} leads to`);
  }
  const download = DOWNLOADS.get(target);
  if (download !== undefined) return `/${DOWNLOAD_FOLDER}/${download}`;
  const isFolder = statSync(`${ROOT}${target}`).isDirectory();
  const page = pageOf(target) ?? (isFolder ? pageOf(posix.join(target, 'README.md')) : undefined);
  if (page !== undefined) return `/${page}${anchor}`;
  return `${REPOSITORY}/${isFolder ? 'tree' : 'blob'}/main/${target.replace(/\/$/, '')}${anchor}`;
}
