import { clarkName, type ExpandedName, type ServiceModel } from '@soapstone/soap-model';

/**
 * Names of definitions (OA-3). Those of a document are a pure function of the model, so that two runs and two revisions of a
 * description differ only where the description does.
 */
export interface ComponentNames {
  /** The name reserved for a named type. `undefined` for a type that is not known beforehand. */
  ofType(name: ExpandedName): string | undefined;
  /** A free name like `wanted`: names of the WSDL win, a generated name gives way with a suffix `_`. */
  take(wanted: string): string;
  /** A free name like `wanted`, the second one `wanted.2`. */
  number(wanted: string): string;
}

/** Gives every named type of a model its name: the local name, and `.2`, `.3`… for those of further namespaces. */
export function nameComponents(model: Pick<ServiceModel, 'schema' | 'targetNamespace'>): ComponentNames {
  const byLocalName = new Map<string, ExpandedName[]>();
  for (const { name } of model.schema.types) {
    if (name === undefined) continue;
    const plain = componentName(name.localName);
    const sharing = byLocalName.get(plain);
    if (sharing === undefined) byLocalName.set(plain, [name]);
    else sharing.push(name);
  }
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [plain, sharing] of byLocalName) {
    sharing.sort((left, right) => compareNames(left, right, model.targetNamespace));
    // `Name.2` may be the local name of another type, so a number that is taken is skipped.
    let number = 1;
    for (const name of sharing) {
      const key = clarkName(name);
      if (names.has(key)) continue;
      let free = number === 1 ? plain : `${plain}.${number}`;
      while (number > 1 && (byLocalName.has(free) || taken.has(free))) free = `${plain}.${++number}`;
      number++;
      names.set(key, free);
      taken.add(free);
    }
  }
  return { ofType: (name) => names.get(clarkName(name)), ...freeNames(taken) };
}

/** Names for the definitions of a single message, which has no model: types are numbered in the order of their use. */
export function nameInOrder(): ComponentNames {
  return { ofType: () => undefined, ...freeNames(new Set()) };
}

/** The longest suffix of underscores. */
const MAX_UNDERSCORES = 8;

function freeNames(taken: Set<string>): Pick<ComponentNames, 'take' | 'number'> {
  /** The next number to try: many definitions may want one name. */
  const numbers = new Map<string, number>();
  /** How many names like the wanted one are taken, at least. */
  const givenAway = new Map<string, number>();
  return {
    take(wanted) {
      const plain = componentName(wanted) || '_';
      let free = plain;
      // Thousands may want one name: beyond a few, a number keeps it short.
      let more = givenAway.get(plain) ?? 0;
      while (taken.has(free)) {
        more += 1;
        free = plain + (more <= MAX_UNDERSCORES ? '_'.repeat(more) : `_${more}`);
      }
      givenAway.set(plain, more);
      taken.add(free);
      return free;
    },
    number(wanted) {
      const plain = componentName(wanted) || '_';
      let number = numbers.get(plain) ?? 1;
      let free: string;
      do {
        free = number === 1 ? plain : `${plain}.${number}`;
        number++;
      } while (taken.has(free));
      numbers.set(plain, number);
      taken.add(free);
      return free;
    },
  };
}

/**
 * `name` with `_` in place of every character that a component name must not have (OpenAPI 3.0.3, Components Object). A word that
 * TypeScript lets nobody declare gets `Type` at its end, because some generators print `type number = …`; others drop a `_` there.
 */
function componentName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]/gu, '_');
  return UNDECLARABLE.has(plain) ? `${plain}Type` : plain;
}

/** The predefined types and reserved words of TypeScript. */
const UNDECLARABLE: ReadonlySet<string> = new Set(
  `any bigint boolean never null number object string symbol undefined unknown void true false
  break case catch class const continue debugger default delete do else enum export extends finally for function if import in instanceof
  new return super switch this throw try typeof var while with await yield let static implements interface package private protected public arguments eval`.split(
    /\s+/,
  ),
);

/** The target namespace of the service first, then by namespace, then by local name; by code units, never by locale. */
function compareNames(left: ExpandedName, right: ExpandedName, targetNamespace: string): number {
  const leftOwn = left.namespace === targetNamespace;
  if (leftOwn !== (right.namespace === targetNamespace)) return leftOwn ? -1 : 1;
  return compareText(left.namespace, right.namespace) || compareText(left.localName, right.localName);
}

/** Orders by UTF-16 code units: the same on every machine. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
