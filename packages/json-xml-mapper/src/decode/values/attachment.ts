import { XOP } from '@soapstone/soap-model/namespaces';
import type { MimePart } from '../../api/messages.js';
import { encodeBase64 } from '../../scalar/spaces/binary.js';
import { LANE_NONE } from '../lanes/lane.js';
import type { Content, Decoding, ElementPlan, ValuePlan } from '../state/decoding.js';
import { trimId } from '../state/parts.js';
import { skip } from './skip.js';
import { noNilAttributes, warnUndeclared } from './undeclared-attributes.js';

const XOP_INCLUDE = `{${XOP}}Include`;
/** wsi:swaRef (AT-2): the part that a `cid:` URI names, in place of the URI. */
export class AttachmentPlan implements ValuePlan {
  readonly isObject = true;
  readonly lane: number = LANE_NONE;
  readonly laneOptions = undefined;
  readonly plainObject = undefined;

  open(decoding: Decoding, element: ElementPlan): void {
    warnUndeclared(decoding, decoding.references !== undefined);
    decoding.collector.clear();
    decoding.push(decoding.file?.reference ?? referenceContent, element);
  }

  nilAttributes(decoding: Decoding): boolean {
    return noNilAttributes(decoding);
  }
}

export const referenceContent: Content = {
  start: skip,
  text(decoding) {
    const { reader } = decoding;
    decoding.collector.append(reader.text, reader.textStart, reader.textEnd);
  },
  end(decoding) {
    const reference = decoding.collector.text().trim();
    const part = findPart(decoding, reference);
    if (part === undefined) decoding.out.ascii('null');
    else writeAttachment(decoding, part);
    decoding.endValue();
  },
};

/** Writes the JSON of a part (AT-2). */
export function writeAttachment({ out }: Decoding, part: MimePart): void {
  out.json(`{"contentType":${JSON.stringify(part.contentType)},"data":"`);
  out.raw(base64Of(part));
  out.json(part.filename === undefined ? '"}' : `","filename":${JSON.stringify(part.filename)}}`);
}

/** Whether the last start tag is `xop:Include` (AT-1). */
export function isXopInclude(decoding: Decoding): boolean {
  return decoding.reader.name!.key === XOP_INCLUDE;
}

/** The part that an `xop:Include` refers to, as base64 bytes. */
export function includedBase64(decoding: Decoding): Uint8Array | undefined {
  const { attributes } = decoding.reader;
  for (let i = 0; i < attributes.count; i++) {
    if (attributes.name(i).key !== 'href') continue;
    const part = findPart(decoding, attributes.value(i).trim());
    return part === undefined ? undefined : base64Of(part);
  }
  decoding.warn('DANGLING_REF', 'xop:Include without href');
  return undefined;
}

/** Finds the part that a reference names. Only parts of the same message are looked up; anything but `cid:` is dangling (AT-4). */
export function findPart(decoding: Decoding, reference: string): MimePart | undefined {
  const id = contentIdOf(reference);
  const part = id === undefined ? undefined : decoding.parts.withId(id);
  if (part === undefined) decoding.warn('DANGLING_REF', `no part ${reference}`);
  else decoding.parts.used.add(part);
  return part;
}

/**
 * Returns the Content-ID that a reference names; undefined if it is not a `cid:` URL (AT-4). RFC 2392: that is a percent-encoded Content-ID
 * without its angle brackets.
 */
export function contentIdOf(reference: string): string | undefined {
  if (!/^cid:/i.test(reference)) return undefined;
  const encoded = reference.slice(4);
  try {
    return trimId(decodeURIComponent(encoded));
  } catch {
    return encoded;
  }
}

/** The base64 of parts. A part is encoded once, however often it is included. */
const encodedParts = new WeakMap<MimePart, Uint8Array>();

function base64Of(part: MimePart): Uint8Array {
  let encoded = encodedParts.get(part);
  if (encoded === undefined) {
    encoded = encodeBase64(part.data);
    encodedParts.set(part, encoded);
  }
  return encoded;
}
