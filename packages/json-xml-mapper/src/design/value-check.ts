import type { EncoderCompiler, EncoderSettings } from '../explain/compiler.js';
import { compileAttribute } from '../explain/content/attribute-encoder.js';
import { compileMember } from '../explain/content/member-encoder.js';
import { createCompiler } from '../explain/create-compiler.js';
import { EncodingRun } from '../request/encoding-run.js';
import { PrefixTable } from '../request/prefixes.js';
import { countOf } from '../scalar/describe.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { AttributeMember, ElementMember, Shape } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import type { ParsedFill } from './design-data.js';
import type { ValueCheck } from './filled-shape.js';
import { escapeKey } from './parse-design.js';

/** Values like those that are generated. A type may have bounds, so it takes times if it takes one that calls will have. */
const SAMPLES = {
  uuid: ['00000000-0000-4000-8000-000000000000'],
  timestamp: ['2027-02-03T04:05:06.789Z', '2040-02-03T04:05:06.789Z', '2100-02-03T04:05:06.789Z'],
} as const;

/** The members named in a message. */
const MOST_NAMED = 5;

/** Creates the check of the values that a design fills into one operation: the encoders of requests judge them. */
export function createValueCheck(
  operation: OperationShape,
  encoded: boolean,
  settings: EncoderSettings,
): ValueCheck {
  const table = new PrefixTable();
  const compiler: EncoderCompiler = createCompiler(operation, table, encoded, settings);
  const problemOf = (write: (run: EncodingRun) => void): string | undefined => {
    const run = new EncodingRun(settings.limits, table);
    run.collect(() => write(run));
    const [problem] = run.errors;
    return problem?.message;
  };
  return {
    element(member, { origin, keys }) {
      const nested = objectProblem(member.shape, keys);
      if (nested !== undefined) return nested;
      if (member.substitution?.abstract === true)
        return 'cannot be filled: the schema wants another element in its place';
      if (member.shape.kind === 'soapArray') return 'cannot be filled: it is a SOAP array';
      if (member.shape.kind === 'attachment') return 'cannot be filled: it is an attachment';
      if (member.array) return arrayProblem(member, origin, (value) => elementProblem(member, value));
      return firstProblem(knownValues(origin), (value) => elementProblem(member, value));
    },
    attribute(attribute, { origin }) {
      const values = knownValues(origin);
      if (values[0] === null) return 'must not be null: leave the line out instead';
      const encoder = compileAttribute(attribute, compiler);
      return firstProblem(values, (value) => problemOf((run) => encoder.encode(value, run)));
    },
    text(shape, { origin }) {
      const codec = compiler.codec(shape);
      return firstProblem(knownValues(origin), (value) => problemOf((run) => codec.print(value, run)));
    },
    lexical,
  };

  function lexical(
    { shape }: ElementMember | AttributeMember,
    value: unknown,
  ): { readonly text: string } | { readonly problem: string } {
    const simple = shape.kind === 'object' ? shape.value : shape;
    let text: string | undefined;
    const problem = problemOf((run) => {
      text = compiler.codec(simple as SimpleShape).print(value, run);
    });
    return problem === undefined && text !== undefined ? { text } : { problem: problem ?? 'has no value' };
  }

  function elementProblem(member: ElementMember, value: unknown): string | undefined {
    const encoder = compileMember(member, compiler);
    return problemOf((run) => encoder.encode(value, run));
  }
}

/** The values that can be checked now, one of which must fit; none for what only a call brings. */
function knownValues(origin: ParsedFill['origin']): readonly unknown[] {
  if (origin.kind === 'constant') return [origin.value];
  return origin.kind === 'generate' ? SAMPLES[origin.what] : [];
}

/** The problem of the first value; undefined if any of them has none. */
function firstProblem(
  values: readonly unknown[],
  problemOf: (value: unknown) => string | undefined,
): string | undefined {
  const problems = values.map(problemOf);
  return problems.includes(undefined) ? undefined : problems[0];
}

function arrayProblem(
  { key, min, max }: ElementMember,
  origin: ParsedFill['origin'],
  problemOf: (value: unknown) => string | undefined,
): string | undefined {
  if (origin.kind !== 'constant' || !Array.isArray(origin.value))
    return `must be a list: ${key} can occur more than once`;
  const values: readonly unknown[] = origin.value;
  if (values.length === 0) return 'must not be an empty list: leave the line out instead';
  if (values.length < min) return `must have at least ${countOf(min)}, has ${values.length}`;
  if (values.length > max) return `must have at most ${countOf(max)}, has ${values.length}`;
  for (const value of values) {
    const problem = problemOf(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** An object has no value of its own. */
function objectProblem(shape: Shape, keys: readonly string[]): string | undefined {
  if (shape.kind === 'polymorphic') return objectProblem(shape.declared, keys);
  if (shape.kind !== 'object') return undefined;
  const own = [
    ...(shape.value === undefined ? [] : ['$value']),
    ...shape.members.map(({ key }) => key),
    ...shape.attributes.map(({ key }) => key),
  ];
  const last = keys.at(-1) ?? '';
  const named = own.slice(0, MOST_NAMED).map((key) => `${escapeKey(last)}/${escapeKey(key)}`);
  const more = own.length > MOST_NAMED ? ' and others' : '';
  return `is an object: fill its members instead${own.length === 0 ? '' : `, ${named.join(', ')}${more}`}`;
}
