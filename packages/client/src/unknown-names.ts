import { OperationNotFoundError } from '@soapstone/json-xml-mapper';
import { nearestOf } from '@soapstone/soap-model/options';

/** Names that JavaScript and its tools look up in any object: those of promises, errors, collections and DOM nodes. */
const PROBED: ReadonlySet<string> = new Set([
  ...['then', 'catch', 'finally', 'toJSON', 'inspect', 'type', 'key', 'ref'],
  ...['name', 'length', 'size', 'message', 'stack', 'nodeType', 'tagName', 'getter', 'setter'],
]);

/** Members of node-soap's client that no tool looks up, and what replaces them. */
const NODE_SOAP: Readonly<Record<string, string>> = {
  setSecurity: 'option "security" of createClient',
  setEndpoint: 'option "endpoint" of createClient',
  addHttpHeader: 'option "headers" of createClient or of a call',
  addSoapHeader: 'option "soapHeaders" of createClient or of a call',
  changeSoapHeader: 'option "soapHeaders" of a call',
  describe: 'client.$operations and "info" of an operation',
  lastRequest: '"request" of an operation\'s "full"',
  lastResponse: '"body" of an operation\'s "full"',
};

/**
 * The error for a name that is no operation of a client.
 *
 * @param names the operations of the client
 */
export function operationNotFound(name: string, names: readonly string[]): OperationNotFoundError {
  const replacement = Object.hasOwn(NODE_SOAP, name) ? NODE_SOAP[name] : undefined;
  const nearest = replacement === undefined ? nearestOf(name, names) : undefined;
  return new OperationNotFoundError({
    operation: name,
    nearest: nearest === undefined ? [] : [nearest],
    hint:
      replacement === undefined
        ? 'client.$operations lists all of them'
        : `${name} of node-soap is ${replacement}`,
  });
}

/**
 * The prototype of a client. Only names that the client does not have reach it, so operations cost no more.
 *
 * A name that looks like an operation throws `OperationNotFoundError`. Any other name is `undefined`, as in every object, because frameworks
 * and test tools ask objects for members such as `then`, `toJSON` or `onModuleInit` to see what they are.
 *
 * @param operations the names of the operations
 * @param members the names of the other members
 */
export function unknownNames(operations: readonly string[], members: readonly string[]): object {
  const words = new Set(operations.flatMap((each) => firstWord(each) ?? []));
  const known = [...operations, ...members].map((each) => each.toLowerCase());
  const looksLikeOperation = (name: string): boolean => {
    if (PROBED.has(name)) return false;
    if (/^[A-Z]/.test(name) || Object.hasOwn(NODE_SOAP, name)) return true;
    const word = firstWord(name);
    if (word !== undefined && words.has(word)) return true;
    const lower = name.toLowerCase();
    return known.some((each) => isMisspelt(lower, each));
  };
  return new Proxy(Object.freeze({}), {
    get(ordinary, name, client) {
      if (typeof name === 'string' && !(name in ordinary) && looksLikeOperation(name))
        throw operationNotFound(name, operations);
      return Reflect.get(ordinary, name, client);
    },
  });
}

/** The verb of a name of several words: `get` of `getUser`, `GetUser` and `get_user`. */
function firstWord(name: string): string | undefined {
  return /^([A-Z]?[a-z]+)[A-Z_]/.exec(name)?.[1]?.toLowerCase();
}

/** Whether two names differ in one place, by at most a quarter of their letters. */
function isMisspelt(name: string, known: string): boolean {
  const least = Math.min(name.length, known.length);
  if (least < 4) return false;
  let start = 0;
  while (start < least && name[start] === known[start]) start += 1;
  let end = 0;
  while (end < least - start && name.at(-1 - end) === known.at(-1 - end)) end += 1;
  return Math.max(name.length, known.length) - start - end <= Math.floor(least / 4);
}
