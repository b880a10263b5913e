import type { MimePart, SoapRequest } from './api.js';

/** An envelope with the HTTP header fields that go with it (XO-6). `action` is absent for responses. */
export function soapRequest(
  body: Uint8Array,
  attachments: readonly MimePart[],
  soapVersion: '1.1' | '1.2',
  action?: string,
): SoapRequest {
  if (soapVersion === '1.1') {
    const contentType = 'text/xml; charset=utf-8';
    return action === undefined
      ? { body, contentType, attachments }
      : { body, contentType, soapAction: `"${headerText(action)}"`, attachments };
  }
  const parameter = action === undefined || action === '' ? '' : `; action="${headerText(action)}"`;
  return { body, contentType: `application/soap+xml; charset=utf-8${parameter}`, attachments };
}

/**
 * A URI inside quotes of a header field. The WSDL of a stranger can put anything into `soapAction`; what is no URI
 * character would end the quotes, or the field, so it is percent-encoded.
 */
function headerText(uri: string): string {
  return uri.replace(/[^ !#-[\]-~]/gu, (char) => {
    try {
      return encodeURIComponent(char);
    } catch {
      return '%EF%BF%BD';
    }
  });
}
