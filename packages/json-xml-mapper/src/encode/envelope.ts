import { SOAP11_ENCODING, SOAP11_ENVELOPE, SOAP12_ENCODING, SOAP12_ENVELOPE } from '../shape/namespaces.js';

/** The fixed parts of an envelope (XO-1 to XO-3). */
export interface EnvelopeFrame {
  readonly bodyStart: string;
  readonly bodyEnd: string;
  /** ` soapenv:encodingStyle="…"` for rpc/encoded (EN-1). */
  readonly encodingStyle: string;
  /** The whole document around headers and Body. `body` has the Body's tags. */
  wrap(headers: string, body: string): string;
}

/** The envelope of a SOAP version. `soapenv` is the one prefix that is declared on the Envelope (XO-2). */
export function envelopeFrame(soapVersion: '1.1' | '1.2'): EnvelopeFrame {
  const [namespace, encoding] =
    soapVersion === '1.1' ? [SOAP11_ENVELOPE, SOAP11_ENCODING] : [SOAP12_ENVELOPE, SOAP12_ENCODING];
  const start = `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${namespace}">`;
  return {
    bodyStart: '<soapenv:Body',
    bodyEnd: '</soapenv:Body>',
    encodingStyle: ` soapenv:encodingStyle="${encoding}"`,
    wrap(headers, body) {
      // XO-3: no Header without blocks.
      const header = headers === '' ? '' : `<soapenv:Header>${headers}</soapenv:Header>`;
      return `${start}${header}${body}</soapenv:Envelope>`;
    },
  };
}
