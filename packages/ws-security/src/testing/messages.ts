import { ENVELOPE } from '../namespaces.js';
import { isSecurityError, type SecurityError } from '../security-error.js';

/** An envelope as the JSON mapper writes them (XO-1, XO-2, XO-3). */
export function printEnvelope(
  body: string,
  headers: readonly string[] = [],
  version: '1.1' | '1.2' = '1.1',
): string {
  const header = headers.length === 0 ? '' : `<soapenv:Header>${headers.join('')}</soapenv:Header>`;
  return `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${ENVELOPE[version]}">${header}<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`;
}

/** Returns the `SecurityError` that `call` fails with. Throws if it succeeds or fails otherwise. */
export async function failureOf(call: () => unknown): Promise<SecurityError> {
  try {
    await call();
  } catch (error) {
    if (isSecurityError(error)) return error;
    throw error;
  }
  throw new Error('the call did not fail');
}
