import { LEGACY_ALGORITHMS } from '@soapstone/ws-security';
import {
  ANY,
  arrayOf,
  BOOLEAN,
  component,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../domain/json-schema.js';
import { SHOWN_SETTINGS } from '../../../domain/services/service-settings.js';
import { COUNTS, OPERATION, SOAP_VERSION } from './operations.js';

const members = {
  serviceId: TEXT,
  slug: TEXT,
  name: TEXT,
  status: enumOf(['active', 'paused']),
  revision: INTEGER,
  heldRevision: nullable(INTEGER),
  source: TEXT,
  operationCount: INTEGER,
  settings: SHOWN_SETTINGS,
  proxyUrl: TEXT,
  openapiUrl: TEXT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

/** A finding in the documents of a service. */
export const DIAGNOSTIC = component(
  'Diagnostic',
  object(
    {
      code: TEXT,
      severity: enumOf(['error', 'warning', 'info']),
      message: TEXT,
      file: TEXT,
      line: INTEGER,
      column: INTEGER,
    },
    { component: TEXT, effect: TEXT, advice: TEXT },
  ),
);

/** The requirements of a port's security policy for callers. */
export const SECURITY_DEMANDS = component(
  'SecurityDemands',
  object({
    state: enumOf(['supported', 'legacy', 'unsupported']),
    // A requirement in words, such as "signed Body, Timestamp" or "Basic256Sha256".
    wants: arrayOf(TEXT),
    // The member of the credentials, and what to supply for it.
    needs: arrayOf(object({ member: TEXT, text: TEXT })),
    // The broken algorithms that the policy asks for, which only `legacyTemplate` contains.
    legacy: arrayOf(object({ algorithm: enumOf(LEGACY_ALGORITHMS), assertion: TEXT, reason: TEXT })),
    gaps: arrayOf(object({ assertion: TEXT, reason: TEXT })),
    notes: arrayOf(TEXT),
    // Credentials in which what the owner must supply is missing.
    template: ANY,
    legacyTemplate: nullable(ANY),
  }),
);

/** A port of a service. */
export const PORT = component(
  'Port',
  object({
    service: TEXT,
    port: TEXT,
    soapVersion: SOAP_VERSION,
    address: nullable(TEXT),
    // Why the gateway cannot call this address; null if it can, or if that is unknown.
    problem: nullable(TEXT),
    // The demands of its security policy on callers, and which are supported; null without a policy.
    security: nullable(SECURITY_DEMANDS),
    operations: INTEGER,
    exposed: BOOLEAN,
  }),
);

/** A service. */
export const SERVICE = component('Service', object(members));

/** A service in a list, with its calls of the last 24 hours. */
export const LISTED_SERVICE = component(
  'ListedService',
  object({
    ...members,
    grades: nullable(COUNTS),
    traffic: object({
      from: INSTANT,
      stepSeconds: INTEGER,
      calls: arrayOf(INTEGER),
      errors: arrayOf(INTEGER),
    }),
  }),
);

/** A service with its ports, operations and findings. */
export const SERVICE_DETAIL = component(
  'ServiceDetail',
  object({
    ...members,
    address: nullable(TEXT),
    // Why the gateway cannot call the endpoint in use; null if it can, or if that is unknown.
    endpointProblem: nullable(TEXT),
    // Present if the gateway's certificate is self-signed: the file that clients on the same machine have to trust.
    certificate: nullable(object({ file: nullable(TEXT) })),
    limits: object({ timeoutMs: INTEGER }),
    // The names of the proxies that the setting `proxy` may have.
    proxies: arrayOf(TEXT),
    secrets: object({
      credentials: BOOLEAN,
      credentialKinds: arrayOf(TEXT),
      certificates: arrayOf(object({ kind: TEXT, subject: TEXT, validTo: TEXT, endsSoon: BOOLEAN })),
      headers: BOOLEAN,
      proxyLogin: BOOLEAN,
      wsdlLogin: BOOLEAN,
      // For If-Match of a change of them.
      etags: object({ credentials: TEXT, headers: TEXT, proxyLogin: TEXT, wsdlLogin: TEXT }),
    }),
    ports: arrayOf(PORT),
    operations: arrayOf(OPERATION),
    diagnostics: arrayOf(DIAGNOSTIC),
  }),
);
