import { ADDRESSING_2004, ADDRESSING_2005 } from '@soapstone/soap-model/namespaces';
import type { Content, Decoding } from '../state/decoding.js';
import { skip } from '../values/skip.js';

/** The relation of a reply to its request, as the Recommendation and the member submission write it. */
const REPLY = /^\s*(?:http:\/\/www\.w3\.org\/2005\/08\/addressing\/reply|[^:\s]+:Reply)\s*$/;

/** Whether the last start tag is a WS-Addressing block in response to the request's own (WA-4). */
export function isAddressingBlock({ reply, reader }: Decoding): boolean {
  const { namespace } = reader.name!;
  return reply.addressing !== undefined && (namespace === ADDRESSING_2005 || namespace === ADDRESSING_2004);
}

/** Reads a WS-Addressing block (WA-4). Only `RelatesTo` matters; the rest concerns the routing of a reply. */
export function openAddressingBlock(decoding: Decoding): void {
  const isChecked = decoding.reply.addressing?.messageId !== undefined;
  if (!isChecked || decoding.reader.name!.localName !== 'RelatesTo' || !isReply(decoding)) {
    skip(decoding);
    return;
  }
  decoding.collector.clear();
  decoding.push(RELATES_TO);
}

const RELATES_TO: Content = {
  start: skip,
  text(decoding) {
    const { reader } = decoding;
    decoding.collector.append(reader.text, reader.textStart, reader.textEnd);
  },
  end(decoding) {
    if (decoding.collector.text().trim() !== decoding.reply.addressing?.messageId) {
      decoding.warn('RELATES_TO_MISMATCH', 'wsa:RelatesTo names another message than the request');
    }
    decoding.pop();
  },
};

/** Whether the relation is that of a reply, which it is without a type. A message may have others. */
function isReply({ reader: { attributes } }: Decoding): boolean {
  for (let i = 0; i < attributes.count; i++) {
    if (attributes.name(i).key === 'RelationshipType') return REPLY.test(attributes.value(i));
  }
  return true;
}
