import {
  badStatusProblem,
  type CallProblem,
  faultProblem,
  mappingProblem,
  type ProblemFault,
  type TransportFailure,
  transportProblem,
  withCode,
} from '@soapstone/http-contract';

/** The members of the errors of `@soapstone/client`, which are recognised by name: this package does not depend on the client. */
interface ClientError extends Error {
  readonly code?: unknown;
  readonly status?: number;
  readonly fault?: ProblemFault;
}

/** The problem of a failed call of a client; `undefined` for an error that is not one of its own. */
export function clientProblem(error: unknown, operation: string): CallProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, cause, fault, status = 0, message } = error as ClientError;
  switch (name) {
    case 'ValidationError':
      return mappingProblem(cause, operation);
    case 'SoapFaultError':
      return fault === undefined ? undefined : faultProblem(fault);
    case 'TransportError':
      return transportProblem(error as unknown as TransportFailure);
    case 'ResponseError':
      return status >= 300
        ? badStatusProblem(status, message)
        : (mappingProblem(cause, operation) ?? {
            ...withCode('UPSTREAM_BAD_RESPONSE'),
            message: `The response of the SOAP service cannot be used: ${message}`,
            sent: true,
          });
    default:
      return mappingProblem(error, operation);
  }
}
