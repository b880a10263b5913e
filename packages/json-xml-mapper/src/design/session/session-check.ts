import { nearestName } from '../../explain/keys/nearest-name.js';
import type { HeadersShape, MessageShape, OperationShape } from '../../shape/operation-shape.js';
import type { ElementMember, ObjectShape, Shape } from '../../shape/shape.js';
import { acceptsEmpty, isValueConstrained } from '../accepts-empty.js';
import { hint, quote } from '../design-data.js';
import type { DesignProblem } from '../design-error.js';
import { follow, type Place } from '../find-miss.js';
import { escapeKey } from '../parse-design.js';
import type { ParsedSession } from './parsed-session.js';

/** Types that say when a session ends: an instant, or a number of seconds. A text is read as either. */
const TIMES: ReadonlySet<string> = new Set(['dateTime', 'date', 'string', 'normalizedString', 'token']);

/** The operations that a session calls. */
export function sessionOperations(session: ParsedSession | undefined): readonly string[] {
  return [session?.login, session?.logout].filter((name) => name !== undefined);
}

/** Checks a session against its service. @param shapeOf gives the designed Shape of an operation, if it can be called */
export function checkSession(
  session: ParsedSession,
  operations: readonly string[],
  shapeOf: (operation: string) => OperationShape | undefined,
): readonly DesignProblem[] {
  const problems: DesignProblem[] = [];
  const report = (at: readonly string[], message: string, nearest?: string): void => {
    problems.push({ at: ['session', ...at], message, ...(nearest !== undefined && { nearest }) });
  };
  const operationAt = (name: string, at: readonly string[]): OperationShape | undefined => {
    const shape = shapeOf(name);
    if (shape !== undefined) return shape;
    if (operations.includes(name)) report(at, `cannot be used: the operation ${name} cannot be called`);
    else {
      const nearest = nearestName(name, operations);
      report(at, `no operation of this service is called ${JSON.stringify(name)}${hint(nearest)}`, nearest);
    }
    return undefined;
  };
  const { login, logout, token, expires, endpoint } = session;
  const shape = login === undefined ? undefined : operationAt(login, ['login', 'operation']);
  if (login !== undefined && shape !== undefined) {
    const needed = neededKeys(shape.input);
    if (needed !== undefined)
      report(
        ['login'],
        `must give the whole input of ${login}${needed === '' ? '' : `: ${needed} is missing`}`,
      );
    const { output } = shape;
    const record = output?.record;
    const at = (part: string, key: string, keys: readonly string[], source: Shape | undefined): void => {
      const problem =
        source === record?.shape && record !== undefined
          ? (recordProblem(record, keys, login) ?? leafProblem(source, keys, key, login))
          : leafProblem(source, keys, key, login);
      if (problem !== undefined) report([part, key], problem.message, problem.nearest);
    };
    const result = record?.shape ?? output?.root;
    if (token.kind === 'result') at('token', 'result', token.keys, result);
    if (token.kind === 'soapHeader') at('token', 'soapHeader', token.keys, headersOf(output));
    if (expires !== undefined) at('token', 'expires', expires, result);
    if (endpoint !== undefined) at('endpoint', 'result', endpoint.keys, result);
  }
  if (logout !== undefined) {
    const ending = operationAt(logout, ['logout']);
    const needed = ending && neededKeys(ending.input);
    if (needed !== undefined)
      report(
        ['logout'],
        `must need nothing but the token: fill the other members of ${logout}${needed === '' ? '' : `, such as ${needed}`}`,
      );
  }
  return problems;
}

function headersOf(output: MessageShape | undefined): HeadersShape | undefined {
  return output?.headers;
}

/** The values that clients would have to give in an input: a key of it, or an empty text if no key is known; undefined for nothing. */
function neededKeys({ root, headers }: MessageShape): string | undefined {
  const object = root.kind === 'polymorphic' ? root.declared : root;
  if (root.kind === 'polymorphic' && root.abstract) return '';
  return neededOf(object) ?? (headers && neededOf(headers));
}

function neededOf(shape: ObjectShape): string | undefined {
  const attribute = shape.attributes.find((each) => each.required && !isValueConstrained(each));
  if (attribute !== undefined) return attribute.key;
  if (shape.value !== undefined) return '$value';
  if (shape.form !== 'plain') return '$content';
  if (acceptsEmpty(shape.content)) return undefined;
  const missing = shape.content.children.find((child) => !acceptsEmpty(child));
  return missing?.kind === 'element' ? missing.member.key : '';
}

/** A path that begins with the record, which a result omits (UW-4), although the rest of it is right. */
function recordProblem(
  { key, shape }: ElementMember,
  keys: readonly string[],
  login: string,
): Problem | undefined {
  const [first, ...rest] = keys;
  if (first !== key || rest.length === 0 || 'places' in follow([{ shape }], [first])) return undefined;
  if (!('places' in follow([{ shape }], rest))) return undefined;
  const nearest = rest.map(escapeKey).join('/');
  const message = `the result of ${login} is the content of ${quote(key)}, so the path begins after it${hint(nearest)}`;
  return { message, nearest };
}

interface Problem {
  readonly message: string;
  readonly nearest?: string | undefined;
}

function leafProblem(
  source: Shape | undefined,
  keys: readonly string[],
  use: string,
  login: string,
): Problem | undefined {
  const what = use === 'soapHeader' ? `the SOAP headers of the answer of ${login}` : `the result of ${login}`;
  if (source === undefined) return { message: `${what} has no members, so no ${quote(keys.join('/'))}` };
  const found = follow([{ shape: source }], keys);
  if (!('places' in found)) {
    const above = keys.slice(0, found.depth).map(escapeKey).join('/');
    const place = above === '' ? what : `${above} of ${what}`;
    if (found.isText) return { message: `${place} has no members, so no ${quote(found.key)}` };
    const nearest = found.nearest === undefined ? {} : { nearest: found.nearest };
    return { message: `${place} has no member ${quote(found.key)}${hint(found.nearest)}`, ...nearest };
  }
  for (let depth = 1; depth <= keys.length; depth++) {
    const upTo = follow([{ shape: source }], keys.slice(0, depth));
    if ('places' in upTo && upTo.places.some((place) => !('shape' in place) || place.array === true))
      return { message: `must be one value: ${keys[depth - 1]} of ${what} can occur more than once` };
  }
  return found.places.map((place) => valueProblem(place, use)).find((problem) => problem !== undefined);
}

function valueProblem(place: Place, use: string): { readonly message: string } | undefined {
  const shape = 'shape' in place ? place.shape : undefined;
  if (shape?.kind === 'object' && shape.value !== undefined)
    return { message: 'has attributes: add /$value for its text' };
  if (shape?.kind === 'union' || shape?.kind === 'anySimpleType') return undefined;
  if (shape?.kind !== 'scalar') return { message: 'must be a single value: name one of its members' };
  if (use !== 'expires' || shape.json === 'number' || TIMES.has(shape.builtin)) return undefined;
  return { message: `must be a date and time or a number of seconds, not xs:${shape.builtin}` };
}
