import { defined } from '@soapstone/options/defined';
import type { EncodingRun } from '../../request/encoding-run.js';
import type { EnvelopeFrame } from '../../request/envelope.js';
import type { PrefixTable } from '../../request/prefixes.js';
import type { MessageShape } from '../../shape/operation-shape.js';
import type { ElementMember, ElementNode, ObjectShape } from '../../shape/shape.js';
import type { EncoderCompiler, ExtraKeys, MemberEncoder } from '../compiler.js';
import { compileMember } from '../content/member-encoder.js';
import { compileContent } from '../content/scope-encoder.js';
import { type InputObject, memberOf } from '../json-input.js';
import { compileKeyCheck } from '../keys/key-check.js';
import { walkNamespaces } from '../types/schema-walk.js';
import { compileRootElement } from './root-element.js';

/** Writes the Body with its tags. */
export type BodyEncoder = (input: InputObject, run: EncodingRun, extraKeys: ExtraKeys) => string;

/** Compiles the Body of a message by the position of its root (§4.1). */
export function compileBody(
  message: MessageShape,
  compiler: EncoderCompiler,
  table: PrefixTable,
  frame: EnvelopeFrame,
): BodyEncoder {
  switch (message.kind) {
    case 'element':
      return compileElementBody(message, compiler, table, frame);
    case 'parts':
      return compilePartsBody(message, compiler, table, frame);
    case 'content':
      return compileContentBody(message, compiler, table, frame);
    case 'value':
      return compileValueBody(message, compiler, table, frame);
  }
}

/** One Body child, whose object the input is (UW-1). */
function compileElementBody(
  message: MessageShape,
  compiler: EncoderCompiler,
  table: PrefixTable,
  frame: EnvelopeFrame,
): BodyEncoder {
  const attributes = message.encoded ? frame.encodingStyle : '';
  const member = rootMember(message);
  const root = compileRootElement(member, compiler, table, attributes);
  const wrap = (child: string): string => `${frame.bodyStart}>${child}${frame.bodyEnd}`;
  if (message.record !== undefined) return compileRecordBody(message.record, root.encodeRoot, wrap);
  // UW-5: the only place where a type without attributes has `$nil` too, because a root is never null.
  const isOnlyNil = message.nillable && compiler.valueEncoder(message.root).encodeNil === undefined;
  return (input, run, extraKeys) => {
    const isNil = isOnlyNil && memberOf(input, '$nil') === true;
    if (isNil) checkNothingBesideNil(input, run, extraKeys);
    return wrap(root.encodeRoot(isNil ? null : input, run, extraKeys));
  };
}

/** NL-5: `$nil` says that there is no content. */
function checkNothingBesideNil(input: InputObject, run: EncodingRun, extraKeys: ExtraKeys): void {
  for (const key of Object.keys(input)) {
    if (key !== '$nil' && !extraKeys.includes(key))
      run.reportAt(key, 'nil', 'must not be given: $nil says that there is no content');
  }
}

/** UW-4, UW-5: the input is the record inside the Body child; `{}` means no record, `$nil` a nil one. */
function compileRecordBody(
  record: ElementMember,
  encodeRoot: (value: unknown, run: EncodingRun, extraKeys: ExtraKeys) => string,
  wrap: (child: string) => string,
): BodyEncoder {
  return (input, run, extraKeys) => {
    const fields = withoutKeys(input, extraKeys);
    const keys = Object.keys(fields);
    let value: unknown = fields;
    if (keys.length === 0 && record.min === 0) value = undefined;
    if (record.nillable && keys.length === 1 && memberOf(fields, '$nil') === true) value = null;
    run.insideRecord = true;
    const text = wrap(encodeRoot({ [record.key]: value }, run, extraKeys));
    run.insideRecord = false;
    return text;
  };
}

