/**
 * One call of a SOAP service, before and after any transport: which headers a request has and how it is packed, what is sent, and whether a
 * response is one. It imports no Node module; `@soapstone/soap-call/node` and `@soapstone/soap-call/web` print the header blocks. For
 * packages of Soapstone, which check their own arguments: these functions do not.
 *
 * @packageDocumentation
 */

export {
  type AnswerRules,
  EMPTY_REPLY,
  isReply,
  judgedReader,
  mayBeEmpty,
  NO_FAULT,
  type PieceReader,
  readReply,
  readWhole,
  type WholeAnswer,
} from './answer.js';
export {
  actionOptions,
  addressingOf,
  type CallEnvelope,
  type CalledPort,
  envelopeOf,
  type HeaderBlocks,
  type MessageSettings,
  packingOptions,
  usesMtom,
  type WhenSent,
  writesAddressing,
} from './headers.js';
export {
  type CallMessage,
  type EncodedCall,
  type EncodeSteps,
  encodeCall,
  type SentCall,
  sendCall,
  type UnsentCall,
} from './send.js';
