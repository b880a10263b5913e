import { withoutComments } from '@soapstone/wsdl-parser/internal';
import { XmlLibError } from 'libxml2-wasm';
import { MessageValidatorError } from '../message-validator-error.js';
import { type LenientDocument, parseLeniently } from '../parse-leniently.js';

/** Parses a message. Throws `NOT_XML` if it is not well-formed or has a DOCTYPE. */
export function readMessage(message: Uint8Array): LenientDocument {
  try {
    const lenient = parseLeniently(message);
    if (lenient.document.dtd === null) return lenient;
    lenient.document.dispose();
    throw notXml('a SOAP message has no DOCTYPE', undefined);
  } catch (error) {
    if (isHtml(message)) throw notXml('it is an HTML page, not a SOAP envelope', error);
    if (error instanceof MessageValidatorError) throw error;
    const detail = error instanceof XmlLibError ? error.details[0] : undefined;
    const reason = detail === undefined ? String(error) : `line ${detail.line}: ${detail.message.trim()}`;
    throw notXml(reason, error);
  }
}

function notXml(reason: string, cause: unknown): MessageValidatorError {
  return new MessageValidatorError('NOT_XML', `cannot read the message: ${reason}`, { cause });
}

/** A web page, such as an error page, which is rarely XML. */
function isHtml(message: Uint8Array): boolean {
  const text = new TextDecoder().decode(message.subarray(0, 1024)).replace(/^\s*(?:<\?[^>]*>\s*)?/, '');
  return /^<(?:!doctype\s+html|html)[\s>]/i.test(withoutComments(text));
}
