import type { ExpandedName } from '@soapstone/soap-model';
import type { JsonSchema } from '../../api/values.js';
import type { ElementMember, ObjectShape, Shape, Substitution } from '../../shape/shape.js';
import type { ComponentNames } from './component-names.js';
import { DirectedTypes, type Subject } from './directed-types.js';
import type { Candidate, Place, SchemaRegistry } from './schema-registry.js';

/** The direction of values: a client sends inputs, a service returns outputs. */
export type Direction = 'input' | 'output';

/**
 * The audience of the schemas.
 *
 * - `validators`: everything that JSON Schema can express: the lexical forms of dates, special values of float and double.
 * - `code-generators`: what OpenAPI tools turn into good types: a `format` for integers, dates and floats, a `discriminator` for unions,
 *   no union of numbers and special values.
 */
export type Audience = 'validators' | 'code-generators';

export interface ProjectionOptions {
  readonly audience: Audience;
  /** For code generators: dates and times carry a `format`, instead of a pattern of their exact lexical form (OA-9 b). Default true. */
  readonly dateFormats?: boolean | undefined;
  /** Whether `null` is accepted where it means that something is absent (NL-2), not only where it means nil. */
  readonly absentAsNull: boolean;
}

/** A key that says which alternative an object is: `$type` (PY-6) or `$element` (SG-5). */
export interface Tag {
  readonly key: '$type' | '$element';
  /** Undefined for an object that several alternatives share: each of them then states its value. */
  readonly value: string | undefined;
  /** Whether the tag is required. That of a declared type may be omitted. */
  readonly required: boolean;
}

