export type { MessageProblem, MessageVerdict } from './message/validate-message.js';
export { createMessageValidator, type MessageValidator } from './message-validator.js';
export { MessageValidatorError, type MessageValidatorErrorCode } from './message-validator-error.js';
