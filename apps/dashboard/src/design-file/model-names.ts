import { unescapeSegment } from '../text/pointer.js';
import { escapeKey, notationOf } from './fill-lines.js';
import type { Place } from './place.js';
import { headerNames, secretNames } from './secret-names.js';
import { type Completion, completionOf, membersOf, type Side, type Vocabulary } from './vocabulary.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const FAULT_STATUSES = ['400', '403', '404', '409', '410', '412', '422', '429', '500', '503'];
/** The members of the input that `page` names; the others are of the result. */
const PAGE_INPUTS: ReadonlySet<string> = new Set(['size', 'start', 'number', 'after']);
const PAGE_RESULTS: ReadonlySet<string> = new Set(['items', 'next', 'more', 'done', 'total', 'pages']);
/** The lines of a message that begin with the path of a member. */
const BY_PATH: ReadonlySet<string> = new Set([
  'rename',
  'values',
  'defaults',
  'documents',
  'dataSets',
  'sign',
]);
const LISTS: ReadonlySet<string> = new Set(['omit', 'lift', 'raw', 'short']);

/** Headers that clients and gateways in front of an API often send. */
const CLIENT_HEADERS = [
  'Accept-Language',
  'Idempotency-Key',
  'User-Agent',
  'X-Correlation-Id',
  'X-Request-Id',
  'X-Tenant-Id',
  'X-User-Id',
  'traceparent',
];
/** Headers in which SOAP services take a token, or return it. */
const TOKEN_HEADERS = ['Authorization', 'X-Auth-Token', 'X-Session-Id'];

/** The names of the model that can be at a place. */
export class ModelNames {
  readonly #from: Vocabulary;

  constructor(from: Vocabulary) {
    this.#from = from;
  }

  at(keys: readonly string[], kind: Place['kind'], word: string): readonly Completion[] {
    const [part, ...rest] = keys;
    switch (part) {
      case 'operations':
        return this.#inOperations(rest, kind, word);
      case 'fill':
        return this.#inFill(rest, kind, word);
      case 'session':
        return this.#inSession(rest, kind, word);
      case 'rename':
        return rest.length === 0 && kind === 'key' ? this.#keys() : [];
      case 'lift':
        return kind === 'item' ? this.#keys() : [];
      default:
        return [];
    }
  }

