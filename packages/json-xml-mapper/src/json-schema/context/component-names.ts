import { clarkName, type ExpandedName, type ServiceModel } from '@soapstone/soap-model';

/**
 * Names of definitions (OA-3). Those of a document are a pure function of the model, so that two runs and two revisions of a
 * description differ only where the description does. No two of them are alike: generators print types and write files by names in which
 * only letters and digits count, or none by its case.
 */
export interface ComponentNames {
  /** The name reserved for a named type. `undefined` for a type that is not known beforehand. */
  ofType(name: ExpandedName): string | undefined;
  /** A free name like `wanted`, the second one `wanted_2`: names of the WSDL win, a generated name gives way. */
  take(wanted: string): string;
  /** A free name like `wanted`, the second one `wanted.2`. */
  number(wanted: string): string;
}

/**
 * Gives every named type of a model its name: the local name, and `.2`, `.3`… for those of further namespaces, and for those whose local names
 * are like another one.
 */
export function nameComponents(model: Pick<ServiceModel, 'schema' | 'targetNamespace'>): ComponentNames {
  const byLocalName = new Map<string, ExpandedName[]>();
  for (const { name } of model.schema.types) {
    if (name === undefined) continue;
    const plain = componentName(name.localName);
    const sharing = byLocalName.get(plain);
    if (sharing === undefined) byLocalName.set(plain, [name]);
    else sharing.push(name);
  }
  const compare = (left: ExpandedName, right: ExpandedName) =>
    compareNames(left, right, model.targetNamespace);
  const groups = [...byLocalName].map(([plain, sharing]) => ({ plain, sharing: sharing.sort(compare) }));
  groups.sort((left, right) => compare(left.sharing[0]!, right.sharing[0]!));
  // Among similar local names, the first keeps its own. The others are numbered last, so that they take no number from it.
  const kept = new Map<string, string>();
  for (const { plain } of groups) if (!kept.has(likeness(plain))) kept.set(likeness(plain), plain);
  const isKept = (plain: string): boolean => kept.get(likeness(plain)) === plain;
  const names = new Map<string, string>();
  const taken = new Set(kept.keys());
  for (const { plain, sharing } of [
    ...groups.filter((group) => isKept(group.plain)),
    ...groups.filter((group) => !isKept(group.plain)),
  ]) {
    let number = isKept(plain) ? 1 : 2;
    for (const name of sharing) {
      const key = clarkName(name);
      if (names.has(key)) continue;
      let free = plain;
      if (number > 1) {
        // `Name.2` may be the local name of another type, so a number that is taken is skipped.
        do free = `${plain}.${number++}`;
        while (taken.has(likeness(free)));
        taken.add(likeness(free));
      } else number++;
      names.set(key, free);
    }
  }
  return { ofType: (name) => names.get(clarkName(name)), ...freeNames(taken) };
}

/** Names for the definitions of a single message, which has no model: types are numbered in the order of their use. */
export function nameInOrder(): ComponentNames {
  return { ofType: () => undefined, ...freeNames(new Set()) };
}

/** @param taken the likenesses of the taken names */
function freeNames(taken: Set<string>): Pick<ComponentNames, 'take' | 'number'> {
  /** The next number to try, by the wanted name with its separator: many definitions may want one name. */
  const numbers = new Map<string, number>();
  const take = (wanted: string, separator: '_' | '.'): string => {
    const plain = componentName(wanted) || '_';
    let number = numbers.get(plain + separator) ?? 1;
    let free: string;
    do {
      free = number === 1 ? plain : `${plain}${separator}${number}`;
      number++;
    } while (taken.has(likeness(free)));
    numbers.set(plain + separator, number);
    taken.add(likeness(free));
    return free;
  };
  return { take: (wanted) => take(wanted, '_'), number: (wanted) => take(wanted, '.') };
}

/**
 * The part of a name that some generator or file system ignores: orval prints `Error`, `error` and `Error_` as `Error`. A
 * name without letters and digits is like no other.
 */
function likeness(name: string): string {
  return name.replace(/[._-]/g, '').toLowerCase() || name;
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
