import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import type { EncodingRun } from '../../request/encoding-run.js';
import { firstIllegalChar } from '../../scalar/xml-char.js';
import type { AnyNode, ContentNode, ElementMember, Scope, SequenceNode } from '../../shape/shape.js';
import type { EncoderCompiler, MemberEncoder } from '../compiler.js';
import { readEntries } from '../content/array-member.js';
import { compileMember } from '../content/member-encoder.js';
import type { ContentEncoder } from '../content-encoder.js';
import { memberOf } from '../json-input.js';
import { readAnyName } from '../keys/any-name.js';
import type { RawElement } from '../raw/raw-place.js';
import {
  type ContentPosition,
  type ContentSymbol,
  compileContentModel,
  MAX_EXPECTED,
} from './content-automaton.js';
import { readSingleEntry } from './single-entry.js';
import { compileWildcardElement } from './wildcard.js';

type WildcardWriter = (key: string, value: unknown, run: EncodingRun) => void;

/** Compiles `$content`: text runs (mixed types) and elements in document order (MX-1, MX-2). */
export function compileOrderedContent(scope: Scope, compiler: EncoderCompiler): ContentEncoder {
  const model = compileContentModel(scope.content);
  const members = new Map<string, MemberEncoder>();
  for (const member of scope.members) members.set(member.key, compileMember(member, compiler));
  const wildcards = new Map<AnyNode, WildcardWriter>();
  const countCheck = compileCountCheck(scope.content);
  const isMixed = scope.form === 'mixed';

  const writerOf = (node: AnyNode): WildcardWriter => {
    const writer = wildcards.get(node) ?? compileWildcardElement(node.wildcard, scope.members, compiler);
    wildcards.set(node, writer);
    return writer;
  };

  const encodeText = (text: string, run: EncodingRun): void => {
    const illegal = firstIllegalChar(text);
    if (!isMixed) run.report('content', 'must be an element: this type has no text');
    else if (illegal !== undefined) {
      run.report('xmlChar', `must not contain ${illegal}: XML has no such character`);
    }
    run.xml.text(text);
  };

  const openRaw = (value: unknown, run: EncodingRun): RawElement | undefined => {
    run.enter('$xml');
    const raw = compiler.settings.rawXml().open(value, run);
    run.leave();
    return raw;
  };
  const encodeRaw = (
    raw: RawElement,
    known: MemberEncoder | undefined,
    taken: ContentSymbol,
    run: EncodingRun,
  ): void => {
    const { asMember, asEntry } = compiler.settings.rawXml();
    if (known !== undefined) {
      asMember(raw, known, compiler, run);
    } else if (taken.kind === 'any') {
      const lookup = taken.wildcard.processContents !== 'skip';
      asEntry(raw, { lookup, encode: writerOf(taken) }, compiler, run);
    }
  };

  /** Writes one element; returns the position after it, or `undefined` if it does not fit. */
  const encodeElement = (
    key: string,
    value: unknown,
    position: ContentPosition,
    counts: Map<ElementMember, number>,
    run: EncodingRun,
  ): ContentPosition | undefined => {
    const isRaw = key === '$xml';
    const raw = isRaw ? openRaw(value, run) : undefined;
    if (isRaw && raw === undefined) return undefined;
    const known = raw === undefined ? members.get(key) : memberNamed(raw.name, members.values());
    const name = raw?.name ?? known?.member.name ?? readAnyName(key);
    const step = name && model.step(position, { member: known?.member, name });
    if (step === undefined) {
      const expected = model.expected(position);
      run.report('content', `is not allowed here, expected ${describeExpected(expected)}`, expected);
      return undefined;
    }
    run.enter(key);
    // A wildcard also accepts elements that the scope declares (AN-5), written by their own declaration.
    if (raw !== undefined) encodeRaw(raw, known, step.taken, run);
    else if (known !== undefined) known.encode(value, run);
    else if (step.taken.kind === 'any') writerOf(step.taken)(key, value, run);
    run.leave();
    if (known !== undefined) counts.set(known.member, (counts.get(known.member) ?? 0) + 1);
    return step.position;
  };

  return {
    keys: ['$content'],
    emptiable: model.accepts(model.start),
    encode(source, run) {
      const given = memberOf(source, '$content');
      if (given === undefined) {
        // MX-4: `$content` says that there is content, even if it is empty.
        run.reportAt('$content', 'required', 'is required: an array of the content in order');
        return;
      }
      if (given === null) {
        run.reportAt('$content', 'type', 'must be an array, got null', 'array');
        return;
      }
      const entries = readEntries(given, '$content', 0, Number.POSITIVE_INFINITY, run);
      const counts = new Map<ElementMember, number>();
      let position: ContentPosition | undefined = model.start;
      const encodeEntry = (entry: unknown): void => {
        if (typeof entry === 'string') {
          encodeText(entry, run);
          return;
        }
        const single = readSingleEntry(entry, run);
        // After the first element that does not fit, nothing can be said about the following ones (MX-3).
        position = single && position && encodeElement(single.key, single.value, position, counts, run);
      };
      run.enter('$content');
      run.eachItem(entries, 0, entries.length, encodeEntry);
      if (position !== undefined && Array.isArray(given)) {
        if (!model.accepts(position)) {
          const expected = model.expected(position);
          run.report('required', `must go on with ${describeExpected(expected)}`, expected);
        }
        countCheck(counts, run);
      }
      run.leave();
    },
  };
}

/** The declared element of a name, or the head of a group that it is a substitute in. */
function memberNamed(name: ExpandedName, members: Iterable<MemberEncoder>): MemberEncoder | undefined {
  const wanted = clarkName(name);
  for (const each of members) {
    const { member } = each;
    const declared = [member, ...(member.substitution?.members ?? [])];
    if (declared.some((element) => clarkName(element.name) === wanted)) return each;
  }
  return undefined;
}

/** xs:all in a mixed type: the automaton accepts any order and any number, so the numbers are checked here. */
function compileCountCheck(
  content: SequenceNode,
): (counts: ReadonlyMap<ElementMember, number>, run: EncodingRun) => void {
  const bounded = unorderedElements(content);
  return (counts, run) => {
    for (const node of bounded) {
      const count = counts.get(node.member) ?? 0;
      const { key } = node.member;
      if (count < node.min) run.report('required', `must contain ${key}`, key);
      if (count > node.max) run.report('content', `must not contain ${key} more than ${node.max} times`, key);
    }
  };
}

function unorderedElements(node: ContentNode): (ContentNode & { kind: 'element' })[] {
  if (node.kind !== 'sequence') return [];
  if (!node.unordered) return node.children.flatMap(unorderedElements);
  return node.children.filter((child) => child.kind === 'element');
}

function describeExpected(expected: readonly string[]): string {
  if (expected.length === 0) return 'no more elements';
  const more = expected.length > MAX_EXPECTED ? ', …' : '';
  return expected.slice(0, MAX_EXPECTED).join(' or ') + more;
}
