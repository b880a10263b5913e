import type { ValidationProblem } from '../../api/problems.js';
import { noFacets } from '../../build/facets.js';
import { FillError } from '../../errors.js';
import { captured } from '../../request/element-writer.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import type { Fill } from '../../shape/fill.js';
import type { AttributeMember, ElementMember, ElementNode, ObjectShape, Shape } from '../../shape/shape.js';
import type { ScalarShape } from '../../shape/simple-shape.js';
import type {
  CompiledAttribute,
  EncoderCompiler,
  FilledContent,
  MemberEncoder,
  NodeEncoder,
} from '../compiler.js';
import { compileAttribute } from '../content/attribute-encoder.js';
import { presentValue } from '../content/node-encoder.js';
import { textWriterOf } from '../content/xop-include.js';
import type { ContentEncoder } from '../content-encoder.js';
import { type InputObject, memberOf } from '../json-input.js';
import { choosePrefixes } from './chosen-prefixes.js';
import { compileFilledBlocks, filledBody } from './filled-message.js';
import { keepingText, type LatePlace, type LateWriter } from './kept-text.js';
import { describeFill, HIDDEN, type LateFill, lateValue, quoted } from './late-value.js';
import { compileLifted } from './lifted.js';

/** Any text: the type of `HIDDEN`. */
const ANY_TEXT: ScalarShape = {
  kind: 'scalar',
  builtin: 'string',
  json: 'string',
  lexical: false,
  facets: noFacets('preserve'),
};

const NO_MEMBERS: InputObject = Object.freeze(Object.create(null) as Record<string, unknown>);

/**
 * Compiles an element that a design fills (DF-1). It has no key that clients may use, except for an object that they may omit.
 *
 * @param memberEncoder writes the elements of its scope
 */
function compileFilledElement(
  node: ElementNode,
  memberEncoder: (member: ElementMember) => Pick<MemberEncoder, 'encode'>,
): NodeEncoder {
  const { member } = node;
  const fill = member.fill as Fill;
  const { key } = member;
  const unseen: Omit<NodeEncoder, 'encode'> = {
    keys: [],
    requiredKeys: [],
    emptiable: fill.kind === 'never' || (fill.kind === 'omitted' && node.min === 0),
    isComplete: () => true,
    label: '',
    presence: new Map(),
  };
  switch (fill.kind) {
    case 'never':
    case 'omitted':
      return { ...unseen, encode: () => {} };
    case 'implied': {
      const encoder = once(() => memberEncoder(member));
      return {
        ...unseen,
        keys: [key],
        label: `${key}?`,
        presence: new Map([[key, (source) => presentValue(source, key, member) !== undefined]]),
        encode(source, run) {
          const value = memberOf(source, key);
          const isAbsent = value === undefined || (value === null && !member.nillable);
          inside(key, run, () => encoder().encode(isAbsent ? NO_MEMBERS : value, run));
        },
      };
    }
    case 'whole': {
      const encoder = once(() => memberEncoder(member));
      return {
        ...unseen,
        encode: (_source, run) => inside(key, run, () => encoder().encode(NO_MEMBERS, run)),
      };
    }
    case 'constant': {
      const values: readonly unknown[] =
        Array.isArray(fill.value) && member.array ? fill.value : [fill.value];
      const encoder = once(() => memberEncoder(member));
      return {
        ...unseen,
        encode: (_source, run) =>
          inside(key, run, () => run.each(0, values.length, (index) => encoder().encode(values[index], run))),
      };
    }
    default: {
      const encoder = once(() => memberEncoder(member));
      const shown = once(() => memberEncoder(withoutValues({ ...member, shape: ANY_TEXT })));
      const isAlone = member.substitution === undefined;
      const late: LateMember = {
        fill,
        key,
        required: node.min > 0,
        shape: isAlone ? member.shape : undefined,
        place: 'element',
        write: keepable((value, run) => encoder().encode(value, run)),
        show: keepable((value, run) => shown().encode(value, run)),
      };
      return { ...unseen, encode: writing(compileLate(late)) };
    }
  }
}

