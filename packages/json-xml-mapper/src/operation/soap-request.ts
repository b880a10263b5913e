import type { SoapRequest } from '../api/messages.js';
import type { EncodedMessage } from '../request/encoded-message.js';

/** Turns an envelope into a SOAP request. */
export type SoapRequestMaker = (message: EncodedMessage) => SoapRequest;

/**
 * The HTTP headers of an operation's envelopes (XO-6), which are the same for all of its requests.
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
 * A URI in quotes in a header. A stranger's WSDL can put anything into `soapAction`; characters outside of URIs would end the
 * quotes, or the header, so they are percent-encoded.
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
