import { escapeAttribute } from '@soapstone/soap-model/xml';

/** A service in an index. */
interface IndexedService {
  readonly slug: string;
  readonly name: string;
  readonly status: 'active' | 'paused';
  /** The base of the addresses of its operations, which lists them. */
  readonly url: string;
  /** The OpenAPI document; null on plans without it. */
  readonly openapi: string | null;
  /** The page with its reference, if it is public. */
  readonly page: string | null;
  /** The server for AI agents; null if the service offers them nothing. */
  readonly agents: string | null;
}

/** The contents for a key: the services, or the operations of one. */
export type Index = { readonly account: string } & (
  | { readonly services: readonly IndexedService[] }
  | {
      readonly service: IndexedService;
      readonly operations: readonly { readonly name: string; readonly url: string; readonly held: boolean }[];
    }
);

/** Returns an index as a page without scripts and styles. */
export function indexPage(index: Index): string {
  const isList = 'services' in index;
  const title = isList ? 'Services' : index.service.name;
  const items = isList
    ? index.services.map(({ name, url, openapi, page, status }) => {
        const more = [
          page === null ? '' : link(page, 'Reference'),
          openapi === null ? '' : link(openapi, 'OpenAPI'),
        ];
        const links = [link(url, name), ...more.filter((each) => each !== '')].join(' · ');
        return `<li dir="auto">${links}${status === 'paused' ? ' · paused' : ''}</li>`;
      })
    : index.operations.map(
        ({ name, url, held }) =>
          `<li><code dir="auto">${escapeAttribute(name)}</code> <code>${escapeAttribute(url)}</code>${held ? ' · held' : ''}</li>`,
      );
  const none = `<p>${isList ? 'This key may call no service.' : 'This key may call no operation.'}</p>`;
  const list = items.length === 0 ? none : `<ul>${items.join('')}</ul>`;
  const hint = '<p>Send the same key in <code>X-API-Key</code> or <code>Authorization: Bearer</code>.</p>';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeAttribute(title)}</title><main><h1 dir="auto">${escapeAttribute(title)}</h1>${list}${hint}</main></html>`;
}

const link = (url: string, text: string): string =>
  `<a href="${escapeAttribute(url)}">${escapeAttribute(text)}</a>`;
