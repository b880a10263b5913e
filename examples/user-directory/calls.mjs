/** The calls that the example shows: what is sent, and what the answer must hold. */
export const CALLS = [
  {
    title: 'One user, by a number that no JavaScript number holds',
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
    title: 'A list, with GET: repeated records are arrays, also when there is one',
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

/** The call as a line for a shell. The key and the certificate stand in it as they are. */
export function curlLine(call, { baseUrl, accountId, slug, key, certFile }) {
  const url = `${baseUrl}/api/v1/${accountId}/${slug}/${call.operation}${call.query ? `?${call.query}` : ''}`;
  const parts = [`curl --cacert ${quote(certFile)} ${quote(url)}`, `-H ${quote(`X-API-Key: ${key}`)}`];
  if (call.body !== undefined) {
    parts.push(`-H ${quote('Content-Type: application/json')}`, `-d ${quote(call.body)}`);
  }
  return parts.join(' \\\n    ');
}

/** The line that fetches the OpenAPI document. */
export function openApiLine({ baseUrl, serviceId, key, certFile }) {
  const url = quote(`${baseUrl}/api/services/${serviceId}/openapi`);
  return `curl --cacert ${quote(certFile)} ${url} \\\n    -H ${quote(`X-API-Key: ${key}`)}`;
}

function quote(text) {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
