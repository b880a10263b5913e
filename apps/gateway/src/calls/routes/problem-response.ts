import { problemDetails, REQUEST_ID_HEADER } from '@soapstone/http-contract';
import { type HttpRoute, routeProblem } from '@soapstone/http-contract/internal/routes';
import { stringify } from '@soapstone/json-xml-mapper';
import { hideSecretsInJson } from '../../credentials/hide-secrets.js';
import type { ServiceSecrets } from '../../credentials/service-secrets.js';
import { JSON_HEADERS, type JsonResponse } from '../../errors/error-response.js';
import type { GatewayError } from '../../errors/errors.js';

/**
 * Creates the problem details (RFC 9457) of a call by a route.
 *
 * @param secrets are removed from its texts, because an upstream may have echoed what it received
 */
export function problemResponse(
  error: GatewayError,
  faults: HttpRoute['faults'],
  requestId: string,
  headers: Readonly<Record<string, string>>,
  secrets: ServiceSecrets = {},
): JsonResponse {
  const { status, body } = routeProblem(error.init, error.status, faults, requestId);
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
    body: Buffer.from(hideSecretsInJson(stringify(body), secrets)),
  };
}
