import { readdirSync, readFileSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';
import { ROOT } from './pages.js';

/**
 * The versions of the documentation, newest first, and the folder of the site with each. `DOCS_VERSION` builds one of them; a release adds
 * its minor version.
 */
export const VERSIONS: readonly { readonly name: string; readonly base: string }[] = [
  { name: 'main', base: '/' },
];

/**
 * The side bar: every page of the site without the API and the decisions. The first four groups are paths of at most six pages, read from
 * their first page to their last.
 */
function sideBar(): DefaultTheme.SidebarItem[] {
  const group = (
    text: string,
    items: readonly (readonly [text: string, page: string])[],
  ): DefaultTheme.SidebarItem => ({
    text,
    items: items.map(([label, page]) => ({ text: label, link: `/${page}` })),
  });
  return [
    group('Offer a service', [
      ['From a WSDL to a client', 'offer.md'],
      ['For owners', 'owners.md'],
      ['Design an API', 'designed-api.md'],
      ['Tools for AI agents', 'agents.md'],
      ['Mocks and recordings', 'mock.md'],
      ['Company networks', 'company-networks.md'],
    ]),
    group('Call a service', [
      ['Calling an API', 'calling.md'],
      ['Mapping by example', 'mapping-by-example.md'],
      ['Errors of a call', 'errors.md'],
    ]),
    group('Run a gateway', [
      ['The first hour', 'operations.md'],
      ['Configure', 'configuration.md'],
      ['Deploy', 'deployment.md'],
      ['Limits', 'limits.md'],
      ['Administer', 'administration.md'],
      ['Watch', 'monitoring.md'],
    ]),
    group('Write programs', [
      ['Getting started', 'start.md'],
      ['Client', 'client.md'],
      ['Your own JSON API', 'rest.md'],
      ['Your own SOAP server', 'server.md'],
      ['Packages', 'packages.md'],
      ['Examples', 'examples.md'],
    ]),
    group('Reference', [
      ['Command', 'cli.md'],
      ['Gateway', 'gateway.md'],
      ['Settings', 'settings.md'],
      ['Design files', 'design.md'],
      ['Mapping, rule by rule', 'json-mapping.md'],
      ['The service, sentence by sentence', 'specification.md'],
      ['Keys and certificates', 'keys.md'],
      ['Security policies', 'security-policy.md'],
      ['How documents are found', 'finding-documents.md'],
    ]),
    group('Compare and migrate', [
      ['Comparison with other tools', 'comparison.md'],
      ['From node-soap', 'from-node-soap.md'],
      ['From strong-soap', 'from-strong-soap.md'],
      ['From wsdl-tsclient', 'from-wsdl-tsclient.md'],
      ['From zeep (Python)', 'from-zeep.md'],
      ['From Membrane', 'from-membrane.md'],
      ['From SoapUI', 'from-soapui.md'],
      ['From Kong and API management', 'from-api-management.md'],
    ]),
    group('Project', [
      ['Status and limitations', 'status.md'],
      ['Scoreboard', 'scoreboard.md'],
      ['Benchmarks', 'benchmarks.md'],
      ['Bounded work', 'bounded-work.md'],
      ['Support', 'support.md'],
      ['Dependencies', 'dependencies.md'],
      ['Report a vulnerability', 'vulnerabilities.md'],
      ['Architecture', 'architecture.md'],
      ['Folders of the packages', 'folders.md'],
      ['Contributing', 'contributing.md'],
    ]),
    group('Other packages', [
      ['wsdl-parser', 'wsdl-parser.md'],
      ['json-xml-mapper', 'json-xml-mapper.md'],
      ['openapi-generator', 'openapi-generator.md'],
      ['compat', 'compat.md'],
      ['soap-call', 'soap-call.md'],
      ['soap-transport', 'soap-transport.md'],
      ['credentials', 'credentials.md'],
      ['mime', 'mime.md'],
      ['ws-security', 'ws-security.md'],
      ['rate-limiter', 'rate-limiter.md'],
      ['agent-tools', 'agent-tools.md'],
      ['http-contract', 'http-contract.md'],
      ['soap-model', 'soap-model.md'],
      ['options', 'options.md'],
      ['message-validator', 'message-validator.md'],
    ]),
  ];
}

/** The side bars, by the folder of the pages that have them. All others have the first one, which leads to the first page of each. */
export function sideBars(): Readonly<Record<'/' | '/api/' | '/decisions/', DefaultTheme.SidebarItem[]>> {
  const list = (text: string, items: readonly (readonly [string, string])[]): DefaultTheme.SidebarItem[] => [
    { text, items: items.map(([label, page]) => ({ text: label, link: `/${page}` })) },
  ];
  return {
    '/': sideBar(),
    '/api/': list('API', apiModules()),
    '/decisions/': list('Decisions', decisions()),
  };
}

/** The entries of all published packages that have a page of the API, by name. */
function apiModules(): (readonly [name: string, page: string])[] {
  return apiEntries().map(({ name, page }) => [name.replace('@soapstone/', ''), `api/${page}.md`]);
}

/** The specifier that a program imports. */
export interface ApiEntry {
  /** `@soapstone/client/generated`. */
  readonly name: string;
  /** The name of its page: `client-generated`. */
  readonly page: string;
  /** Its source file, relative to the root of the repository. */
  readonly source: string;
}

/** The entries of all published packages, without those that come with no promise. */
export function apiEntries(): ApiEntry[] {
  return readdirSync(`${ROOT}packages`).flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(`${ROOT}packages/${folder}/package.json`, 'utf8')) as {
      name: string;
      private?: boolean;
      exports: Record<string, Record<string, string>>;
    };
    if (manifest.private === true) return [];
    return Object.entries(manifest.exports)
      .filter(([entry]) => !/internal|testing|package\.json/.test(entry))
      .map(([entry, conditions]) => ({
        name: `${manifest.name}${entry.slice(1)}`,
        page: `${folder}${entry.slice(1).replaceAll('/', '-')}`,
        source: `packages/${folder}/${(conditions['@soapstone/source'] ?? '').slice(2)}`,
      }));
  });
}

function decisions(): (readonly [title: string, page: string])[] {
  const folder = `${ROOT}docs/decisions`;
  return readdirSync(folder)
    .sort()
    .map((name) => {
      if (name === 'README.md') return ['About decisions', 'decisions/index.md'];
      const heading = /^# (.*)$/m.exec(readFileSync(`${folder}/${name}`, 'utf8'))?.[1] ?? name;
      return [heading, `decisions/${name}`];
    });
}
