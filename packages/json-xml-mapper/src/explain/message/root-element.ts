import type { PrefixTable } from '../../request/prefixes.js';
import { Tags } from '../../request/tags.js';
import type { ElementMember } from '../../shape/shape.js';
import { type EncoderCompiler, type MemberEncoder, NO_EXTRA_KEYS } from '../compiler.js';
import { compileMember } from '../content/member-encoder.js';
import type { RootEncoder } from '../content-encoder.js';
import { isRawValue } from '../json-input.js';
import { walkNamespaces } from '../types/schema-walk.js';

/** An element that declares every namespace below it, so that it can be moved unchanged (XO-2). */
export interface RootElement extends MemberEncoder {
  readonly encodeRoot: RootEncoder;
}

/** The tags of a root element, and the namespaces that it declares. */
export interface RootTags {
  readonly tags: Tags;
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
  const tags = new Tags(compiler.qualifiedName(member.name), table.declarations(namespaces) + attributes);
  return { tags, namespaces };
}

/** Compiles a child of the Body or a header block. */
export function compileRootElement(
  member: ElementMember,
  compiler: EncoderCompiler,
  table: PrefixTable,
  attributes = '',
): RootElement {
  const { tags, namespaces } = rootTags(member, compiler, table, attributes);
  const encoder = compileMember(member, compiler);
  const encodeRoot: RootEncoder = (value, run, extraKeys) =>
    isRawValue(value)
      ? compiler.settings.rawXml().member(value, { member, encodeAs }, compiler, run, extraKeys)
      : encodeAs(tags, value, run, extraKeys);
  const encodeAs: MemberEncoder['encodeAs'] = (others, value, run, extraKeys) => {
    run.prefixes.begin(namespaces);
    encoder.encodeAs(others, value, run, extraKeys);
    run.prefixes.end();
  };
  return {
    member,
    inserted: encoder.inserted,
    encodeAs,
    encode: (value, run) => encodeRoot(value, run, NO_EXTRA_KEYS),
    encodeRoot,
  };
}