/** The input without members that belong to the message and not to its record, such as `$attachments`. */
function withoutKeys(input: InputObject, others: ExtraKeys): InputObject {
  if (!others.some((key) => Object.hasOwn(input, key))) return input;
  return Object.fromEntries(Object.entries(input).filter(([key]) => !others.includes(key)));
}

/** The Body's children are the members of the input. */
function compilePartsBody(
  message: MessageShape,
  compiler: EncoderCompiler,
  table: PrefixTable,
  frame: EnvelopeFrame,
): BodyEncoder {
  const root = objectRoot(message);
  const attributes = message.encoded ? frame.encodingStyle : '';
  const content = compileContent(root, compiler, (member) =>
    compileRootElement(member, compiler, table, attributes),
  );
  const checkKeys = compileKeyCheck(content.keys);
  return (input, run, extraKeys) => {
    const text = content.encode(input, run);
    checkKeys(input, run, extraKeys);
    return text === '' ? `${frame.bodyStart}/>` : `${frame.bodyStart}>${text}${frame.bodyEnd}`;
  };
}

/** The Body itself has the type, so it has the attributes and the declarations too. */
function compileContentBody(
  message: MessageShape,
  compiler: EncoderCompiler,
  table: PrefixTable,
  frame: EnvelopeFrame,
): BodyEncoder {
  const namespaces = walkNamespaces({ shape: message.root, nillable: false }, compiler);
  const encoder = compiler.valueEncoder(message.root);
  const start = `${frame.bodyStart}${table.declarations(namespaces)}`;
  return (input, run, extraKeys) => {
    run.prefixes.begin(namespaces);
    const text = encoder.encode(start, frame.bodyEnd, input, run, extraKeys);
    run.prefixes.end();
    return text;
  };
}

/** The Body's own content is the value of the only member. */
function compileValueBody(
  message: MessageShape,
  compiler: EncoderCompiler,
  table: PrefixTable,
  frame: EnvelopeFrame,
): BodyEncoder {
  const [member] = objectRoot(message).members;
  if (member === undefined) return () => `${frame.bodyStart}/>`;
  const namespaces = walkNamespaces(member, compiler);
  const encoder = compileMember(member, compiler);
  const start = `${frame.bodyStart}${table.declarations(namespaces)}`;
  if (member.fill !== undefined) {
    const encoderOf = (filled: ElementMember) => {
      const { encodeAs, ...others } = compileRootElement(filled, compiler, table);
      const encode: MemberEncoder['encode'] = (value, run) => encodeAs(start, frame.bodyEnd, value, run, []);
      return { ...others, encodeAs, encode };
    };
    const node: ElementNode = { kind: 'element', member, min: 1, max: 1 };
    const filled = compiler.settings.filledContent().compileFilledElement(node, encoderOf);
    const checkNoKeys = compileKeyCheck([]);
    return (input, run, extraKeys) => {
      checkNoKeys(input, run, extraKeys);
      return filled.encode(input, run, new Map());
    };
  }
  const checkKeys = compileKeyCheck([member.key]);
  return (input, run, extraKeys) => {
    const value = memberOf(input, member.key);
    let text = '';
    if (value === undefined) {
      run.reportAt(member.key, 'required', 'is required');
    } else {
      run.enter(member.key);
      run.prefixes.begin(namespaces);
      text = encoder.encodeAs(start, frame.bodyEnd, value, run, []);
      run.prefixes.end();
      run.leave();
    }
    checkKeys(input, run, extraKeys);
    return text;
  };
}

/** The Body child of a message, as an element of the schema. */
export function rootMember(message: MessageShape): ElementMember {
  const name = message.name ?? { namespace: '', localName: '' };
  const { root: shape, nillable, fixed } = message;
  const member = { key: '', name, shape, nillable, min: 1, max: 1, array: false, conditional: false };
  return { ...member, ...defined({ fixed }) };
}

function objectRoot(message: MessageShape): ObjectShape {
  return message.root.kind === 'object' ? message.root : message.root.declared;
}