  #inOperations(
    [operation, part, ...rest]: readonly string[],
    kind: Place['kind'],
    word: string,
  ): readonly Completion[] {
    if (operation === undefined) return kind === 'key' ? this.#operations() : [];
    if (part === 'input') return this.#inMessage('inputs', operation, rest, kind);
    if (part === 'result') return this.#inMessage('results', operation, rest, kind);
    if (part === 'page') return this.#inPage(operation, rest, kind);
    if (part === 'faults')
      return rest.length === 0
        ? this.#faultsOf(operation)
        : FAULT_STATUSES.map((label) => ({ label, isText: false }));
    if (kind !== 'value') return [];
    if (part === 'body') return this.#top('inputs', operation);
    if (part === 'route') return word.includes('/') ? this.#places(operation, word) : METHODS.map(asStart);
    if (part === 'location') return this.#places(operation, word, 'result.');
    return [];
  }

  #inMessage(
    side: Side,
    operation: string,
    [line = '', path, ...rest]: readonly string[],
    kind: Place['kind'],
  ): readonly Completion[] {
    if (path === undefined) {
      if (kind === 'key' ? BY_PATH.has(line) : kind === 'item' && LISTS.has(line))
        return this.#members(side, operation);
      return line === 'lift' && kind === 'value' ? this.#top(side, operation) : [];
    }
    const isValue = rest.length === 0 && (line === 'values' ? kind === 'key' : line === 'defaults');
    return isValue ? this.#valuesOf(side, operation, path) : [];
  }

  #inPage(operation: string, [line = '', path]: readonly string[], kind: Place['kind']) {
    if (line === 'keep') {
      if (path !== undefined) return this.#members('results', operation);
      return kind === 'key' ? this.#members('inputs', this.#continued(operation)) : [];
    }
    if (kind !== 'value') return [];
    if (line === 'continue') return this.#operations();
    if (PAGE_INPUTS.has(line)) return this.#members('inputs', operation);
    return PAGE_RESULTS.has(line) ? this.#members('results', operation) : [];
  }

  /** The operation that returns the later pages of another one. */
  #continued(operation: string): string {
    const { operations } = this.#read() as {
      readonly operations?: Readonly<
        Record<string, { readonly page?: { readonly continue?: unknown } } | null>
      >;
    };
    const own = operations !== undefined && Object.hasOwn(operations ?? {}, operation);
    const name = own ? operations[operation]?.page?.continue : undefined;
    return typeof name === 'string' ? name : operation;
  }

  #inFill([path, ...rest]: readonly string[], kind: Place['kind'], word: string): readonly Completion[] {
    if (path === undefined) return kind === 'key' ? this.#paths(word) : [];
    const [operation = '', ...keys] = [...path.split('/'), ...rest];
    if (rest.at(-1) === 'secret' && kind === 'value') return this.#secrets();
    if (rest.at(-1) === 'header' && kind === 'value') return this.#clientHeaders();
    if (kind === 'value') return this.#valuesOf('inputs', unescapeSegment(operation), keys.join('/'));
    const above = keys.join('/');
    return this.#members('inputs', unescapeSegment(operation)).flatMap((each) =>
      above !== '' && each.label.startsWith(`${above}/`)
        ? [{ ...each, label: each.label.slice(above.length + 1) }]
        : [],
    );
  }

  #inSession(
    [part, line, ...rest]: readonly string[],
    kind: Place['kind'],
    word: string,
  ): readonly Completion[] {
    const login = this.#login();
    switch (part === undefined ? '' : [part, line ?? ''].join('/')) {
      case 'login/operation':
      case 'logout/':
        return kind === 'value' ? this.#operations() : [];
      case 'login/input':
        if (rest.at(-1) === 'secret') return this.#secrets();
        return rest.length === 0 && kind === 'key' ? this.#members('inputs', login) : [];
      case 'token/result':
      case 'token/expires':
      case 'endpoint/result':
        return kind === 'value' ? this.#members('results', login) : [];
      case 'send/member':
        return this.#paths(word);
      case 'send/soapHeader':
      case 'token/soapHeader':
        return this.#headers();
      case 'send/httpHeader':
      case 'token/httpHeader':
        return kind === 'value' ? TOKEN_HEADERS.map(asHeader) : [];
      case 'renew/faults':
        return kind === 'item' ? this.#allFaults() : [];
      default:
        return [];
    }
  }

  #operations(): readonly Completion[] {
    return this.#from.inputs.map(({ operation }) => ({ label: operation, detail: 'operation' }));
  }

  #members(side: Side, operation: string): readonly Completion[] {
    return membersOf(this.#from, side, operation).map(completionOf);
  }

  /** The members that are in no other one, by their keys. */
  #top(side: Side, operation: string): readonly Completion[] {
    return this.#members(side, operation)
      .filter(({ label }) => !label.includes('/') && !label.startsWith('$'))
      .map((each) => ({ ...each, label: unescapeSegment(each.label) }));
  }

  /** The keys of all members of all objects. */
  #keys(): readonly Completion[] {
    const all = [...this.#from.inputs, ...this.#from.results].flatMap(({ members }) => members);
    const keys = all.map(({ path }) => unescapeSegment(path.split('/').at(-1) ?? ''));
    return [...new Set(keys)].filter((key) => !key.startsWith('$')).map((label) => ({ label }));
  }

  /** The beginnings of paths of `fill`, then the paths of one operation, or of all of them. */
  #paths(word: string): readonly Completion[] {
    const [operation, ...rest] = word.split('/');
    if (operation === undefined || rest.length === 0) {
      return ['*', ...this.#from.inputs.map((each) => escapeKey(each.operation))].map((name) => ({
        label: `${name}/`,
        detail: name === '*' ? 'every operation' : 'operation',
        isPart: true,
      }));
    }
    return this.#members('inputs', unescapeSegment(operation)).map((each) => ({
      ...each,
      label: `${operation}/${each.label}`,
    }));
  }

  /** A route or a `Location` whose last brace is open, with members that it can have there. */
  #places(operation: string, word: string, prefix = ''): readonly Completion[] {
    const open = word.lastIndexOf('{');
    if (open < 0 || word.indexOf('}', open) >= 0) return [];
    const before = word.slice(0, open + 1);
    const placed = (side: Side, start: string) =>
      membersOf(this.#from, side, operation).flatMap((member): Completion[] => {
        if (member.many || member.type === 'object' || /[$@]/.test(member.path)) return [];
        const dotted = member.path.split('/').map(unescapeSegment).join('.');
        return [{ ...completionOf(member), label: `${before}${start}${dotted}}` }];
      });
    return [...placed('inputs', ''), ...(prefix === '' ? [] : placed('results', prefix))];
  }

  #valuesOf(side: Side, operation: string, path: string): readonly Completion[] {
    const member = membersOf(this.#from, side, operation).find((each) => each.path === path);
    const isText = notationOf(member?.type ?? '') === 'text';
    return (member?.values ?? []).map((label) => ({ label, detail: 'value', isText }));
  }

  #faultsOf(operation: string): readonly Completion[] {
    const faults = this.#from.faults.find((each) => each.operation === operation)?.faults ?? [];
    return faults.map((label) => ({ label, detail: 'fault' }));
  }

  #allFaults(): readonly Completion[] {
    const names = new Set(this.#from.faults.flatMap(({ faults }) => faults));
    return [...names].map((label) => ({ label, detail: 'fault' }));
  }

  /** The members of SOAP header blocks, without the key that they are below. */
  #headers(): readonly Completion[] {
    const blocks = membersOf(this.#from, 'inputs', '*').filter(({ path }) => path.startsWith('$headers/'));
    return blocks.map((member) => ({
      ...completionOf(member),
      label: member.path.slice('$headers/'.length),
    }));
  }

  #secrets(): readonly Completion[] {
    const proposed = (this.#from.secrets ?? []).map(({ name }) => name);
    const names = new Set([...secretNames(this.#from.json), ...proposed]);
    return [...names].map((label) => ({ label, detail: 'secret' }));
  }

  /** HTTP headers of clients: first those that the file names. */
  #clientHeaders(): readonly Completion[] {
    return [...new Set([...headerNames(this.#from.json), ...CLIENT_HEADERS])].map(asHeader);
  }

  #login(): string {
    const { session } = this.#read() as {
      readonly session?: { readonly login?: { readonly operation?: unknown } };
    };
    const name = session?.login?.operation;
    return typeof name === 'string' ? name : '';
  }

  #read(): object {
    return JSON.parse(this.#from.json) as object;
  }
}

function asHeader(label: string): Completion {
  return { label, detail: 'HTTP header' };
}

function asStart(method: string): Completion {
  return { label: `${method} /`, isPart: true };
}
