import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { JsonOutput } from '../output/json-output.js';
import type { Content, Decoding, HeadersPlan, Target } from '../state/decoding.js';
import { openElement } from '../values/nil.js';
import { skip } from '../values/skip.js';
import { isAddressingBlock, openAddressingBlock } from './addressing.js';

const FIRST_SIZE = 1024;
const COLON = 0x3a;

/** Reads the Header (HD-6, HD-7). Each declared block is one member of the headers object, in document order. */
export function openHeader(decoding: Decoding): void {
  decoding.push(headerContent);
}

const headerContent: Content = {
  start(decoding) {
    const { reply } = decoding;
    const { headers, faultHeaders } = reply.message;
    const block = headers === undefined ? undefined : find(decoding, headers);
    if (block !== undefined) {
      reply.headers ??= new JsonOutput(FIRST_SIZE, decoding.allowedOutput());
      return openBlock(decoding, block, headers!, reply.headers);
    }
    const faultBlock = faultHeaders === undefined ? undefined : find(decoding, faultHeaders);
    if (faultBlock !== undefined) {
      reply.faultHeaders ??= new JsonOutput(FIRST_SIZE, decoding.allowedOutput());
      return openBlock(decoding, faultBlock, faultHeaders!, reply.faultHeaders);
    }
    if (isAddressingBlock(decoding)) return openAddressingBlock(decoding);
    if (mustBeUnderstood(decoding)) {
      decoding.warn('MUST_UNDERSTAND_IGNORED', `the header ${decoding.reader.name!.key} must be understood`);
    }
    skip(decoding);
  },
  text() {},
  end(decoding) {
    leaveBlock(decoding);
    decoding.pop();
  },
};

/**
 * The declared block of this name. Blocks of other namespaces are not declared, regardless of their local name: WS-Addressing's Action
 * is never an Action of the service (HD-6). The exception is a server that omits namespaces (KY-5).
 */
function find(decoding: Decoding, { scope }: HeadersPlan): Target | undefined {
  const name = decoding.reader.name!;
  const exact = scope.byName.get(name.key)?.[0];
  if (exact !== undefined || name.namespace !== '') return exact;
  const unqualified = scope.byLocalName.get(name.localName);
  if (unqualified !== undefined) {
    decoding.pointerPrefix = '/$headers';
    decoding.warn('NAMESPACE_MISMATCH', `${name.key} has no namespace`, unqualified.slot.key);
  }
  return unqualified;
}

function openBlock(
  decoding: Decoding,
  { slot, element }: Target,
  { encodedBlocks }: HeadersPlan,
  out: JsonOutput,
): void {
  const { seenHeaders } = decoding.reply;
  decoding.pointerPrefix = '/$headers';
  if (seenHeaders.has(slot.key)) {
    decoding.warn('TOO_MANY', 'more than one header block; the first is used', slot.key);
    skip(decoding);
    return;
  }
  seenHeaders.add(slot.key);
  decoding.enterBlock(encodedBlocks.has(slot.key) ? 'encoded' : 'literal');
  decoding.out = out;
  out.json(JSON.stringify(slot.key));
  out.byte(COLON);
  decoding.placeEntry(slot.key);
  openElement(decoding, element!);
}

/** Warnings about content after the last block refer to the result again. */
function leaveBlock(decoding: Decoding): void {
  decoding.out = decoding.reply.result;
  decoding.pointerPrefix = '';
}

/** Whether the block must be understood. R1013 requires 0 or 1; true is accepted too. */
function mustBeUnderstood(decoding: Decoding): boolean {
  const { attributes } = decoding.reader;
  for (let i = 0; i < attributes.count; i++) {
    const { namespace, localName } = attributes.name(i);
    if (localName !== 'mustUnderstand') continue;
    if (namespace !== SOAP11_ENVELOPE && namespace !== SOAP12_ENVELOPE) continue;
    return /^\s*(?:1|true)\s*$/.test(attributes.value(i));
  }
  return false;
}
