import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import {
  createOperationShapes,
  type ElementMember,
  type ObjectShape,
  type Shape,
} from '@soapstone/json-xml-mapper/shapes';
import type { ServiceModel } from '@soapstone/wsdl-parser';

/** A first design of a service, for a person to edit. */
export interface ProposedDesign {
  /** What is proposed as it is. */
  readonly design: Design & { readonly rename: Readonly<Record<string, string>> };
  /** Members that look like credentials, by their paths, with names for their secrets. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Why the keys keep their spelling, if they do. */
  readonly collisions: readonly string[];
}

/** Names of members that hold a secret, in lower case without separators. */
const SECRETS: ReadonlySet<string> = new Set(
  'password passwd pwd passphrase passcode pin secret clientsecret sharedsecret secretkey apikey apitoken accesskey accesstoken authkey authtoken securitykey securitytoken privatekey licensekey licencekey token'.split(
    ' ',
  ),
);

/** Names of members that are filled if a secret is beside them. */
const USERS: ReadonlySet<string> = new Set('user username userid login loginname clientid'.split(' '));

/** The members that are looked at, in all operations together. */
const MOST_MEMBERS = 50_000;
const MOST_KEYS = 8;
const MOST_SECRETS = 500;

/** How often names that collide are renamed. */
const MOST_ROUNDS = 20;

/** Proposes a design: camel case, and the members that look like credentials. Both fit the service. */
export function proposeDesign(model: ServiceModel): ProposedDesign {
  const secrets = findSecrets(model);
  const fill = Object.create(null) as Record<string, { readonly secret: string }>;
  for (const [path, secret] of secrets) fill[path] = { secret };
  for (const { at } of checkDesign(model, { fill }).problems) secrets.delete(at[1] ?? '');
  return { ...proposeNames(model), secrets };
}

/** Keys that would become the same one keep their spelling. */
function proposeNames(model: ServiceModel): Pick<ProposedDesign, 'design' | 'collisions'> {
  const rename = Object.create(null) as Record<string, string>;
  let collisions: readonly string[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const design = { names: 'camel' as const, rename };
    const { problems } = checkDesign(model, design);
    if (problems.length === 0) return { design, collisions: [] };
    collisions = problems.map(({ message }) => message);
    const keys = problems.flatMap(({ message }) => keyToRename(message) ?? []);
    const added = keys.filter((key) => !Object.hasOwn(rename, key));
    if (added.length === 0) break;
    for (const key of added) rename[key] = key;
  }
  return { design: { names: 'as-is', rename: {} }, collisions };
}

/** Of the two keys that a collision names, the one whose spelling is not that of both already. */
function keyToRename(message: string): string | undefined {
  const from = message.lastIndexOf('rename: { ');
  const to = message.lastIndexOf(': … }');
  const and = message.indexOf(' and ');
  if (from < 0 || to < from || and < 0) return undefined;
  const key = JSON.parse(message.slice(from + 10, to)) as string;
  return message.includes(` would both be called ${key};`) ? message.slice(0, and) : key;
}

interface Place {
  readonly shape: Shape;
  readonly keys: readonly string[];
}

/** Looks for members of inputs by their names. A path that occurs in several operations is proposed for all of them. */
function findSecrets(model: ServiceModel): Map<string, string> {
  const operationsOf = new Map<string, string[]>();
  const secretOf = new Map<string, string>();
  const shapes = createOperationShapes(model);
  let left = MOST_MEMBERS;
  for (const operation of shapes.names) {
    const seen = new Set<Shape>();
    const pending: Place[] = [{ shape: inputOf(shapes, operation), keys: [] }].flatMap(({ shape, keys }) =>
      shape === undefined ? [] : [{ shape, keys }],
    );
    for (let place = pending.pop(); place !== undefined && left > 0; place = pending.pop()) {
      const { keys } = place;
      const object = place.shape.kind === 'polymorphic' ? place.shape.declared : place.shape;
      if (object.kind !== 'object' || object.form !== 'plain' || seen.has(object)) continue;
      seen.add(object);
      left -= object.members.length + object.attributes.length;
      for (const key of secretsIn(object)) {
        const path = [...keys, key];
        const text = path.map(escapeKey).join('/');
        if (!isPrintable(text)) continue;
        operationsOf.set(text, [...(operationsOf.get(text) ?? []), operation]);
        secretOf.set(text, nameOfSecret(path));
      }
      if (keys.length < MOST_KEYS)
        for (const { key, shape } of object.members.filter(isSingle))
          pending.push({ shape, keys: [...keys, key] });
    }
  }
  const found = new Map<string, string>();
  for (const [path, operations] of operationsOf) {
    if (found.size >= MOST_SECRETS) break;
    const [only = '*'] = operations;
    const operation = operations.length > 1 ? '*' : escapeKey(only);
    if (isPrintable(operation)) found.set(`${operation}/${path}`, secretOf.get(path) ?? 'secret');
  }
  return found;
}

function inputOf(shapes: ReturnType<typeof createOperationShapes>, operation: string): Shape | undefined {
  try {
    return shapes.get(operation).shape.input.root;
  } catch {
    // An operation that cannot be called has no design either.
    return undefined;
  }
}

/** The members that look like secrets, and the names of users beside them. */
function secretsIn({ members, attributes }: ObjectShape): readonly string[] {
  const simple = [
    ...members.filter((member) => isSingle(member) && member.shape.kind === 'scalar'),
    ...attributes.filter(({ shape }) => shape.kind === 'scalar'),
  ].map(({ key }) => key);
  const secrets = simple.filter((key) => SECRETS.has(plainName(key)));
  return secrets.length === 0
    ? []
    : simple.filter((key) => secrets.includes(key) || USERS.has(plainName(key)));
}

function isSingle({ array, substitution }: ElementMember): boolean {
  return !array && substitution === undefined;
}

function plainName(key: string): string {
  return key.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** `carrier-key` for `Carrier/Key`: the last two keys. */
function nameOfSecret(path: readonly string[]): string {
  const words = path.slice(-2).flatMap((key) =>
    key
      .replace(/[^A-Za-z0-9]/g, '-')
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .split('-'),
  );
  const name = words
    .filter((word) => word !== '')
    .join('-')
    .toLowerCase()
    .slice(0, 64);
  return name === '' ? 'secret' : name;
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Whether a text can stand in one line of a comment. */
function isPrintable(text: string): boolean {
  return text.length <= 500 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}
