/**
 * The possible responses that are not SOAP messages, in words: one table for calls, connection tests, documents and the command line. It
 * imports no Node module. For other packages of Soapstone; it may change in any release.
 *
 * @packageDocumentation
 */
export { BodyStart } from './body-start.js';
export {
  atRisk,
  type CompatibilityRemedy,
  isCompatibilityRemedy,
  OPTION_HINT,
  optionHint,
  withRemedy,
} from './compatibility-advice.js';
export {
  type AnswerDescription,
  describeAnswer,
  type Remedy,
} from './describe-answer.js';
export {
  MAX_START,
  type PrintedAnswer,
  printAnswer,
  type ReceivedAnswer,
  type ReceivedFields,
  STATUS_PHRASES,
} from './received-answer.js';
export { readSchemes } from './schemes.js';
