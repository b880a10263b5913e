/** The names of members in forms, where the name of the member is not the same in words. */
const LABELS: Readonly<Record<string, string>> = {
  methodPolicy: 'Allowed methods',
  cacheSeconds: 'Cache GET responses for (seconds)',
  unwrap: 'Response shape',
  numbers: 'Large numbers',
  wildcards: 'Undeclared elements in wildcards',
  strictResponses: 'Reject responses that violate the WSDL',
  allowUndeclaredHeaders: 'Allow SOAP headers that the WSDL does not declare',
  allowUndeclaredAttachments: 'Allow attachments that the WSDL does not declare',
  mock: 'Allow mock responses',
  corsOrigins: 'Allowed origins',
  endpoint: 'Endpoint URL',
  timeoutMs: 'Timeout (milliseconds)',
  lenientHttp: 'Lenient HTTP',
  compatibility: 'Old servers',
  addressing: 'WS-Addressing',
  answers: 'Responses',
  select: 'Ports',
  agents: 'Operations for agents',
  captureUntil: 'Recording until',
  at: 'Deprecated since',
  sunset: 'Last day',
  link: 'Replacement',
  operations: 'Operations',
  administrator: 'Administrator',
  revision: 'Live revision',
  live: 'Live revision',
  waiting: 'Needs approval',
  input: 'Saved example',
  slug: 'URL path',
};
/** The maximum length of a value in a comparison. */
const MOST = 300;

/** Returns what a form calls the member at a path. */
export function labelOf(path: readonly string[]): string {
  const name = path.at(-1) ?? '';
  return LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns a value as a comparison shows it. */
export function describeValue(value: unknown): string {
  const text = print(value);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

function print(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'Not set';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(print).join(', ');
  return JSON.stringify(value);
}
