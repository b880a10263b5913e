import type { Side as LineSide, OperationLines, ValueName } from '../design-file/operation-lines.js';
import { type ListedMessages, membersOf } from '../design-file/vocabulary.js';

/** A member whose values can have other names. */
interface NamedMember {
  /** `input/Filter/Status`. */
  readonly id: string;
  readonly side: LineSide;
  readonly path: string;
  readonly type: string;
  /** The texts of its values, if the schema lists them. */
  readonly listed: readonly string[] | undefined;
  /** The lines that it has. */
  readonly names: ReadonlyMap<string, ValueName>;
}

/** A value of a member, and its name in JSON. */
interface ValueRow {
  /** Its text in XML. */
  readonly text: string;
  readonly name: ValueName | undefined;
  /** Whether the schema lists it. */
  readonly isListed: boolean;
}

/** The types whose values have no names. */
const WITHOUT_NAMES: ReadonlySet<string> = new Set(
  'QName NOTATION ID IDREF IDREFS ENTITY ENTITIES base64Binary hexBinary anySimpleType'
    .split(' ')
    .map((name) => `xs:${name}`),
);

/** The members of an operation whose values can be named: first those that have names, then those whose values the schema lists. */
export function namedMembers(
  proposal: ListedMessages,
  { name, lines }: { readonly name: string; readonly lines: Pick<OperationLines, 'input' | 'result'> },
): readonly NamedMember[] {
  const ofSide = (side: LineSide): NamedMember[] => {
    const members = membersOf(proposal, side === 'input' ? 'inputs' : 'results', name);
    const known = members.flatMap(({ path, type, values: listed }): NamedMember[] => {
      const isSimple = type.startsWith('xs:') || type === 'list' || type === 'union';
      if (!isSimple || WITHOUT_NAMES.has(type) || path.startsWith('$headers')) return [];
      const names = lines[side].values.get(path) ?? new Map<string, ValueName>();
      return [{ id: `${side}/${path}`, side, path, type, listed, names }];
    });
    const paths = new Set(known.map(({ path }) => path));
    const unknown = [...lines[side].values].flatMap(([path, names]): NamedMember[] =>
      paths.has(path)
        ? []
        : [{ id: `${side}/${path}`, side, path, type: 'unknown', listed: undefined, names }],
    );
    return [...unknown, ...known];
  };
  const rank = ({ names, listed }: NamedMember) => (names.size > 0 ? 0 : listed === undefined ? 2 : 1);
  return [...ofSide('input'), ...ofSide('result')].sort((a, b) => rank(a) - rank(b));
}

/** The values of a member that a search leaves: those of the schema, and those of its lines. */
export function valueRows({ listed = [], names }: NamedMember, search: string): readonly ValueRow[] {
  const known = new Set(listed);
  return [...new Set([...listed, ...names.keys()])].flatMap((text) => {
    const name = names.get(text);
    const isFound = `${text} ${name?.text ?? ''}`.toLowerCase().includes(search);
    return isFound ? [{ text, name, isListed: known.has(text) }] : [];
  });
}
