import type { SoapRequest } from './api.js';
import type { EncodedMessage } from './encode/message-encoder.js';

/** Makes an envelope a SOAP request. */
export type SoapRequestMaker = (message: EncodedMessage) => SoapRequest;

/**
 * The HTTP header fields that go with the envelopes of an operation (XO-6): they are the same for all of its requests.
 *
 * @param action absent for responses
 */
export function soapRequestMaker(soapVersion: '1.1' | '1.2', action?: string): SoapRequestMaker {
  if (soapVersion === '1.1') {
    const contentType = 'text/xml; charset=utf-8';
    if (action === undefined) return ({ body, attachments }) => ({ body, contentType, attachments });
    const soapAction = `"${headerText(action)}"`;
    return ({ body, attachments }) => ({ body, contentType, soapAction, attachments });
  }
  const parameter = action === undefined || action === '' ? '' : `; action="${headerText(action)}"`;
  const contentType = `application/soap+xml; charset=utf-8${parameter}`;
  return ({ body, attachments }) => ({ body, contentType, attachments });
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
