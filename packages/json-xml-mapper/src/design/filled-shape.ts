import type { AttributeMember, ElementMember, Shape } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import type { ParsedFill } from './design-data.js';
import type { FillBranch } from './fill-tree.js';

/** A Shape that a design fills members of, in both its forms. */
export interface Filled<S> {
  /** As it is written: with the members that are filled. */
  readonly written: S;
  /** As clients see it: without them. */
  readonly shown: S;
  /** Whether something in it is filled, and not only left out or given a default: then it may be written although clients leave it out. */
  readonly isFilled: boolean;
  /** Whether `{}` is a value of what clients see. */
  readonly isEmptiable: boolean;
  /** Whether nothing is left for clients. */
  readonly isEmpty: boolean;
}

/** A member that a design fills in an operation. */
export interface FilledMember {
  readonly operation: string;
  /** The keys from the input to the member. */
  readonly keys: readonly string[];
  readonly fill: ParsedFill;
  /** See `FilledPlace.type`. */
  readonly type: string;
}

/** Checks whether a type accepts a value. @returns what is wrong with it */
export interface ValueCheck {
  element(member: ElementMember, fill: ParsedFill): string | undefined;
  attribute(attribute: AttributeMember, fill: ParsedFill): string | undefined;
  text(shape: SimpleShape, fill: ParsedFill): string | undefined;
  /** The text that is written for a default. */
  lexical(
    member: ElementMember | AttributeMember,
    value: unknown,
  ): { readonly text: string } | { readonly problem: string };
}

/** The outcome for the fills of a Shape. */
export interface Outcome {
  readonly fill: ParsedFill;
  /** Undefined if the member is filled. */
  readonly problem?: string;
  /** The type of the member in words; empty if it is not filled. */
  readonly type: string;
}

/** Names the type of a member that can be filled. */
export function typeInWords(shape: Shape, array = false): string {
  if (array) return `${typeInWords(shape)}[]`;
  switch (shape.kind) {
    case 'scalar':
      return `xs:${shape.builtin}`;
    case 'list':
      return `a list of ${typeInWords(shape.item)}`;
    case 'union':
      return 'a union';
    case 'anySimpleType':
      return 'xs:anySimpleType';
    default:
      return shape.kind === 'anyType' ? 'xs:anyType' : shape.kind;
  }
}

/** Fills the Shapes of an operation. */
export interface ShapeFiller {
  readonly check: ValueCheck;
  /** Whether the message is a result: then members may be left out that the schema requires. */
  readonly ofResult: boolean;
  /** Notes that a member of this type is filled, or why it cannot be. @returns whether it is */
  settle(fill: ParsedFill, problem: string | undefined, type?: string): boolean;
  /** Fills any value that has members. Undefined if it has none of them. */
  shape(shape: Shape, branch: FillBranch): Filled<Shape> | undefined;
}