/** Compiles an attribute that a design fills. */
function compileFilledAttribute(attribute: AttributeMember, compiler: EncoderCompiler): CompiledAttribute {
  const { key } = attribute;
  const fill = attribute.fill as Fill;
  if (fill.kind === 'omitted') return { key, encode: () => '' };
  const encoder = compileAttribute(attribute, compiler);
  if (fill.kind === 'constant') return { key, encode: (_value, run) => encoder.encode(fill.value, run) };
  const shown = compileAttribute(withoutValues({ ...attribute, shape: ANY_TEXT }), compiler);
  const late: LateMember = {
    fill: fill as LateFill,
    key,
    required: attribute.required,
    shape: attribute.shape,
    place: 'attribute',
    write: encoder.encode,
    show: shown.encode,
  };
  return { key, encode: compileLate(late) };
}

/** Compiles the text of an element with attributes that a design fills. */
function compileFilledText(shape: ObjectShape, compiler: EncoderCompiler): ContentEncoder {
  const value = shape.value ?? ANY_TEXT;
  const fill = shape.valueFill as Fill;
  const codec = compiler.codec(value);
  const writeText = textWriterOf(value, compiler);
  const print = (given: unknown, run: EncodingRun): void => {
    writeText(codec.print(given, run) ?? '', run);
  };
  const encode: ContentEncoder['encode'] =
    fill.kind === 'constant'
      ? (_source, run) => inside('$value', run, () => print(fill.value, run))
      : writing(
          compileLate({
            fill: fill as LateFill,
            key: '$value',
            required: true,
            shape: value,
            place: 'text',
            write: keepable(print),
            show: keepable((_value, run) => run.xml.text(HIDDEN)),
          }),
        );
  return { keys: [], emptiable: false, encode };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Runs `write` at a key. */
function inside(key: string, run: EncodingRun, write: () => void): void {
  run.enter(key);
  write();
  run.leave();
}

/** Returns what a value is written as, which can be kept. */
function keepable(write: (value: string, run: EncodingRun) => void): LateWriter {
  return (value, run) => captured(run, () => write(value, run));
}

/** Writes what is returned. */
function writing(encode: (source: unknown, run: EncodingRun) => string) {
  return (source: unknown, run: EncodingRun): void => run.xml.markup(encode(source, run));
}

/** A member whose value only a call knows. */
interface LateMember {
  readonly fill: LateFill;
  readonly key: string;
  readonly required: boolean;
  /** Undefined if another element can take the place of the member. */
  readonly shape: Shape | undefined;
  readonly place: LatePlace;
  readonly write: LateWriter;
  /** Writes `HIDDEN`. */
  readonly show: LateWriter;
}

/** Compiles a value that only the call knows. A problem of it is the owner's, or that of the client's HTTP header. */
function compileLate({ fill, key, required, shape, place, write, show }: LateMember) {
  const keeping = shape === undefined ? write : keepingText(fill, shape, place, write);
  return (_source: unknown, run: EncodingRun): string => {
    const value = lateValue(fill, key, required, run);
    if (value === undefined) return '';
    const outer = run.filling;
    const before = run.errors.length;
    run.filling = true;
    const text = run.fills === 'hidden' ? show(value, run) : keeping(value, run);
    run.filling = outer;
    if (run.errors.length === before) return text;
    const [problem] = run.errors.splice(before);
    return refuse(fill, key, problem as ValidationProblem, run);
  };
}

/** Says that the value of a call cannot be written. Throws `FillError` if it is the owner's. */
function refuse(fill: LateFill, key: string, problem: ValidationProblem, run: EncodingRun): string {
  if (fill.kind === 'header') {
    const message = `has an unusable HTTP header ${fill.name}: it ${problem.message}`;
    run.errors.push({ path: '', keyword: 'header', message });
    return '';
  }
  throw new FillError({
    code: 'FILL_INVALID',
    message: `${describeFill(fill)} cannot be the value of ${quoted(key)}: it ${problem.message}`,
    secret: fill.kind === 'secret' ? fill.name : undefined,
  });
}

/** A member without the values of the schema, which are those of its type. */
function withoutValues<Member extends ElementMember | AttributeMember>(member: Member): Member {
  const { default: _default, fixed: _fixed, ...rest } = member;
  return rest as Member;
}

/** The encoders of members that a design fills. */
export const filledContent: FilledContent = {
  compileFilledAttribute,
  compileFilledBlocks,
  compileFilledBody: filledBody(compileFilledElement),
  compileFilledElement,
  compileFilledText,
  compileLifted,
  choosePrefixes,
};
