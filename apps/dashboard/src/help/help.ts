/** The documentation of this project. */
const DOCUMENTATION = 'https://github.com/soapstone/soapstone/blob/main/docs/';

/** A place in the documentation, below `docs/`, and what it is about. */
export interface Help {
  readonly place: string;
  readonly topic: string;
}

const OWNER: Readonly<Record<string, Help>> = {
  services: { place: 'owners.md#pages', topic: 'the pages of this dashboard' },
  'services/register': { place: 'owners.md#register-a-service', topic: 'registering a service' },
  'services/drafts': { place: 'owners.md#register-a-service', topic: 'the preview' },
  keys: { place: 'owners.md#api-keys', topic: 'API keys' },
  usage: { place: 'owners.md#usage', topic: 'usage' },
  events: { place: 'owners.md#events', topic: 'events' },
  'events/webhooks': { place: 'owners.md#webhooks', topic: 'webhooks' },
  settings: { place: 'owners.md#settings-of-the-account', topic: 'the settings of the account' },
  'settings/audit': { place: 'owners.md#audit-log', topic: 'the audit log' },
  // For visitors, who have no account.
  pages: { place: 'calling.md', topic: 'calling an API' },
  administration: { place: 'configuration.md#administrators', topic: 'administrators' },
};

const SERVICE: Readonly<Record<string, Help>> = {
  operations: { place: 'owners.md#operations', topic: 'operations' },
  'try-it': { place: 'owners.md#try-it', topic: 'Try it' },
  connection: { place: 'owners.md#connection', topic: 'the connection' },
  design: { place: 'design.md#in-the-dashboard', topic: 'designs' },
  agents: { place: 'agents.md#on-a-gateway', topic: 'AI agents' },
  recordings: { place: 'mock.md#in-the-gateway', topic: 'recordings and mocks' },
  revisions: { place: 'owners.md#revisions', topic: 'revisions' },
  reference: { place: 'calling.md', topic: 'calling an API' },
  settings: { place: 'owners.md#settings-of-a-service', topic: 'the settings of a service' },
};

const OVERVIEW: Help = { place: 'owners.md#pages-of-a-service', topic: 'the pages of a service' };
const GENERAL: Help = { place: 'owners.md', topic: 'this dashboard' };

/** Every place that a page links to. */
export const HELP_PLACES: readonly string[] = [
  ...Object.values(OWNER),
  ...Object.values(SERVICE),
  OVERVIEW,
  GENERAL,
].map(({ place }) => place);

/** Returns what the documentation has about the page at a path. */
export function helpFor(pathname: string): Help {
  const [first = '', second, third] = pathname.split('/').filter(Boolean);
  const found = find(OWNER, `${first}/${second}`);
  if (found !== undefined) return found;
  if (first === 'services' && second !== undefined) {
    return third === undefined ? OVERVIEW : (find(SERVICE, third) ?? GENERAL);
  }
  return find(OWNER, first) ?? GENERAL;
}

function find(table: Readonly<Record<string, Help>>, name: string): Help | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Returns the address of a place in the documentation. */
export function addressOf({ place }: Help): string {
  return DOCUMENTATION + place;
}
