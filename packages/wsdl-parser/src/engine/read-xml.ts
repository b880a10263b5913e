import { decodeText } from '../xml/decode-text.js';
import type { XmlElement } from '../xml/element.js';
import { readProlog } from '../xml/prolog.js';
import type { EngineContext, XmlEngine } from './engine.js';

/** A document as it arrived. */
export interface XmlSource {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly contentType?: string;
}

/**
 * Parses the bytes of a document into its root element: decodes them, reads the prolog, and passes the rest to `engine`. `onText`
 * receives the decoded text before anything can fail on it, for callers that describe a document that is not XML.
 *
 * @throws {WsdlError} `BAD_ENCODING`, `DOCTYPE_REFUSED`, `NOT_WELL_FORMED`, `LIMIT_EXCEEDED`
 */
export async function readXml(
  source: XmlSource,
  engine: XmlEngine,
  context: EngineContext,
  onText: (text: string) => void = () => {},
): Promise<XmlElement> {
  const { file, bytes, contentType } = source;
  const decoded = decodeText(bytes, file, contentType, (diagnostic) => context.report(diagnostic));
  onText(decoded);
  const { text, entities } = readProlog(decoded, file, context.limits.entityText);
  return await engine({ text, file, entities }, context);
}
