/** Something that the search finds, with the path of its page. */
export interface FoundPlace {
  readonly path: string;
  readonly label: string;
  /** The kind of result: a page, or the service that it belongs to. */
  readonly note: string;
}

const PAGES: readonly (readonly [label: string, path: string])[] = [
  ['Services', '/services'],
  ['Register a service', '/services/register'],
  ['API keys', '/keys'],
  ['Create API key', '/keys?create=true'],
  ['Unused API keys', '/keys?unused=true'],
  ['Usage and recent calls', '/usage'],
  ['Events', '/events'],
  ['Webhooks', '/events/webhooks'],
  ['Settings, plan, password and email', '/settings'],
  ['Audit log', '/settings/audit'],
];

const ADMINISTRATOR_PAGES: typeof PAGES = [
  ['Administration: accounts', '/administration'],
  ['Administration: invitations', '/administration/invitations'],
  ['Administration: audit log', '/administration/audit'],
  ['Administration: health', '/administration/health'],
];

const SERVICE_PAGES: typeof PAGES = [
  ['Overview', ''],
  ['Operations', '/operations'],
  ['Try it', '/try-it'],
  ['Connection and credentials', '/connection'],
  ['API design', '/design'],
  ['AI agents', '/agents'],
  ['Recordings and mock', '/recordings'],
  ['Revisions', '/revisions'],
  ['API reference', '/reference'],
  ['Settings of the service', '/settings'],
];

/** A service by its name. */
interface NamedService {
  readonly serviceId: string;
  readonly name: string;
}

/** The search results besides the pages of the dashboard. */
export interface Searchable {
  readonly isAdministrator: boolean;
  /** The service whose pages are open. */
  readonly open: NamedService | undefined;
  /** Services and operations that the gateway has found. */
  readonly services: readonly NamedService[];
  readonly operations: readonly {
    readonly serviceId: string;
    readonly serviceName: string;
    readonly operation: string;
  }[];
}

/** Returns what the search finds: pages that contain every word, then services and operations. Without words, all pages. */
export function findPlaces(
  text: string,
  { isAdministrator, open, services, operations }: Searchable,
): readonly FoundPlace[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const contains = ({ label, note }: FoundPlace) => {
    const all = `${label} ${note}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const ofService =
    open === undefined
      ? []
      : SERVICE_PAGES.map(([label, path]) => ({
          label,
          path: pathOf(open.serviceId, path),
          note: open.name,
        }));
  const pages = [...PAGES, ...(isAdministrator ? ADMINISTRATOR_PAGES : [])].map(([label, path]) => ({
    label,
    path,
    note: 'Page',
  }));
  const found = [
    ...[...ofService, ...pages].filter(contains),
    ...services.map(({ serviceId, name }) => ({ path: pathOf(serviceId, ''), label: name, note: 'Service' })),
    ...operations.map(({ serviceId, serviceName, operation }) => ({
      path: pathOf(serviceId, `/operations?operation=${encodeURIComponent(JSON.stringify(operation))}`),
      label: operation,
      note: serviceName,
    })),
  ];
  // The open service is its page *Overview*: each path is listed once, under its first name.
  return [...new Map(found.toReversed().map((place) => [place.path, place])).values()].toReversed();
}

function pathOf(serviceId: string, page: string): string {
  return `/services/${encodeURIComponent(serviceId)}${page}`;
}
