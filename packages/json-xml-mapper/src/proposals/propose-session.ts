import type { SessionDesign } from '../api/design.js';
import { escapeKey } from '../design/parse-design.js';
import type { OperationShapes } from '../operation/operation-shapes.js';
import type { ElementMember, Shape } from '../shape/shape.js';
import type { CheckProposal } from './check-proposal.js';
import { inputOf } from './list-inputs.js';
import { isPrintable, isSingle, nameOfSecret, objectOf, plainName, secretsIn } from './member-names.js';

/** Names of operations, in lower case without separators. */
const LOGINS = words(
  'login logon signin signon authenticate userlogin loginuser dologin createsession opensession startsession',
);
const LOGOUTS = words('logout logoff signout signoff userlogout dologout endsession closesession');
/** Names of members of the answer. */
const TOKENS = words(
  'sessionid session sid sessiontoken sessionkey token authtoken accesstoken securitytoken ticket',
);
const ENDS = words('expires expiresat expiration expirationtime expirydate validuntil sessionsecondsvalid');
const ENDPOINTS = words('serverurl serviceurl endpointurl');

/** How deep members are looked for. */
const MOST_KEYS = 4;
const MOST_MEMBERS = 5_000;
/** The operations whose inputs are looked at for a place of the token. */
const MOST_OPERATIONS = 500;

/** A simple value that occurs once. */
interface Leaf {
  readonly keys: readonly string[];
  /** Whether it looks like a credential. */
  readonly secret: boolean;
  /** Whether it and all above it are required. */
  readonly required: boolean;
}

/**
 * Proposes a session, if an operation is called like a login, takes a credential, and answers with a token that other operations have a
 * place for. All values of the login are secrets. Undefined if there is no such operation, or if the session does not fit the service.
 */
export function proposeSession(shapes: OperationShapes, check: CheckProposal): SessionDesign | undefined {
  for (const login of shapes.names.filter((name) => LOGINS.has(plainName(name)))) {
    const session = sessionWith(login, shapes);
    const fitting = session && fit(session, check);
    if (fitting !== undefined) return fitting;
  }
  return undefined;
}

function sessionWith(login: string, shapes: OperationShapes): SessionDesign | undefined {
  const { input, output } = shapes.get(login).shape;
  const given = leavesOf(input.root);
  const result = output && (output.record?.shape ?? output.root);
  if (result === undefined || !given.some(({ secret }) => secret)) return undefined;
  const answers = leavesOf(result);
  const named = (names: ReadonlySet<string>) =>
    answers.find(({ keys }) => names.has(plainName(lastOf(keys))));
  // Some answers are the token alone.
  const token = named(TOKENS) ?? (answers.length === 1 ? answers[0] : undefined);
  const send = token && placeOfToken(login, lastOf(token.keys), shapes);
  if (token === undefined || send === undefined) return undefined;
  const [expires, endpoint] = [named(ENDS), named(ENDPOINTS)];
  const logout = shapes.names.find((name) => LOGOUTS.has(plainName(name)));
  const values = given
    .filter(({ secret, required }) => secret || required)
    .map(({ keys }) => [pathOf(keys), { secret: nameOfSecret([login, ...keys]) }] as const);
  return {
    login: { operation: login, input: Object.fromEntries(values) },
    token: { result: pathOf(token.keys), ...(expires && { expires: pathOf(expires.keys) }) },
    send,
    ...(endpoint && { endpoint: { result: pathOf(endpoint.keys) } }),
    ...(logout !== undefined && { logout }),
  };
}

/** Leaves out what does not fit. Undefined if the rest does not fit either. */
function fit(session: SessionDesign, check: CheckProposal): SessionDesign | undefined {
  const problems = check({ session });
  if (problems.length === 0) return session;
  const wrong = (part: string, key?: string) =>
    problems.some(({ at }) => at[1] === part && (key === undefined || at[2] === key));
  const { login, token, send, endpoint, logout } = session;
  const { expires, ...source } = token as { readonly result: string; readonly expires?: string };
  const reduced: SessionDesign = {
    login,
    token: { ...source, ...(expires !== undefined && !wrong('token', 'expires') && { expires }) },
    send,
    ...(endpoint !== undefined && !wrong('endpoint') && { endpoint }),
    ...(logout !== undefined && !wrong('logout') && { logout }),
  };
  return check({ session: reduced }).length === 0 ? reduced : undefined;
}

/** Where other operations take the token: in a header block, or in a member that most of them have. */
function placeOfToken(
  login: string,
  key: string,
  shapes: OperationShapes,
): SessionDesign['send'] | undefined {
  const isToken = (name: string) => plainName(name) === plainName(key) || TOKENS.has(plainName(name));
  const members = new Map<string, number>();
  const headers = new Map<string, number>();
  for (const operation of shapes.names.slice(0, MOST_OPERATIONS)) {
    const input = operation === login ? undefined : inputOf(shapes, operation);
    if (input === undefined) continue;
    count(members, leavesOf(input.root), isToken);
    if (input.headers !== undefined) count(headers, leavesOf(input.headers), isToken);
  }
  const [header, member] = [mostOf(headers), mostOf(members)];
  if (header !== undefined) return { soapHeader: header };
  return member === undefined ? undefined : { member: `*/${member}` };
}

function count(counts: Map<string, number>, leaves: readonly Leaf[], isToken: (key: string) => boolean) {
  const found = leaves.find(({ keys }) => isToken(lastOf(keys)));
  const path = found && pathOf(found.keys);
  if (path !== undefined && isPrintable(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
}

function mostOf(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** The simple values of an object that occur once, level by level. */
function leavesOf(root: Shape): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const seen = new Set<Shape>();
  const pending: { shape: Shape; keys: readonly string[]; required: boolean }[] = [
    { shape: root, keys: [], required: true },
  ];
  for (const { shape, keys, required } of pending) {
    const object = objectOf(shape);
    if (object === undefined || object.form !== 'plain' || seen.has(object)) continue;
    seen.add(object);
    const secrets = secretsIn(object);
    const isLeaf = (value: Shape) => value.kind === 'scalar';
    const add = (key: string, needed: boolean) =>
      leaves.push({ keys: [...keys, key], secret: secrets.includes(key), required: required && needed });
    for (const each of object.attributes) if (isLeaf(each.shape)) add(each.key, each.required);
    for (const member of object.members.filter(isSingle)) {
      if (pending.length + leaves.length > MOST_MEMBERS) return leaves;
      if (isLeaf(member.shape)) add(member.key, isNeeded(member));
      else if (keys.length + 1 < MOST_KEYS)
        pending.push({
          shape: member.shape,
          keys: [...keys, member.key],
          required: required && isNeeded(member),
        });
    }
  }
  return leaves;
}

function isNeeded({ min, conditional }: ElementMember): boolean {
  return min > 0 && !conditional;
}

function pathOf(keys: readonly string[]): string {
  return keys.map(escapeKey).join('/');
}

function lastOf(keys: readonly string[]): string {
  return keys.at(-1) ?? '';
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
