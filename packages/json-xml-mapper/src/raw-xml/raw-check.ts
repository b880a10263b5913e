import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import type { Keyword, Warning } from '../api/problems.js';
import type { JsonObject } from '../api/values.js';
import { keywordOf } from '../decode/document/strict.js';
import { type EncoderCompiler, NO_EXTRA_KEYS, type RawXml } from '../explain/compiler.js';
import type { RawElement } from '../explain/raw/raw-place.js';
import { decodeUtf8 } from '../platform.js';
import { printPointer, unescapeSegment } from '../pointer.js';
import type { EncodingRun } from '../request/encoding-run.js';
import { Tags } from '../request/tags.js';
import type { ElementMember } from '../shape/shape.js';
import { createFragmentDecoder, type FragmentDecoder, KEY } from './fragment-decoder.js';
import { hasFills } from './has-fills.js';
import { offsetOf, printPlace } from './source-place.js';

/** The content that a place accepts, compiled when its first element comes. */
interface Place {
  readonly decode: FragmentDecoder;
  /** Whether a design fills or hides members below it. */
  readonly isFilled: boolean;
}

const members = new WeakMap<EncoderCompiler, WeakMap<ElementMember, Place>>();
const entries = new WeakMap<EncoderCompiler, Map<boolean, FragmentDecoder>>();

/** Checks an element in the place of a declared one. See `RawXml`. */
export const asMember: RawXml['asMember'] = (element, { member, encodeAs }, compiler, run) => {
  if (!isAllowed(compiler, run)) return;
  const names = namesOf(member);
  const name = clarkName(element.name);
  if (!names.includes(name)) {
    const expected = names.slice(0, 5).join(' or ');
    run.report('content', `must be the element ${expected}, got ${shortName(element.name)}`, names);
    return;
  }
  const { decode, isFilled } = memberPlace(member, compiler);
  if (isFilled) {
    run.report(
      'content',
      'must be JSON here: the design of the service fills or hides members of this element',
    );
    return;
  }
  check(element, run, { decode, lead: 1 }, (json, fork) => {
    encodeAs(new Tags(compiler.elementName(member.name)), json[KEY], fork, NO_EXTRA_KEYS);
  });
};

/** Checks an element at a place that names its elements itself. See `RawXml`. */
export const asEntry: RawXml['asEntry'] = (element, { lookup, encode }, compiler, run) => {
  if (!isAllowed(compiler, run)) return;
  const key = clarkName(element.name);
  // The pointers of both begin with the name of the element.
  check(element, run, { decode: entryDecoder(lookup, compiler), lead: 3 }, (json, fork) => {
    const [entry] = json['$any'] as readonly JsonObject[];
    encode(key, entry?.[key], fork);
  });
};

/** XM-6: where a finished element cannot be. */
function isAllowed(compiler: EncoderCompiler, run: EncodingRun): boolean {
  if (compiler.encoded) run.report('content', 'must be JSON here: the message is rpc/encoded');
  else if (run.secret)
    run.report('content', 'must be JSON here: header blocks are written by their declarations');
  else return true;
  return false;
}

function memberPlace(member: ElementMember, compiler: EncoderCompiler): Place {
  const places = members.get(compiler) ?? new WeakMap<ElementMember, Place>();
  members.set(compiler, places);
  const place = places.get(member) ?? {
    decode: createFragmentDecoder(member, compiler),
    isFilled: member.fill !== undefined || hasFills(member.shape),
  };
  places.set(member, place);
  return place;
}

function entryDecoder(lookup: boolean, compiler: EncoderCompiler): FragmentDecoder {
  const decoders = entries.get(compiler) ?? new Map<boolean, FragmentDecoder>();
  entries.set(compiler, decoders);
  const decoder = decoders.get(lookup) ?? createFragmentDecoder({ lookup }, compiler);
  decoders.set(lookup, decoder);
  return decoder;
}

/** The names of a declared element: its own, unless it is abstract, and those of its substitutes (SG-1). */
function namesOf({ name, substitution }: ElementMember): readonly string[] {
  const substitutes = (substitution?.members ?? []).map((each) => clarkName(each.name));
  return substitution?.abstract === true ? substitutes : [clarkName(name), ...substitutes];
}

function shortName(name: ExpandedName): string {
  const text = clarkName(name);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

/**
 * Decodes an element, checks what it says, and writes its text. Reports its problems at `$xml`, with their places in the text.
 *
 * @param lead segments of a deviation's pointer that lead to the element
 */
function check(
  element: RawElement,
  run: EncodingRun,
  { decode, lead }: { readonly decode: FragmentDecoder; readonly lead: number },
  encode: (json: JsonObject, fork: EncodingRun) => void,
): void {
  const { json, deviations } = decode(element.bytes);
  if (json === undefined) {
    run.report(
      'limit',
      'becomes more JSON than it may when it is checked (limits "outputBytes", "expansion")',
    );
    return;
  }
  const refused = deviations.filter((deviation) => !isHarmless(deviation));
  for (const { code, path, message } of refused) {
    report(element, segmentsOf(path).slice(lead), keywordOf(code), `${code}: ${message}`, run);
  }
  if (refused.length > 0) return;
  const fork = run.fork();
  const base = segmentsOf(fork.pointer).length;
  fork.collect(() => encode(json, fork));
  for (const { path, keyword, message } of fork.errors) {
    report(element, segmentsOf(path).slice(base), keyword, message, run);
  }
  run.nodes = fork.nodes;
  run.xml.markup(decodeUtf8(element.bytes));
}

/**
 * A type that untyped content names and no schema has is data (PY-7), unless its prefix is declared nowhere: the envelope might
 * declare it.
 */
function isHarmless({ code, message }: Warning): boolean {
  if (code === 'UNREFERENCED_ATTACHMENT') return true;
  return (
    code === 'UNKNOWN_XSI_TYPE' &&
    /^xsi:type (?:\{|[^:{]*$)/.test(message) &&
    message.endsWith(' is not known')
  );
}

function report(
  { bytes }: RawElement,
  segments: readonly string[],
  keyword: Keyword,
  message: string,
  run: EncodingRun,
): void {
  const place = printPlace(bytes, offsetOf(bytes, segments));
  const inside = segments.length === 0 ? '' : `${printPointer(segments)} `;
  run.report(keyword, `is not valid: ${inside}${message} (${place})`);
}

function segmentsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapeSegment);
}
