import { BOOLEAN, enumOf, INSTANT, INTEGER, object, type Schema, TEXT } from '../../../domain/json-schema.js';

/** The components of responses about calls, by name. */
export const USAGE_COMPONENTS: Readonly<Record<string, Schema>> = {
  Call: object(
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
      // What answered instead of the service. With `record`, the service answered and the call was recorded.
      answers: enumOf(['mock', 'record', 'replay']),
    },
  ),
  OperationUse: object(
    { calls: INTEGER, failures: INTEGER, averageLatencyMs: INTEGER },
    { serviceId: TEXT, operation: TEXT },
  ),
};
