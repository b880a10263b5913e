import type { OpenedRequest, ServiceSecurity } from '@soapstone/ws-security/service';
import { Refusal } from '../fault/refusal.js';
import { type EnvelopeHead, type HeaderBlock, readEnvelopeHead } from '../request/envelope-head.js';
import { HttpRefusal, type RequestMessage } from '../request/read-request.js';
import type { OperationTable } from '../service/operations.js';

const ULTIMATE_RECEIVER = 'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver';

/** A verified and decrypted request, as all later steps read it. */
export interface SecuredRequest {
  readonly message: RequestMessage;
  readonly head: EnvelopeHead;
  readonly opened: OpenedRequest;
}

/** Verifies and decrypts requests. Throws `Refusal` and `HttpRefusal`. */
export type RequestGate = (message: RequestMessage, head: EnvelopeHead) => Promise<SecuredRequest>;

/**
 * Loads the WS-Security code, which servers without security never need.
 *
 * @param maxBytes the maximum size of an envelope, because even one from a stranger is parsed into a tree on the event loop
 * @throws {OptionError} if `security` is not usable
 */
export async function openGate(security: ServiceSecurity, maxBytes: number): Promise<RequestGate> {
  const { createRequestOpener, SECURITY_BLOCKS, ServiceFault, UnreadableRequest } = await import(
    '@soapstone/ws-security/service'
  );
  const isSecurity = ({ namespace, localName, role }: HeaderBlock): boolean =>
    (role === undefined || role === ULTIMATE_RECEIVER) &&
    SECURITY_BLOCKS.some((each) => each.namespace === namespace && each.localName === localName);
  const open = createRequestOpener(security);
  return async (message, head) => {
    if (message.envelope.length > maxBytes)
      throw new HttpRefusal(
        413,
        `the envelope of a secured request is longer than ${maxBytes} bytes (raised by the option limits.securedBytes)`,
      );
    try {
      const opened = await open(message.envelope, { hasAttachments: message.attachments.length > 0 });
      const blocks = head.blocks.filter((block) => !isSecurity(block));
      return { opened, ...withOpened(opened, message, { ...head, blocks }) };
    } catch (error) {
      if (error instanceof UnreadableRequest)
        throw new Refusal('Sender', `the request cannot be read: ${error.message}`);
      if (!(error instanceof ServiceFault)) throw error;
      const { namespace, code } = error;
      throw new Refusal('Sender', error.message, { subcode: { namespace, localName: code } });
    }
  };
}

/**
 * Returns the verified message. Only the action among the WS-Addressing properties selects an operation, so only the action must be
 * signed. Reply addresses and mandatory header blocks are checked whether they are signed or not.
 */
function withOpened(
  { envelope, version }: OpenedRequest,
  message: RequestMessage,
  received: EnvelopeHead,
): Omit<SecuredRequest, 'opened'> {
  const contentType = version === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
  const opened = readEnvelopeHead(envelope, 'utf-8');
  const { action, ...addressing } = received.addressing ?? opened.addressing ?? {};
  const signedAction = opened.addressing?.action;
  return {
    message: { ...message, envelope, contentType },
    head: {
      ...opened,
      deviations: received.deviations,
      blocks: [...received.blocks, ...opened.blocks],
      ...('namespace' in addressing && {
        addressing: { ...addressing, ...(signedAction !== undefined && { action: signedAction }) },
      }),
    },
  };
}

/**
 * Throws `Refusal` if only the HTTP header says which operation a signed request is for: an attacker on the path could select
 * another operation that takes the same element.
 */
export function assertSignedChoice(table: OperationTable, head: EnvelopeHead): void {
  const names = new Set(table.find(head, undefined).map(({ name }) => name));
  if (names.size > 1)
    throw new Refusal(
      'Sender',
      'several operations take this element: sign a wsa:Action that says which is meant',
    );
}
