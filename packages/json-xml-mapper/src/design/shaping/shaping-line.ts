import type { ParsedFill } from '../design-data.js';
import type { DataSetLine } from '../xml/parse-data-sets.js';
import type { SignLine } from '../xml/parse-sign.js';
import type { ValueEntry } from './parse-values.js';

interface LineOfMember {
  /** The JSON keys from the input or the result to the member, as they are without the design. */
  readonly keys: readonly string[];
  /** Where the design says so: see `DesignProblem.at`. */
  readonly at: readonly string[];
}

/** The new name of a member. */
export interface RenameLine extends LineOfMember {
  readonly kind: 'rename';
  readonly to: string;
}

/** The names of a member's values. */
export interface ValuesLine extends LineOfMember {
  readonly kind: 'values';
  readonly entries: readonly ValueEntry[];
  /** The line as the design has it. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** A member in whose place clients see the value of its only member (DF-14). */
export interface LiftedLine extends LineOfMember {
  readonly kind: 'lift';
}

/** A wildcard whose keys leave out its only namespace (AN-10). */
export type ShortLine = LineOfMember;

/** An element that clients see as `$xml` (XM-10). */
export interface RawLine extends LineOfMember {
  readonly kind: 'raw';
}

/** A member whose text is an XML document (XM-12). */
export interface DocumentLine extends LineOfMember {
  readonly kind: 'document';
  /** The name of the root, in Clark notation where it is not certain without the namespace; `*` for any. */
  readonly element: string;
  readonly as: 'escaped' | 'cdata';
  readonly declaration: boolean;
}

/** A line of a design that changes what clients see of one message. */
export type ShapingLine = RenameLine | ValuesLine | LiftedLine | RawLine | DocumentLine;

/** The lines of a design about one operation. */
export interface ParsedOperation {
  readonly name: string;
  readonly at: readonly string[];
  /** Where it says that clients do not see the operation. */
  readonly hidden?: readonly string[];
  readonly input: readonly ShapingLine[];
  readonly result: readonly ShapingLine[];
  /** The elements of the input that are signed. */
  readonly sign: readonly SignLine[];
  /** The wildcards of each message whose keys are short. */
  readonly short: { readonly input: readonly ShortLine[]; readonly result: readonly ShortLine[] };
  /** The DataSets of each message whose rows clients see. */
  readonly dataSets: { readonly input: readonly DataSetLine[]; readonly result: readonly DataSetLine[] };
  readonly lift?: LiftLine;
  /** The members of each message that are left out or have a default. */
  readonly members: { readonly input: readonly ParsedFill[]; readonly result: readonly ParsedFill[] };
}

/** The member that becomes the result (DF-13). */
export interface LiftLine {
  readonly key: string;
  readonly at: readonly string[];
}

/** The new name of every member with some key. */
export interface ParsedRename {
  readonly key: string;
  readonly to: string;
  readonly at: readonly string[];
}

/** The same for every member with some key. */
export interface ParsedLift {
  readonly key: string;
  readonly at: readonly string[];
}

/** The parts of a design that change the names and members that clients see. */
export interface ParsedShaping {
  readonly camel: boolean;
  readonly renames: readonly ParsedRename[];
  readonly lifts: readonly ParsedLift[];
  readonly operations: readonly ParsedOperation[];
}
