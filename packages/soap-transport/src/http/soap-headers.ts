import { quoteParameter } from '@soapstone/mime/internal';
import type { TransportRequest } from '../exchange.js';
import { TransportError } from '../transport-error.js';

/** The headers that all messages of a transport share. */
export interface CommonHeaders {
  readonly userAgent: string;
  readonly acceptGzip: boolean;
}

/** The media types that a SOAP server of either version may respond with. */
const ACCEPT: Readonly<Record<TransportRequest['soapVersion'], string>> = {
  '1.1': 'text/xml, multipart/related, application/soap+xml;q=0.5, */*;q=0.1',
  '1.2': 'application/soap+xml, multipart/related, text/xml;q=0.5, */*;q=0.1',
};

/**
 * Returns a function that builds the HTTP headers of a SOAP message, as alternating names and values, for a given Content-Type. It
 * caches the few combinations that a service uses. Throws `TransportError` `INVALID_REQUEST` (B4).
 */
export function createSoapHeaders(
  { userAgent, acceptGzip }: CommonHeaders,
  maxEntries: number,
): (request: TransportRequest, contentType: string) => readonly string[] {
  // Nested by version, Content-Type and action, so that no string is concatenated per call.
  const known = { '1.1': new Map<string, Remembered>(), '1.2': new Map<string, Remembered>() };
  let count = 0;

  const remember = (
    { soapVersion, soapAction }: TransportRequest,
    contentType: string,
    headers: string[],
  ) => {
    if (count >= maxEntries) {
      known['1.1'].clear();
      known['1.2'].clear();
      count = 0;
    }
    let byAction = known[soapVersion].get(contentType);
    if (byAction === undefined) {
      byAction = new Map();
      known[soapVersion].set(contentType, byAction);
    }
    byAction.set(soapAction, headers);
    count += 1;
  };

  return (request, contentType) => {
    const remembered = known[request.soapVersion].get(contentType)?.get(request.soapAction);
    if (remembered !== undefined) return remembered;
    if (!/^[\t\x20-\x7e]+$/.test(contentType)) throw invalid('Content-Type', 'visible ASCII');
    const headers = [
      'content-type',
      contentType,
      ...soapActionHeader(request),
      'accept',
      ACCEPT[request.soapVersion],
      'accept-encoding',
      acceptGzip ? 'gzip, identity;q=0.5' : 'identity',
      'user-agent',
      userAgent,
    ];
    // Each multipart message has a new boundary, so caching its headers would be useless.
    if (!contentType.startsWith('multipart/')) remember(request, contentType, headers);
    return headers;
  };
}

/** Headers by SOAPAction. */
type Remembered = Map<string | undefined, readonly string[]>;

/**
 * The SOAPAction field of SOAP 1.1 (XO-6, R1109, R2744, R2745): always quoted, `""` if there is none. SOAP 1.2 has no such field;
 * its action is a parameter of the Content-Type.
 */
function soapActionHeader({ soapVersion, soapAction }: TransportRequest): readonly string[] {
  if (soapVersion === '1.2') return [];
  const value = soapAction ?? '';
  const bare = value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  if (!/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(bare)) {
    throw invalid('SOAPAction', 'visible ASCII without quotes and backslashes');
  }
  return ['soapaction', quoteParameter(bare)];
}

function invalid(header: string, expected: string): TransportError {
  return new TransportError({
    code: 'INVALID_REQUEST',
    phase: 'prepare',
    message: `cannot send the ${header} header: expected ${expected}`,
  });
}
