import type { ExpandedName } from '@soapstone/soap-model';
import type { RawElement } from '../explain/raw/raw-place.js';
import { encodeUtf8 } from '../platform.js';
import type { EncodingRun } from '../request/encoding-run.js';
import { describeValue } from '../scalar/describe.js';
import { firstIllegalChar } from '../scalar/xml-char.js';
import { problemOf, readElements, XmlError } from './raw-reader.js';
import { printPlace } from './source-place.js';

const BYTE_ORDER_MARK = '\u{feff}';

/**
 * Reads the value of `$xml` (XM-1): a string that is exactly one element. An XML declaration and white space around it are left out.
 * Reports what is wrong with it and returns `undefined`. Throws `MappingError` beyond the limits of a request (XM-5).
 */
export function openRawElement(value: unknown, run: EncodingRun): RawElement | undefined {
  if (typeof value !== 'string') {
    run.report(
      'type',
      `must be a string with one XML element, got ${describeValue(value, run.secret)}`,
      'string',
    );
    return undefined;
  }
  // A character has at least one byte.
  run.checkWritten(value.length);
  const illegal = firstIllegalChar(value);
  if (illegal !== undefined) {
    run.report('xmlChar', `must not contain ${illegal}: XML has no such character`);
    return undefined;
  }
  const bytes = encodeUtf8(value.startsWith(BYTE_ORDER_MARK) ? value.slice(1) : value);
  run.checkWritten(bytes.length);
  const counting = run.fork();
  let name: ExpandedName | undefined;
  let from = 0;
  let to = 0;
  try {
    readElements(bytes, {
      start({ namespace, localName }, attributes, offset) {
        if (name === undefined) from = offset;
        name ??= { namespace, localName };
        counting.beginElement();
        for (let count = 0; count < attributes; count++) counting.countNode();
      },
      end(offset) {
        counting.endElement();
        to = offset;
      },
    });
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const { message, offset } = problemOf(error);
    run.report('format', `must be one XML element: ${message} (${printPlace(bytes, offset)})`);
    return undefined;
  }
  return name && { name, bytes: bytes.subarray(from, to) };
}
