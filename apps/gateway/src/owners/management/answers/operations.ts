import {
  arrayOf,
  BOOLEAN,
  component,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  OPEN_OBJECT,
  object,
  TEXT,
} from '../../../domain/json-schema.js';
import {
  METHOD_POLICIES,
  OPERATION_SETTINGS as STORED_OPERATION_SETTINGS,
} from '../../../domain/services/service-settings.js';

/** How exactly an operation is supported. */
export const GRADE = enumOf(['exact', 'degraded', 'unsupported']);
/** The number of operations with each grade. */
export const COUNTS = object({ exact: INTEGER, degraded: INTEGER, unsupported: INTEGER });
export const SOAP_VERSION = enumOf(['1.1', '1.2']);
const METHOD_POLICY = enumOf(METHOD_POLICIES);

/** An operation in the list of a service. */
export const OPERATION = component(
  'Operation',
  object({
    // For If-Match of a change of its settings.
    etag: TEXT,
    name: TEXT,
    documentation: nullable(TEXT),
    service: TEXT,
    port: TEXT,
    soapVersion: SOAP_VERSION,
    style: enumOf(['document', 'rpc']),
    use: enumOf(['literal', 'encoded']),
    soapAction: TEXT,
    oneWay: BOOLEAN,
    methodPolicy: METHOD_POLICY,
    methods: arrayOf(enumOf(['GET', 'POST'])),
    querySafe: BOOLEAN,
    readStyle: BOOLEAN,
    // Why GET is not offered with the current settings: the policy asks for it, but the plan or the input rules it out.
    getRefused: nullable(TEXT),
    // Why the input does not fit into a query string, regardless of the plan and policy.
    queryRefused: nullable(TEXT),
    cacheSeconds: INTEGER,
    unwrap: enumOf(['record', 'payload', 'none', null]),
    // Since when calls are rejected because the operation stalled a process.
    heldSince: nullable(INSTANT),
    compatibility: GRADE,
    // Indices into the diagnostics of the service.
    diagnostics: arrayOf(INTEGER),
  }),
);

/** The settings of an operation. */
export const OPERATION_SETTINGS = component('OperationSettings', STORED_OPERATION_SETTINGS);

/** One operation in full. */
export const OPERATION_DETAIL = component(
  'OperationDetail',
  object({
    settings: object({
      methodPolicy: METHOD_POLICY,
      cacheSeconds: INTEGER,
      unwrap: enumOf(['record', 'payload', 'none', null]),
    }),
    name: TEXT,
    documentation: nullable(TEXT),
    // The input that the owner saved; null if there is none.
    savedExample: nullable(TEXT),
    // For If-Match of a change of it.
    savedExampleEtag: TEXT,
    exampleInput: TEXT,
    exampleResult: TEXT,
    inputSchema: OPEN_OBJECT,
    resultSchema: OPEN_OBJECT,
    faults: arrayOf(TEXT),
    // The parameters of a GET, which may be repeated if `repeated` says so; empty if the operation takes none.
    queryParameters: arrayOf(
      object({
        name: TEXT,
        type: TEXT,
        repeated: BOOLEAN,
        required: BOOLEAN,
        documentation: nullable(TEXT),
        values: nullable(arrayOf(TEXT)),
      }),
    ),
    // The SOAP header blocks that a client may send, by key.
    headerBlocks: arrayOf(TEXT),
  }),
);
