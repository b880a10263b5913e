import { defined } from '@soapstone/options/defined';
import type { EncodingRun } from '../../request/encoding-run.js';
import type { EnvelopeFrame } from '../../request/envelope.js';
import type { PrefixTable } from '../../request/prefixes.js';
import type { MessageShape } from '../../shape/operation-shape.js';
import type { ElementMember, ObjectShape } from '../../shape/shape.js';
import type { EncoderCompiler, ExtraKeys } from '../compiler.js';
import { compileMember } from '../content/member-encoder.js';
import { compileContent } from '../content/scope-encoder.js';
import type { BodyEncoder } from '../content-encoder.js';
import { type InputObject, memberOf } from '../json-input.js';
import { compileKeyCheck } from '../keys/key-check.js';
import { walkNamespaces } from '../types/schema-walk.js';
import { compileRootElement } from './root-element.js';

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
  if (message.record !== undefined)
    return compiler.settings.uncommonContent().compileRecordBody(message.record, root.encodeRoot, frame);
  // UW-5: the only place where a type without attributes has `$nil` too, because a root is never null.
  const isOnlyNil = message.nillable && compiler.valueEncoder(message.root).encodeNil === undefined;
  return (input, run, extraKeys) => {
    const isNil = isOnlyNil && memberOf(input, '$nil') === true;
    if (isNil) checkNothingBesideNil(input, run, extraKeys);
    root.encodeRoot(isNil ? null : input, run, extraKeys);
    return frame.inBody(run.xml.take());
  };
}

/** NL-5: `$nil` says that there is no content. */
function checkNothingBesideNil(input: InputObject, run: EncodingRun, extraKeys: ExtraKeys): void {
  for (const key of Object.keys(input)) {
    if (key !== '$nil' && !extraKeys.includes(key))
      run.reportAt(key, 'nil', 'must not be given: $nil says that there is no content');
  }
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
    content.encode(input, run);
    checkKeys(input, run, extraKeys);
    return frame.inBody(run.xml.take());
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
  const tags = frame.body.with(table.declarations(namespaces));
  return (input, run, extraKeys) => {
    run.prefixes.begin(namespaces);
    encoder.encode(tags, input, run, extraKeys);
    run.prefixes.end();
    return run.xml.take();
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
  if (member === undefined) return () => frame.body.short;
  const namespaces = walkNamespaces(member, compiler);
  const encoder = compileMember(member, compiler);
  const tags = frame.body.with(table.declarations(namespaces));
  if (member.fill !== undefined)
    return compiler.settings
      .filledContent()
      .compileFilledBody(member, tags, (filled) => compileRootElement(filled, compiler, table));
  const checkKeys = compileKeyCheck([member.key]);
  return (input, run, extraKeys) => {
    const value = memberOf(input, member.key);
    if (value === undefined) {
      run.reportAt(member.key, 'required', 'is required');
    } else {
      run.enter(member.key);
      run.prefixes.begin(namespaces);
      encoder.encodeAs(tags, value, run, []);
      run.prefixes.end();
      run.leave();
    }
    checkKeys(input, run, extraKeys);
    return run.xml.take();
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