/** A member that an object has because of where it appears: `$headers`, `$attachments` (§5, §13). */
export interface ExtraMember {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The context that all schemas of one projection share. */
export interface ProjectionState {
  readonly registry: SchemaRegistry;
  readonly options: ProjectionOptions;
  readonly candidates: Map<object, Map<string, Candidate>>;
  /** The Shapes that the head of a substitution group has, and their numbers: a design gives it others at some places (DF-5). */
  readonly heads: Map<Substitution, Map<Shape, number>>;
  /** Objects whose form without a required `$type` is in the document: their other form needs another name. */
  readonly untagged: Set<ObjectShape>;
  /** Subjects whose inputs and outputs differ and whose input is in the document. */
  readonly ofInputs: Set<Subject>;
  /** Names of types that a definition has taken. */
  readonly claimed: Set<string>;
  readonly directed: DirectedTypes;
  /** The maximum number of global element names to list under strict wildcards. */
  namesLeft: number;
  /** How many members may still be repeated for elements of substitution groups. */
  repeatedLeft: number;
}

/** A service may have some strict wildcards and very many global elements, whose product must stay bounded. */
const MAX_NAMES = 50_000;
/**
 * Each element of a substitution group repeats the members of its type and of the types derived from it, so elements, types and members
 * multiply. When this many members are repeated, the other elements refer to their types instead.
 */
const MAX_REPEATED = 20_000;

/** The state of a new projection. */
export function createState(registry: SchemaRegistry, options: ProjectionOptions): ProjectionState {
  return {
    registry,
    options,
    candidates: new Map(),
    heads: new Map(),
    untagged: new Set(),
    ofInputs: new Set(),
    claimed: new Set(),
    directed: new DirectedTypes(),
    namesLeft: MAX_NAMES,
    repeatedLeft: MAX_REPEATED,
  };
}

/** The context that the schemas of one message share. */
export interface SchemaContext {
  readonly state: ProjectionState;
  /** Whether values without a type may be arrays (EN-2). */
  readonly encoded: boolean;
  /** The elements that a strict wildcard may know, called if there is one. Absent for outputs, which may have others. */
  readonly globalElementNames: (() => readonly ExpandedName[]) | undefined;
  /** The context of a member: this one, but each header block has its own (EN-9). */
  of(member: ElementMember): SchemaContext;
  /** The schema of a value in element position: the way back from a part of the projection to the whole. */
  shape(shape: Shape, place?: Place): JsonSchema;
  /** The candidate of an object with `tags`: the same way back, for alternatives. */
  object(shape: ObjectShape, tags: readonly Tag[]): Candidate;
}

/** Whether the schemas describe what a service returns. */
export function isOutput({ globalElementNames }: SchemaContext): boolean {
  return globalElementNames === undefined;
}

/** Whether the schemas are for code generators. */
export function isForGenerators({ state }: SchemaContext): boolean {
  return state.options.audience === 'code-generators';
}

/**
 * The candidate of one form of `subject`, created once. `form` tells the forms of one subject apart; inputs and outputs are separate
 * forms only if they differ.
 */
export function candidateOf(
  context: SchemaContext,
  subject: Subject,
  form: string,
  make: () => Candidate,
): Candidate {
  const { state } = context;
  let forms = state.candidates.get(subject);
  if (forms === undefined) {
    forms = new Map();
    state.candidates.set(subject, forms);
  }
  const isOfInput = !isOutput(context) && state.directed.includes(subject);
  if (isOfInput) state.ofInputs.add(subject);
  const key = isOfInput ? `input ${form}` : form;
  let candidate = forms.get(key);
  if (candidate === undefined) {
    candidate = make();
    forms.set(key, candidate);
  }
  return candidate;
}

/** The part of the form of a substitution group's candidate that tells the Shapes of its head apart: nothing for the first one. */
export function formOfHead({ state }: SchemaContext, substitution: Substitution, head: Shape): string {
  let shapes = state.heads.get(substitution);
  if (shapes === undefined) {
    shapes = new Map();
    state.heads.set(substitution, shapes);
  }
  let number = shapes.get(head);
  if (number === undefined) {
    number = shapes.size;
    shapes.set(head, number);
  }
  return number === 0 ? '' : `head ${number}`;
}

/** The candidate of a schema that belongs to no type, such as that of any value: created once per `form`. */
export function wellKnown(
  { candidates, registry }: ProjectionState,
  subject: object,
  form: string,
  name: (names: ComponentNames) => string,
  make: () => JsonSchema,
): Candidate {
  const forms = candidates.get(subject) ?? new Map<string, Candidate>();
  candidates.set(subject, forms);
  const candidate = forms.get(form) ?? registry.add({ always: true, name }, make);
  forms.set(form, candidate);
  return candidate;
}

/**
 * The name that a type has reserved, for the first definition that asks. Further forms of the type (as a variant with `$type`; of
 * outputs next to inputs; encoded messages next to literal ones) get generated names.
 */
export function nameOfType(
  context: SchemaContext,
  names: ComponentNames,
  subject: Subject,
  name: ExpandedName | undefined,
  otherwise: string,
  suffix = '',
): string {
  const { state } = context;
  const isOther = isOutput(context) && state.ofInputs.has(subject);
  const reserved = name && names.ofType(name);
  const isTwin = reserved !== undefined && state.claimed.has(reserved) && isOfResults(subject);
  const more = suffix + (isOther || isTwin ? 'Output' : '');
  if (name === undefined) return names.take(otherwise + more);
  if (reserved === undefined) return names.number(name.localName + more);
  if (more !== '' || state.claimed.has(reserved)) return names.take(reserved + more);
  state.claimed.add(reserved);
  return reserved;
}

/** CM-8: whether requests have another form of the type, which may have taken its name. */
function isOfResults(subject: Subject): boolean {
  if (!('kind' in subject)) return false;
  const shape = subject.kind === 'polymorphic' ? subject.declared : subject;
  return shape.kind === 'object' && shape.ofResults === true;
}

/** The part of a candidate's form that distinguishes its tags from others. */
export function formOf(tags: readonly Tag[]): string {
  return tags.map(({ key, value, required }) => `${key}=${value ?? '*'}${required ? '!' : ''}`).join(' ');
}

/** The schema of a tag. */
export function tagSchema({ value }: Tag): JsonSchema {
  return value === undefined ? { type: 'string' } : { const: value };
}

/** The local part of a Clark name. */
export function localPart(clark: string): string {
  return clark.slice(clark.lastIndexOf('}') + 1);
}

/** The name of an anonymous type, derived from its owners (SC-5). */
export function ownerName(shape: Pick<ObjectShape, 'name' | 'path'>): string {
  return shape.name?.localName ?? shape.path?.join('_') ?? 'Object';
}
