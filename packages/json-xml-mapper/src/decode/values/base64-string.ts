import { XSD } from '@soapstone/soap-model/namespaces';
import { isSoapEncoding } from '../../build/type-rules.js';
import { decodeUtf8 } from '../../platform.js';
import { decodeBase64, isBase64 } from '../../scalar/spaces/binary.js';
import { isXmlText } from '../../scalar/xml-char.js';
import type { Content, Decoding, Frame, TextType } from '../state/decoding.js';
import { skip } from './skip.js';
import { xsiType } from './xsi.js';

/** Whether the last start tag says that its content is base64. */
export function saysBase64(decoding: Decoding): boolean {
  const type = xsiType(decoding);
  if (type === undefined || typeof type === 'string') return false;
  const { namespace, localName } = type;
  return isSoapEncoding(namespace)
    ? localName === 'base64' || localName === 'base64Binary'
    : namespace === XSD && localName === 'base64Binary';
}

/** TR-11: a string that its sender wrote as the base64 of its UTF-8 and declared as base64. The fast lanes do not handle it. */
export class Base64String implements Content {
  readonly #plan: TextType & { readonly typeName: string };

  constructor(plan: TextType & { readonly typeName: string }) {
    this.#plan = plan;
  }

  start(decoding: Decoding): void {
    decoding.warn('UNEXPECTED_ELEMENT', `${decoding.reader.name!.key} in simple content`);
    skip(decoding);
  }

  text({ collector, reader }: Decoding): void {
    collector.append(reader.text, reader.textStart, reader.textEnd);
  }

  end(decoding: Decoding, frame: Frame): void {
    const plan = this.#plan;
    const { collector } = decoding;
    const { whenEmpty } = frame.element!;
    const decoded = textOf(collector.text());
    if (decoded === undefined) {
      plan.write(decoding, collector.bytes, 0, collector.length, whenEmpty);
    } else {
      decoding.warn('BASE64_STRING', `base64 where an ${plan.typeName} is expected, decoded as its text`);
      plan.write(decoding, decoded, 0, decoded.length, whenEmpty);
    }
    decoding.endValue();
  }
}

/** The text that `base64` encodes as UTF-8; `undefined` if it is not valid XML text. */
function textOf(base64: string): Uint8Array | undefined {
  const packed = base64.replace(/[ \t\n\r]+/g, '');
  if (packed === '' || !isBase64(packed)) return undefined;
  try {
    const bytes = decodeBase64(packed);
    return isXmlText(decodeUtf8(bytes)) ? bytes : undefined;
  } catch {
    return undefined;
  }
}
