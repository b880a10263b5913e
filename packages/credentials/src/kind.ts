import { bytes, type Check, members as membersOf, text, wrong } from '@soapstone/options';
import type { Member, MemberOf } from './members.js';

/**
 * Where a kind works: `fetch` in every runtime, `crypto` in runtimes with Node's `crypto` over any transport, because it changes the message
 * alone, and `node` only in the transport for Node, because it needs connections of its own.
 */
export type RunsOn = 'fetch' | 'crypto' | 'node';

/** The members of the definition of a kind. */
interface KindTraits {
  readonly runsOn: RunsOn;
  /** The scheme of the `Authorization` header that the kind fills in. A profile has at most one kind with a scheme. */
  readonly scheme?: string;
}

/** The definition of a kind with members. */
export interface MembersDefinition<Profile> extends KindTraits {
  readonly members: {
    readonly [Name in keyof Required<Profile>]: MemberOf<Exclude<Profile[Name], undefined>>;
  };
  /** The members that every profile of the kind has. */
  readonly required?: readonly (keyof Profile & string)[];
  /** Members of which a profile has exactly one. */
  readonly either?: readonly (keyof Profile & string)[];
  /** The members that one PKCS#12 file can replace, as the member `pfx`. */
  readonly bundle?: readonly BundleMember[];
  /** Whether the transport itself takes `pfx`, as bytes. Elsewhere, the file is opened before a profile is used. */
  readonly keepsBundle?: true;
}

/** A member that a PKCS#12 file contains. */
export type BundleMember = 'certificate' | 'privateKey';

/** The definition of a kind whose value is not an object with known members. */
export interface ValueDefinition<Value> extends KindTraits {
  readonly value: MemberOf<Value>;
}

/** A kind of credentials: one member of a credential profile. */
export interface Kind<_Value = unknown> {
  /** The member of the profile. */
  readonly name: string;
  readonly runsOn: RunsOn;
  readonly scheme: string | undefined;
  /** The members of the kind; none if its value is not an object with known members. */
  readonly members: Readonly<Record<string, Member>>;
  readonly required: readonly string[];
  readonly either: readonly string[];
  readonly bundle: readonly BundleMember[];
  /** The value of a kind without members. */
  readonly value: Member | undefined;
  /** Checks one profile of the kind; problems have JSON Pointers into it and never a value. */
  readonly check: Check;
  /** The names of the members that are redacted. */
  readonly secrets: readonly string[];
}

/**
 * Defines a kind of credentials with members. The compiler compares the members with the profile: a member that is missing, or of
 * another type, is an error.
 *
 * @param name the member of the credential profile
 *
 * @example
 * ```ts
 * const basic = kind<BasicProfile>('basic', {
 *   runsOn: 'fetch',
 *   scheme: 'Basic',
 *   members: { username: text(8192), password: secret() },
 *   required: ['username', 'password'],
 * });
 * ```
 */
export function kind<Profile>(name: string, definition: MembersDefinition<Profile>): Kind<Profile> {
  const { runsOn, scheme, required = [], either = [], bundle = [], keepsBundle } = definition;
  const members = definition.members as Readonly<Record<string, Member>>;
  const checks = Object.fromEntries(Object.entries(members).map(([member, { check }]) => [member, check]));
  const own = membersOf<Record<string, unknown>>(checks, required);
  const withEither = either.length === 0 ? own : eitherOf(own, either);
  return {
    name,
    runsOn,
    scheme,
    members,
    required,
    either,
    bundle,
    value: undefined,
    check: keepsBundle === true ? orBundle(withEither) : withEither,
    secrets: Object.keys(members).filter((member) => members[member]?.secret === true),
  };
}

/**
 * Defines a kind of credentials that is one value, such as a list of texts.
 *
 * @param name the member of the credential profile
 *
 * @example
 * ```ts
 * const ca = valueKind<string | readonly string[]>('ca', { runsOn: 'node', value: pems() });
 * ```
 */
export function valueKind<Value>(
  name: string,
  { runsOn, scheme, value }: ValueDefinition<Value>,
): Kind<Value> {
  return {
    name,
    runsOn,
    scheme,
    members: {},
    required: [],
    either: [],
    bundle: [],
    value: value as Member,
    check: value.check,
    secrets: [],
  };
}

/** Exactly one of these members, once all members are right. */
function eitherOf(own: Check, names: readonly string[]): Check {
  return (value) => {
    const problems = own(value);
    if (problems.length > 0) return problems;
    const given = names.filter((name) => (value as Readonly<Record<string, unknown>>)[name] !== undefined);
    return given.length === 1 ? [] : wrong(`expected either ${names.join(' or ')}`);
  };
}

const pkcs12: Check = membersOf<{ readonly pfx: Uint8Array; readonly passphrase?: string | undefined }>(
  { pfx: bytes, passphrase: text },
  ['pfx'],
);

/** The members, or the bytes of a PKCS#12 file. */
function orBundle(own: Check): Check {
  return (value) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'pfx') ? pkcs12(value) : own(value);
}
