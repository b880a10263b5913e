/**
 * @typedef Call A call that the example shows: the request, and what the response must contain.
 * @property {string} title
 * @property {string} operation
 * @property {'GET' | 'POST'} method
 * @property {string} [query]
 * @property {string} [body]
 * @property {readonly string[]} expect
 */

/**
 * @typedef Shown What the commands name. `certFile` is the certificate to trust; without one, curl trusts what the system trusts.
 * @property {string} baseUrl
 * @property {string} accountId
 * @property {string} slug
 * @property {string} serviceId
 * @property {string | undefined} certFile
 * @property {string} key
 * @property {string} email
 * @property {string} password
 */

/** @type {readonly Call[]} */
export const CALLS = [
  {
    title: 'Get a user whose ID exceeds JavaScript’s safe integers',
    operation: 'GetUser',
    method: 'POST',
    body: '{"userId": 9007199254740993}',
    expect: [
      '"@id":9007199254740993',
      '"name":"Grace Hopper"',
      '"salary":{"@currency":"USD","$value":120000.123456789012345678}',
      '"manager":1001',
    ],
  },
  {
    title: 'List users with GET: a repeated element is an array, even with one item',
    operation: 'ListUsers',
    method: 'GET',
    query: 'department=engines&status=active&limit=1',
    expect: [
      '"total":2',
      '"user":[{"@id":1001,"@status":"active"',
      '"manager":null',
      '"phone":[{"@kind":"office"',
    ],
  },
];

/**
 * The call as a command for a POSIX shell, with the key and the path of the certificate filled in.
 *
 * @param {Call} call
 * @param {Shown} shown
 */
export function curlLine(call, { baseUrl, accountId, slug, key, certFile }) {
  const url = `${baseUrl}/api/v1/${accountId}/${slug}/${call.operation}${call.query ? `?${call.query}` : ''}`;
  return curlCommand({ url, certFile, key, body: call.body });
}

/**
 * The command that downloads the OpenAPI document.
 *
 * @param {Shown} shown
 */
export function openApiLine({ baseUrl, serviceId, key, certFile }) {
  return curlCommand({ url: `${baseUrl}/api/services/${serviceId}/openapi`, certFile, key });
}

/**
 * A curl command.
 *
 * @param {{ url: string, body?: string | undefined, key?: string } & Pick<Shown, 'certFile'>} request
 */
export function curlCommand({ url, certFile, key, body }) {
  const trust = certFile === undefined ? [] : ['--cacert', quote(certFile)];
  const parts = [['curl', ...trust, quote(url)].join(' ')];
  if (key !== undefined) parts.push(`-H ${quote(`X-API-Key: ${key}`)}`);
  if (body !== undefined) parts.push(`-H ${quote('Content-Type: application/json')}`, `-d ${quote(body)}`);
  return parts.join(' \\\n    ');
}

/** @param {string} text */
function quote(text) {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
