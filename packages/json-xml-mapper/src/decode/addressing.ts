import { ADDRESSING_2004, ADDRESSING_2005 } from '@soapstone/soap-model/namespaces';
import type { Decoding } from './decoding.js';
import type { Content } from './frame.js';
import { skip } from './skip.js';

/** The relation of a reply to its request, as the Recommendation and the member submission write it. */
const REPLY = /^\s*(?:http:\/\/www\.w3\.org\/2005\/08\/addressing\/reply|[^:\s]+:Reply)\s*$/;

/** Whether the start tag that was read last is a block of WS-Addressing that answers the request's own (WA-4). */
export function isAddressingBlock({ addressing, reader }: Decoding): boolean {
  const { namespace } = reader.name!;
  return addressing !== undefined && (namespace === ADDRESSING_2005 || namespace === ADDRESSING_2004);
}

/** Read a block of WS-Addressing (WA-4). Only `RelatesTo` is looked at: the rest is about where a reply goes. */
export function openAddressingBlock(decoding: Decoding): void {
  if (decoding.reader.name!.localName !== 'RelatesTo' || !isReply(decoding)) {
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
    if (decoding.collector.text().trim() !== decoding.addressing?.messageId) {
      decoding.warn('RELATES_TO_MISMATCH', 'wsa:RelatesTo names another message than the request');
    }
    decoding.pop();
  },
};

/** A message may relate to others in other ways; without a type the relation is that of a reply. */
function isReply({ reader: { attributes } }: Decoding): boolean {
  for (let i = 0; i < attributes.count; i++) {
    if (attributes.name(i).key === 'RelationshipType') return REPLY.test(attributes.value(i));
  }
  return true;
}
