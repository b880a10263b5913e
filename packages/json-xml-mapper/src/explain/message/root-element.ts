import type { EncodingRun } from '../../request/encoding-run.js';
import type { PrefixTable } from '../../request/prefixes.js';
import type { ElementMember } from '../../shape/shape.js';
import { type EncoderCompiler, type ExtraKeys, type MemberEncoder, NO_EXTRA_KEYS } from '../compiler.js';
import { compileMember } from '../content/member-encoder.js';
import { isRawValue } from '../json-input.js';
import { walkNamespaces } from '../types/schema-walk.js';

/** An element that declares every namespace below it, so that it can be moved unchanged (XO-2). */
export interface RootElement extends MemberEncoder {
  encodeRoot(value: unknown, run: EncodingRun, extraKeys: ExtraKeys): string;
}

/** The tags of a root element, and the namespaces that it declares. `start` has no end, because attributes may follow. */
export interface RootTags {
  readonly start: string;
  readonly end: string;
  readonly namespaces: ReadonlySet<string>;
}

/** `attributes` are written after the declarations. */
export function rootTags(
  member: ElementMember,
  compiler: EncoderCompiler,
  table: PrefixTable,
  attributes = '',
): RootTags {
  const namespaces = walkNamespaces(member, compiler);
  const name = compiler.qualifiedName(member.name);
  const start = `<${name}${table.declarations(namespaces)}${attributes}`;
  return { start, end: `</${name}>`, namespaces };
}

/** Compiles a child of the Body or a header block. */
export function compileRootElement(
  member: ElementMember,
  compiler: EncoderCompiler,
  table: PrefixTable,
  attributes = '',
): RootElement {
  const { start, end, namespaces } = rootTags(member, compiler, table, attributes);
  const encoder = compileMember(member, compiler);
  const encodeRoot = (value: unknown, run: EncodingRun, extraKeys: ExtraKeys): string =>
    isRawValue(value)
      ? compiler.settings.rawXml().member(value, { member, encodeAs }, compiler, run, extraKeys)
      : encodeAs(start, end, value, run, extraKeys);
  const encodeAs: MemberEncoder['encodeAs'] = (tagStart, tagEnd, value, run, extraKeys) => {
    run.prefixes.begin(namespaces);
    const text = encoder.encodeAs(tagStart, tagEnd, value, run, extraKeys);
    run.prefixes.end();
    return text;
  };
  return {
    member,
    inserted: encoder.inserted,
    encodeAs,
    encode: (value, run) => encodeRoot(value, run, NO_EXTRA_KEYS),
    encodeRoot,
  };
}
