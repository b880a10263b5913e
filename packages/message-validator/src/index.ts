export { createMessageValidator, type MessageValidator } from './message-validator.js';
export { MessageValidatorError, type MessageValidatorErrorCode } from './message-validator-error.js';
export type { MessageProblem, MessageVerdict } from './validate-message.js';
