import { missingByOperation, refuseIncomplete } from '@soapstone/wsdl-parser/internal';
import type { Service } from './service.js';

/**
 * Throws `WsdlError` `INCOMPLETE` if an operation needs a document that could not be loaded, and `--incomplete` is not given.
 *
 * @param operation the only operation that is used; default: all
 */
export function assertComplete(
  { description: { incomplete, diagnostics } }: Service,
  { incomplete: isAllowed, task }: { readonly incomplete: boolean | undefined; readonly task: string },
  operation?: string,
): void {
  if (isAllowed === true) return;
  const used = incomplete.filter((each) => each.operation === undefined || each.operation === operation);
  const advice = '--incomplete';
  refuseIncomplete(operation === undefined ? incomplete : used, diagnostics, { task, advice });
}

/** The document that the description of an operation lacks, as a sentence; `undefined` if it is complete. */
export function missingOf({ description: { incomplete } }: Service, operation: string): string | undefined {
  return missingByOperation(incomplete, [operation]).get(operation);
}
