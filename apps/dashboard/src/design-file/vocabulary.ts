import type { DesignSchema } from './schema-keys.js';

/** Something that can be written at a place of a design file. */
export interface Completion {
  /** As it is read: without quotes. */
  readonly label: string;
  /** A few words, such as the type of a member. */
  readonly detail?: string;
  readonly description?: string;
  /** Whether other keys go below it. */
  readonly isObject?: boolean;
  /** Whether it is a text, which needs quotes if YAML would read something else. */
  readonly isText?: boolean;
  /** Whether it is the beginning of a word that continues: `GetUser/`. */
  readonly isPart?: boolean;
}

/** A member of an input or a result, as the gateway lists it. */
export interface ListedMember {
  readonly path: string;
  /** `xs:string`, `object`, or another kind of value. */
  readonly type: string;
  readonly many: boolean;
  /** The texts of its values, if the schema lists them. */
  readonly values?: readonly string[] | undefined;
}

/** The members of the input or the result of an operation. */
interface ListedMessage {
  readonly operation: string;
  readonly members: readonly ListedMember[];
}

/** The members of all operations, as the gateway lists them. */
export type ListedMessages = Readonly<Record<Side, readonly ListedMessage[]>>;

/** The data for completions. */
export interface Vocabulary extends ListedMessages {
  readonly faults: readonly { readonly operation: string; readonly faults: readonly string[] }[];
  /** The secrets that the gateway proposes. */
  readonly secrets?: readonly { readonly name: string }[];
  readonly schema: DesignSchema;
  /** The design as JSON, as it was read last. */
  readonly json: string;
}

/** The messages of an operation. */
export type Side = 'inputs' | 'results';

/** The members of a message of one operation, or with `*` of all operations. */
export function membersOf(from: ListedMessages, side: Side, operation: string): readonly ListedMember[] {
  if (operation !== '*') return from[side].find((each) => each.operation === operation)?.members ?? [];
  const all = from[side].flatMap(({ members }) => members);
  return [...new Map(all.map((member) => [member.path, member])).values()];
}

/** The path of a member, with its type. */
export function completionOf({ path, type, many }: ListedMember): Completion {
  return { label: path, detail: many ? `${type}[]` : type };
}
