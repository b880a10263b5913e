import type { JsonObject, JsonValue } from '../api/values.js';
import type { EncoderCompiler } from '../explain/compiler.js';
import { type InputObject, isInputObject, isRawValue, memberOf } from '../explain/json-input.js';
import type { MessageShape } from '../shape/operation-shape.js';
import type { ElementMember, Use } from '../shape/shape.js';
import { type NormaliseContext, newObject } from './context.js';
import { normaliseAttachment } from './normalise-attachment.js';
import { normaliseMember } from './normalise-member.js';
import { normaliseScope } from './normalise-scope.js';
import { normaliseUntyped } from './normalise-untyped.js';
import { normaliseValue } from './normalise-value.js';

/** N of §22 for a message. The input must be valid. */
export function normaliseMessage(
  input: InputObject,
  message: MessageShape,
  compiler: EncoderCompiler,
): JsonObject {
  const body = normaliseBody(
    input,
    message,
    createContext(message.encoded ? 'encoded' : 'literal', compiler),
  );
  return newObject(normaliseHeaders(input, message, compiler), body, normaliseAttachments(input, message));
}

function createContext(use: Use, compiler: EncoderCompiler): NormaliseContext {
  const context: NormaliseContext = {
    operation: compiler.operation,
    limits: compiler.settings.limits,
    use,
    codec: (shape) => compiler.codec(shape),
    value: (shape, value, lead) => normaliseValue(shape, value, context, lead),
    scope: (scope, source) => normaliseScope(scope, source, context),
  };
  return context;
}

function normaliseBody(input: InputObject, message: MessageShape, context: NormaliseContext): JsonObject {
  if (memberOf(input, '$nil') === true && (message.nillable || message.record?.nillable === true)) {
    return newObject({ $nil: true });
  }
  if (isRawValue(input)) return newObject({ $xml: memberOf(input, '$xml') as string });
  const { record } = message;
  // UW-5: an empty object means that the record is absent.
  if (record !== undefined && record.min === 0 && Object.keys(input).length === 0) return newObject();
  const value: JsonValue =
    record === undefined ? context.value(message.root, input) : normaliseMember(record, input, context);
  return isInputObject(value) ? (value as JsonObject) : newObject();
}

function normaliseHeaders(
  input: InputObject,
  { headers }: MessageShape,
  compiler: EncoderCompiler,
): JsonObject | undefined {
  const blocks = memberOf(input, '$headers');
  if (!isInputObject(blocks) || Object.keys(blocks).length === 0) return undefined;
  const [literal, encoded] = [createContext('literal', compiler), createContext('encoded', compiler)];
  const contextOf = ({ key }: ElementMember): NormaliseContext =>
    headers?.encodedBlocks.has(key) === true ? encoded : literal;
  const declared = headers === undefined ? newObject() : normaliseScope(headers, blocks, literal, contextOf);
  const keys = new Set(headers?.members.map(({ key }) => key));
  for (const key of Object.keys(blocks)) {
    if (!keys.has(key)) declared[key] = normaliseUntyped(blocks[key], literal, true);
  }
  return newObject({ $headers: declared });
}

function normaliseAttachments(input: InputObject, message: MessageShape): JsonObject | undefined {
  const given = memberOf(input, '$attachments');
  if (!isInputObject(given)) return undefined;
  const parts = newObject();
  for (const { name, contentTypes } of message.attachments) {
    const contentType = contentTypes.find((type) => !type.includes('*'));
    parts[name] = normaliseAttachment(memberOf(given, name), contentType);
  }
  // AT-7. A valid input has them only where they are allowed.
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(parts, key)) parts[key] = normaliseAttachment(given[key], undefined);
  }
  return newObject({ $attachments: parts });
}
