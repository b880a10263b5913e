import {
  SOAP11_ENCODING,
  SOAP11_ENVELOPE,
  SOAP12_ENCODING,
  SOAP12_ENVELOPE,
} from '@soapstone/soap-model/namespaces';

/** The fixed parts of an envelope (XO-1 to XO-3). */
export interface EnvelopeFrame {
  readonly bodyStart: string;
  readonly bodyEnd: string;
  /** ` soapenv:encodingStyle="…"` for rpc/encoded (EN-1). */
  readonly encodingStyle: string;
  /** The text from the XML declaration to the start tag of the Envelope. */
  readonly start: string;
  readonly end: string;
  /** The Header element, or nothing without blocks (XO-3). */
  header(blocks: string): string;
}

/** The envelope of a SOAP version. `soapenv` is the only prefix declared on the Envelope (XO-2). */
export function envelopeFrame(soapVersion: '1.1' | '1.2'): EnvelopeFrame {
  const [namespace, encoding] =
    soapVersion === '1.1' ? [SOAP11_ENVELOPE, SOAP11_ENCODING] : [SOAP12_ENVELOPE, SOAP12_ENCODING];
  const start = `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${namespace}">`;
  return {
    start,
    end: '</soapenv:Envelope>',
    bodyStart: '<soapenv:Body',
    bodyEnd: '</soapenv:Body>',
    encodingStyle: ` soapenv:encodingStyle="${encoding}"`,
    header: (blocks) => (blocks === '' ? '' : `<soapenv:Header>${blocks}</soapenv:Header>`),
  };
}
