import type { SoapRequest } from '../api/messages.js';
import type { EncodedMessage } from '../request/encoded-message.js';

/** Turns an envelope into a SOAP request. `chosen` takes the place of the declared action, as `EncodeOptions.soapAction` says. */
export type SoapRequestMaker = (message: EncodedMessage, chosen?: string) => SoapRequest;

/**
 * The HTTP headers of an operation's envelopes (XO-6), which are the same for all of its requests that choose no action.
 *
 * @param action absent for responses
 */
export function soapRequestMaker(soapVersion: '1.1' | '1.2', action?: string): SoapRequestMaker {
  if (soapVersion === '1.1') {
    const contentType = 'text/xml; charset=utf-8';
    if (action === undefined) return ({ body, attachments }) => ({ body, contentType, attachments });
    const soapAction = `"${headerText(action)}"`;
    return ({ body, attachments }, chosen) => ({
      body,
      contentType,
      soapAction: chosen === undefined || action === '' ? soapAction : `"${headerText(chosen)}"`,
      attachments,
    });
  }
  const isDeclared = action !== undefined && action !== '';
  const typeOf = (uri: string): string => `application/soap+xml; charset=utf-8; action="${headerText(uri)}"`;
  const contentType = isDeclared ? typeOf(action) : 'application/soap+xml; charset=utf-8';
  return ({ body, attachments }, chosen) => ({
    body,
    contentType: chosen === undefined || !isDeclared ? contentType : typeOf(chosen),
    attachments,
  });
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
