import { isXmlCharacter } from '@soapstone/soap-model/xml';
/**
 * The general entities that a document declares in its DOCTYPE; `undefined` instead of a table if it has no DOCTYPE. Published
 * schemas (xmldsig, xenc, XKMS) use a few to abbreviate namespace names. Everything else is rejected by name where it is
 * referenced.
 */
export type EntityTable = ReadonlyMap<string, Entity>;

export type Entity =
  /** Plain character data, with references expanded. */
  | { readonly kind: 'text'; readonly text: string }
  /** Declared but unusable; the reason ends the sentence "cannot expand the entity: …". */
  | { readonly kind: 'refused'; readonly reason: string };

const PREDEFINED: EntityTable = new Map(
  Object.entries({ lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' }).map(([name, text]) => [
    name,
    { kind: 'text', text } as const,
  ]),
);

/** A markup declaration: its text up to `>`, where quoted strings hide that character. */
const DECLARATION = /<!(\w*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/y;
const SKIPPED = /\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>/y;
const PARAMETER_REFERENCE = /%[^\s;%]+;/y;
/** `Name S EntityValue`, or anything else after the name (an external identifier). */
const ENTITY = /^\s+(%\s+)?([^\s%"'>]+)\s+(?:"([^"]*)"|'([^']*)')?/;

/**
 * Reads the entity declarations of an internal subset.
 *
 *     EntityDecl ::= '<!ENTITY' S Name S (EntityValue | ExternalID NDataDecl?) S? '>'
 *                  | '<!ENTITY' S '%' S Name S (EntityValue | ExternalID) S? '>'
 *
 * The first declaration of a name counts. Parameter entities are never read; after a reference to one, later declarations are
 * ignored (XML 1.0 §5.1), as they are after anything that is not a markup declaration. An entity may refer to entities declared
 * before it, so that no cycle can be made; the expanded texts of all entities together stay within `budget` characters.
 *
 * @see https://www.w3.org/TR/xml/#NT-EntityDecl
 */
export function readInternalSubset(subset: string, budget: number): EntityTable {
  const entities = new Map<string, Entity>();
  let left = budget;
  let at = 0;
  while (at < subset.length) {
    const skipped = matchAt(SKIPPED, subset, at);
    if (skipped !== undefined) {
      at += skipped[0].length;
      continue;
    }
    const declaration = matchAt(DECLARATION, subset, at);
    if (matchAt(PARAMETER_REFERENCE, subset, at) !== undefined || declaration === undefined) break;
    at += declaration[0].length;
    if (declaration[1] !== 'ENTITY') continue;
    const parts = ENTITY.exec(declaration[2] ?? '');
    if (parts === null || parts[1] !== undefined) continue;
    const name = parts[2] ?? '';
    if (entities.has(name) || PREDEFINED.has(name)) continue;
    const literal = parts[3] ?? parts[4];
    const entity: Entity =
      literal === undefined
        ? { kind: 'refused', reason: 'it is external' }
        : expandLiteral(literal, entities, left);
    if (entity.kind === 'text') left -= entity.text.length;
    entities.set(name, entity);
  }
  return entities;
}

/** The replacement text of an entity value (XML 1.0 §4.4.5, §4.5), if it is plain text of at most `budget` characters. */
function expandLiteral(literal: string, declared: EntityTable, budget: number): Entity {
  const withoutCharacterReferences = literal.replace(
    /&#(?:x([0-9a-fA-F]+)|([0-9]+));/g,
    (whole, hex, dec) => {
      const code = hex === undefined ? Number(dec) : Number.parseInt(hex, 16);
      return isXmlCharacter(code) ? String.fromCodePoint(code) : whole;
    },
  );
  if (withoutCharacterReferences.includes('<')) return { kind: 'refused', reason: 'it contains markup' };
  let text = '';
  let at = 0;
  for (const reference of withoutCharacterReferences.matchAll(/&([^&;]*)(;?)/g)) {
    const entity = PREDEFINED.get(reference[1] ?? '') ?? declared.get(reference[1] ?? '');
    if (reference[2] === '' || entity === undefined) {
      return { kind: 'refused', reason: 'it refers to an entity that is not declared before it' };
    }
    if (entity.kind === 'refused') return entity;
    text += withoutCharacterReferences.slice(at, reference.index) + entity.text;
    if (text.length > budget) return OVER_BUDGET;
    at = reference.index + reference[0].length;
  }
  text += withoutCharacterReferences.slice(at);
  return text.length > budget ? OVER_BUDGET : { kind: 'text', text };
}

const OVER_BUDGET: Entity = {
  kind: 'refused',
  reason: 'the entities of the document expand to too much text',
};

/**
 * Creates the function that an engine calls for each general entity reference of a document. It totals the text it returns, and
 * calls `refuse` for a name that is undeclared, not plain text, or that exceeds `budget` characters.
 */
export function createEntityExpander(
  entities: EntityTable | undefined,
  budget: number,
  refuse: (code: 'DOCTYPE_REFUSED' | 'NOT_WELL_FORMED', message: string) => never,
): (name: string) => string {
  let left = budget;
  return (name) => {
    const predefined = PREDEFINED.get(name);
    if (predefined?.kind === 'text') return predefined.text;
    const entity = entities?.get(name);
    const shown = `&${name.slice(0, 40)};`;
    if (entities === undefined) {
      const what = `cannot read the XML: nothing declares the entity ${shown}, and an "&" itself is written as &amp;`;
      return refuse('NOT_WELL_FORMED', what);
    }
    const cannot = (reason: string): never =>
      refuse('DOCTYPE_REFUSED', `cannot expand the entity ${shown}: ${reason}`);
    if (entity === undefined) return cannot('it is not declared');
    if (entity.kind === 'refused') return cannot(entity.reason);
    left -= entity.text.length;
    if (left < 0) {
      return cannot('the references of the document expand to too much text');
    }
    return entity.text;
  };
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? undefined;
}
