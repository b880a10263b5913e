import { BOOLEAN, component, enumOf, INSTANT, INTEGER, object, TEXT } from '../../../domain/json-schema.js';

/** A logged call. */
export const CALL = component(
  'Call',
  object(
    {
      requestId: TEXT,
      at: INSTANT,
      method: TEXT,
      status: INTEGER,
      latencyMs: INTEGER,
      cached: BOOLEAN,
      // Whether the call used quota.
      charged: BOOLEAN,
    },
    // `keyId` is `try-it` for calls from the dashboard; `requested` is the requested name if there is no such service or operation.
    {
      // The names of the service and the key; absent if they were deleted.
      ...{ serviceName: TEXT, keyName: TEXT },
      ...{ serviceId: TEXT, operation: TEXT, type: TEXT, code: TEXT, keyId: TEXT, requested: TEXT },
      // The stand-in that answered for the service. With `record`, the service answered and the call was recorded.
      answers: enumOf(['mock', 'record', 'replay']),
    },
  ),
);

/** The calls of an operation. */
export const OPERATION_USE = component(
  'OperationUse',
  object(
    { calls: INTEGER, failures: INTEGER, averageLatencyMs: INTEGER },
    { serviceId: TEXT, operation: TEXT },
  ),
);

/** A recorded call. */
export const RECORDING = component(
  'Recording',
  object({
    recordingId: TEXT,
    operation: TEXT,
    // A readable name, the same for the same request.
    name: TEXT,
    at: INSTANT,
    status: INTEGER,
    bytes: INTEGER,
  }),
);
