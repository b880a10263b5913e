import { XmlLibError } from 'libxml2-wasm';
import { CliError } from '../errors.js';
import { EXIT } from '../exit-code.js';
import { type LenientDocument, parseLeniently } from './parse-leniently.js';

/** Parses a message. Throws a `CliError` if it is not XML or has a DOCTYPE. */
export function readMessage(message: Uint8Array): LenientDocument {
  try {
    const lenient = parseLeniently(message);
    if (lenient.document.dtd === null) return lenient;
    lenient.document.dispose();
    throw notXml('a SOAP message has no DOCTYPE', undefined);
  } catch (error) {
    if (isHtml(message)) throw notXml('it is an HTML page, not a SOAP envelope', error);
    if (error instanceof CliError) throw error;
    const detail = error instanceof XmlLibError ? error.details[0] : undefined;
    const reason = detail === undefined ? String(error) : `line ${detail.line}: ${detail.message.trim()}`;
    throw notXml(reason, error);
  }
}

function notXml(reason: string, cause: unknown): CliError {
  return new CliError({
    code: 'NOT_XML',
    message: `cannot read the message: ${reason}`,
    exitCode: EXIT.finding,
    cause,
  });
}

/** A web page, such as an error page, which is rarely XML. */
function isHtml(message: Uint8Array): boolean {
  return /^\s*(?:<\?[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)[\s>]/i.test(
    new TextDecoder().decode(message.subarray(0, 1024)),
  );
}
