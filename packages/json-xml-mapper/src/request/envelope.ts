import {
  SOAP11_ENCODING,
  SOAP11_ENVELOPE,
  SOAP12_ENCODING,
  SOAP12_ENVELOPE,
} from '@soapstone/soap-model/namespaces';
import { attributeMarkup, Tags } from './tags.js';

/** The XML declaration of every document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** The fixed parts of an envelope (XO-1 to XO-3). */
export interface EnvelopeFrame {
  readonly body: Tags;
  /** The Body around some content. */
  inBody(content: string): string;
  /** ` soapenv:encodingStyle="…"` for rpc/encoded (EN-1). */
  readonly encodingStyle: string;
  /** The text from the XML declaration to the start tag of the Envelope. */
  readonly start: string;
  readonly end: string;
  /** The Header element, or nothing without blocks (XO-3). */
  header(blocks: string): string;
}

/**
 * The envelope of a SOAP version. Its prefix is the only one that the Envelope declares (XO-2), unless a design says otherwise.
 *
 * @param declarations what the Envelope declares besides
 */
export function envelopeFrame(
  soapVersion: '1.1' | '1.2',
  prefix = 'soapenv',
  declarations = '',
): EnvelopeFrame {
  const [namespace, encoding] =
    soapVersion === '1.1' ? [SOAP11_ENVELOPE, SOAP11_ENCODING] : [SOAP12_ENVELOPE, SOAP12_ENCODING];
  const envelope = new Tags(
    `${prefix}:Envelope`,
    attributeMarkup(`xmlns:${prefix}`, namespace) + declarations,
  );
  const header = new Tags(`${prefix}:Header`);
  const body = new Tags(`${prefix}:Body`);
  const around = ({ start, end }: Tags, content: string): string => `${start}>${content}${end}`;
  return {
    start: `${XML_DECLARATION}${envelope.start}>`,
    end: envelope.end,
    body,
    inBody: (content) => (content === '' ? body.short : around(body, content)),
    encodingStyle: attributeMarkup(`${prefix}:encodingStyle`, encoding),
    header: (blocks) => (blocks === '' ? '' : around(header, blocks)),
  };
}
