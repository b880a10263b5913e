import type { EnvelopeFrame } from '../../request/envelope.js';
import type { ElementMember } from '../../shape/shape.js';
import type { ExtraKeys } from '../compiler.js';
import type { BodyEncoder, RootEncoder } from '../content-encoder.js';
import { type InputObject, memberOf } from '../json-input.js';

/** UW-4, UW-5: the input is the record inside the Body child; `{}` means no record, `$nil` a nil one. */
export function compileRecordBody(
  record: ElementMember,
  encodeRoot: RootEncoder,
  frame: EnvelopeFrame,
): BodyEncoder {
  return (input, run, extraKeys) => {
    const fields = withoutKeys(input, extraKeys);
    const keys = Object.keys(fields);
    let value: unknown = fields;
    if (keys.length === 0 && record.min === 0) value = undefined;
    if (record.nillable && keys.length === 1 && memberOf(fields, '$nil') === true) value = null;
    run.insideRecord = true;
    encodeRoot({ [record.key]: value }, run, extraKeys);
    run.insideRecord = false;
    return frame.inBody(run.xml.take());
  };
}

/** The input without members that belong to the message and not to its record, such as `$attachments`. */
function withoutKeys(input: InputObject, others: ExtraKeys): InputObject {
  if (!others.some((key) => Object.hasOwn(input, key))) return input;
  return Object.fromEntries(Object.entries(input).filter(([key]) => !others.includes(key)));
}
