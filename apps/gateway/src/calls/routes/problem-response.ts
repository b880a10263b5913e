import { problemDetails, REQUEST_ID_HEADER } from '@soapstone/http-contract';
import { stringify } from '@soapstone/json-xml-mapper';
import type { FaultStatus } from '@soapstone/json-xml-mapper/internal/routes';
import { hideSecretsInJson } from '../../credentials/hide-secrets.js';
import type { ServiceSecrets } from '../../credentials/service-secrets.js';
import { JSON_HEADERS, type JsonResponse } from '../../errors/error-response.js';
import type { GatewayError } from '../../errors/errors.js';

/**
 * Creates the problem details (RFC 9457) of a call by a route. A declared fault with a status of its own has that status, and its name as the title.
 *
 * @param secrets are removed from its texts, because an upstream may have echoed what it received
 */
export function problemResponse(
  error: GatewayError,
  faults: readonly FaultStatus[],
  requestId: string,
  headers: Readonly<Record<string, string>>,
  secrets: ServiceSecrets = {},
): JsonResponse {
  const { fault } = error.init;
  const name = (fault as { readonly name?: unknown } | undefined)?.name;
  const own = faults.find((each) => each.name === name);
  const status = own?.status ?? error.status;
  const body = problemDetails.body(error.init, status, requestId) as Readonly<Record<string, unknown>>;
  const json = stringify(own === undefined ? body : { ...body, title: own.name });
  return {
    status,
    headers: {
      ...JSON_HEADERS,
      'Content-Type': problemDetails.contentType,
      'Cache-Control': 'no-store',
      [REQUEST_ID_HEADER]: requestId,
      ...headers,
      ...error.init.headers,
    },
    body: Buffer.from(hideSecretsInJson(json, secrets)),
  };
}
