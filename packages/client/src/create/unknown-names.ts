import { OperationNotFoundError } from '@soapstone/json-xml-mapper/internal';
import { nearestOf } from '@soapstone/options';
import type { ServiceModel } from '@soapstone/soap-model';

/** Names that JavaScript and its tools look up in any object: those of promises, errors, collections and DOM nodes. */
const PROBED: ReadonlySet<string> = new Set([
  ...['then', 'catch', 'finally', 'toJSON', 'inspect', 'type', 'key', 'ref'],
  ...['name', 'length', 'size', 'message', 'stack', 'nodeType', 'tagName', 'getter', 'setter', 'getReader'],
]);

/** Members of node-soap's client that tools do not probe for, and what replaces them. */
const NODE_SOAP: Readonly<Record<string, string>> = {
  setSecurity: 'option "security" of createClient or $with',
  setEndpoint: 'option "endpoint" of createClient or $with',
  addHttpHeader: 'option "headers" of createClient, $with or a call',
  addSoapHeader: 'option "soapHeaders" of createClient, $with or a call',
  changeSoapHeader: 'option "soapHeaders" of a call',
  describe: 'client.$operations and "info" of an operation',
  lastRequest: '"request" of an operation\'s "full"',
  lastResponse: '"body" of an operation\'s "full"',
};

/** The names that a client knows. */
export interface KnownNames {
  readonly $operations: readonly string[];
  readonly $ports: readonly string[];
  readonly $model: ServiceModel;
}

/** Creates the error for a name that is not an operation of a client. */
export function operationNotFound(name: string, known: KnownNames): OperationNotFoundError {
  const elsewhere = meaningElsewhere(name, known);
  const names = name.startsWith('$') ? Object.keys(known) : known.$operations;
  const nearest = elsewhere === undefined ? nearestOf(name, names) : undefined;
  return new OperationNotFoundError({
    operation: name,
    nearest: nearest === undefined ? [] : [nearest],
    hint: elsewhere ?? 'client.$operations lists all of them',
  });
}

/** Says what a name means in the WSDL or in node-soap, and what to write instead. */
function meaningElsewhere(name: string, { $ports, $model }: KnownNames): string | undefined {
  if (Object.hasOwn(NODE_SOAP, name)) return `${name} of node-soap is ${NODE_SOAP[name]}`;
  if ($ports.includes(name)) return `it is a port: client.$port("${name}")`;
  const service = $model.services.find(
    ({ name: { localName }, ports }) =>
      localName === name || ports.some(({ operations }) => operations.some((each) => each.name === name)),
  );
  if (service === undefined) return undefined;
  const { localName } = service.name;
  if (localName === name && service.ports.some((port) => $ports.includes(port.name)))
    return 'it is this service: its operations are members of the client';
  const what = localName === name ? 'it is a service' : `it is an operation of the service ${localName}`;
  return `${what}: createClient(client.$model, { service: "${localName}" })`;
}

/**
 * Creates the prototype of a client. Only names that the client does not have reach it, so operations cost nothing extra.
 *
 * A name that looks like an operation throws `OperationNotFoundError`. Any other name is `undefined`, as in every object, because
 * frameworks and test tools ask objects for members such as `then`, `toJSON` or `onModuleInit` to see what they are. Every name is
 * `undefined` in an object that inherits from the client or has its prototype, as copies by lodash do.
 *
 * @param client the members of the client besides its operations
 */
export function unknownNames(client: KnownNames): object {
  const words = new Set(client.$operations.flatMap((each) => firstWord(each) ?? []));
  const known = [...client.$operations, ...Object.keys(client)].map((each) => each.toLowerCase());
  const looksLikeOperation = (name: string): boolean => {
    if (PROBED.has(name)) return false;
    if (/^[A-Z]/.test(name) || Object.hasOwn(NODE_SOAP, name)) return true;
    const word = firstWord(name);
    if (word !== undefined && words.has(word)) return true;
    const lower = name.toLowerCase();
    return known.some((each) => isMisspelt(lower, each));
  };
  return new Proxy(Object.freeze({}), {
    get(ordinary, name, receiver) {
      const isOwn =
        typeof receiver === 'object' && receiver !== null && Object.hasOwn(receiver, '$operations');
      if (isOwn && typeof name === 'string' && !(name in ordinary) && looksLikeOperation(name))
        throw operationNotFound(name, client);
      return Reflect.get(ordinary, name, receiver);
    },
  });
}

/** The first word, lower-case, of a name of several words: `get` of `getUser`, `GetUser` and `get_user`. */
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
