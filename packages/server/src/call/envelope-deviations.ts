import { Refusal, type RequestProblem } from '../fault/refusal.js';
import type { EnvelopeHead, RequestAddressing } from '../request/envelope-head.js';
import type { ServedOperation } from '../service/operations.js';

const ANONYMOUS = new Set([
  'http://www.w3.org/2005/08/addressing/anonymous',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous',
]);

/** Throws `Refusal` if a WS-Addressing reply address is not anonymous: the server only responds on the connection of the request. */
export function assertAnonymous(addressing: RequestAddressing | undefined): void {
  const { namespace = '', replyTo, faultTo } = addressing ?? {};
  const elsewhere = [replyTo, faultTo].filter((address) => address !== undefined && !ANONYMOUS.has(address));
  if (elsewhere.length === 0) return;
  throw new Refusal(
    'Sender',
    'this service answers on the connection of the request: send an anonymous wsa:ReplyTo and wsa:FaultTo',
    {
      subcode: { namespace, localName: 'OnlyAnonymousAddressSupported' },
    },
  );
}

/** Returns the deviations of the envelope itself, and one for each header block that lacks a namespace and is not declared that way. */
export function deviationsOf(
  { deviations, blocks }: EnvelopeHead,
  { compiled }: ServedOperation,
): readonly RequestProblem[] {
  const unqualified = blocks.filter(({ namespace }) => namespace === '');
  if (unqualified.length === 0) return deviations;
  const declared = compiled().shape.input.headers?.members ?? [];
  const foreign = unqualified.filter(
    ({ localName }) => !declared.some(({ name }) => name.localName === localName),
  );
  const problems = foreign.map(({ localName }) => {
    const message = `the header block ${localName.slice(0, 100)} has no namespace`;
    return { path: '', code: 'NAMESPACE_MISMATCH', message };
  });
  return [...deviations, ...problems];
}

const LESS_THAN = 0x3c;
const QUESTION_MARK = 0x3f;

/**
 * Whether a document has a processing instruction, which SOAP 1.2 Part 1 §5 forbids in messages. The XML declaration is not one.
 *
 * @param bytes a well-formed document; one in UTF-16 is not searched
 */
export function hasInstruction(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(LESS_THAN, 5); at >= 0; at = bytes.indexOf(LESS_THAN, at + 1)) {
    if (bytes[at + 1] === QUESTION_MARK) return isOutsideOfText(bytes);
  }
  return false;
}

/** Whether a document that contains `<?` has it outside of comments and CDATA sections. */
function isOutsideOfText(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes);
  let at = text.indexOf('<');
  while (at !== -1) {
    if (text.startsWith('<?', at) && !/^<\?xml\s/.test(text.slice(at, at + 6))) return true;
    const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : undefined;
    // The document is well-formed, so each of them is closed.
    const next = close === undefined ? at + 1 : text.indexOf(close, at + 4);
    at = next === -1 ? -1 : text.indexOf('<', next);
  }
  return false;
}
