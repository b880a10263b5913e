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
  const headersOf = (uri?: string): Pick<SoapRequest, 'contentType' | 'soapAction'> => {
    const quoted = uri !== undefined && `"${headerText(uri)}"`;
    return soapVersion === '1.1'
      ? { contentType: 'text/xml; charset=utf-8', ...(quoted && { soapAction: quoted }) }
      : { contentType: `application/soap+xml; charset=utf-8${uri ? `; action=${quoted}` : ''}` };
  };
  const usual = headersOf(action);
  return ({ body, attachments }, chosen) => {
    const { contentType, soapAction } = chosen && action ? headersOf(chosen) : usual;
    return soapAction ? { body, contentType, soapAction, attachments } : { body, contentType, attachments };
  };
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
