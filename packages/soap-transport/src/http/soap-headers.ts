import type { TransportRequest } from '../exchange.js';
import { quoteParameter } from '../mime/content-type.js';
import { TransportError } from '../transport-error.js';

/**
 * The SOAPAction field of SOAP 1.1 (XO-6, R1109, R2744, R2745): always quoted, `""` where there is none. SOAP 1.2 has no such
 * field: its action is a parameter of the Content-Type. Throws `TransportError` `INVALID_REQUEST` (B4).
 */
export function soapActionHeader({ soapVersion, soapAction }: TransportRequest): readonly string[] {
  if (soapVersion === '1.2') return [];
  const value = soapAction ?? '';
  const bare = value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  if (!/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(bare))
    throw invalid('SOAPAction', 'visible ASCII without quotes and backslashes');
  return ['soapaction', quoteParameter(bare)];
}

/** Checks a Content-Type that goes on the wire. Throws `TransportError` `INVALID_REQUEST` (B4). */
export function assertContentType(value: string): string {
  if (!/^[\t\x20-\x7e]+$/.test(value)) throw invalid('Content-Type', 'visible ASCII');
  return value;
}

/** What a SOAP server of either version may answer with. */
export const ACCEPT: Readonly<Record<TransportRequest['soapVersion'], string>> = {
  '1.1': 'text/xml, multipart/related, application/soap+xml;q=0.5, */*;q=0.1',
  '1.2': 'application/soap+xml, multipart/related, text/xml;q=0.5, */*;q=0.1',
};

function invalid(header: string, expected: string): TransportError {
  return new TransportError({
    code: 'INVALID_REQUEST',
    phase: 'prepare',
    message: `cannot send the ${header} header: expected ${expected}`,
  });
}
