/** Why no verdict is possible: libxml2 cannot compile the schemas, or the message is not XML. */
export type MessageValidatorErrorCode = 'SCHEMA_INVALID' | 'NOT_XML';

/** Thrown if no verdict is possible. The message quotes libxml2. */
export class MessageValidatorError extends Error {
  override readonly name = 'MessageValidatorError';
  readonly code: MessageValidatorErrorCode;

  constructor(code: MessageValidatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
