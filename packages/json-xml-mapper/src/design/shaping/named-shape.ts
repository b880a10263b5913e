import { canonicalDecimal, isDecimalLexical } from '../../json/exact-decimal.js';
import { completeCodec } from '../../scalar/codec-parts.js';
import { type PrintContext, SCHEMA_NAMES, type SimpleCodec } from '../../scalar/simple-codec.js';
import type { ScalarShape, SimpleShape, UnionShape } from '../../shape/simple-shape.js';
import type { ValueEntry, ValueKind } from './parse-values.js';

/** A value of a member in XML and in JSON. */
export interface NamedValue {
  readonly text: string;
  readonly name: string;
  readonly kind: ValueKind;
  readonly entry?: ValueEntry;
}

/** A type whose values can have names. */
export type NameableShape = ScalarShape | UnionShape;

/** The values of a type that the schema lists, by their identity, as they are without the design. */
export function enumerated(
  shape: NameableShape,
  codec: SimpleCodec,
): ReadonlyMap<string, NamedValue> | undefined {
  const texts = listed(shape);
  if (texts === undefined) return undefined;
  const all = new Map<string, NamedValue>();
  for (const given of texts) {
    const text = writtenText(codec, given);
    if (text === undefined) continue;
    all.set(codec.identity(text), { text, ...unlisted(shape, codec, text) });
  }
  return all;
}

/** The texts of all values of a type; undefined if the schema does not list them. */
export function listed(shape: SimpleShape): readonly string[] | undefined {
  switch (shape.kind) {
    case 'scalar':
      return shape.json === 'boolean' ? ['true', 'false'] : shape.facets.enumeration;
    case 'union': {
      if (shape.facets.enumeration !== undefined) return shape.facets.enumeration;
      const all = shape.members.map(listed);
      return all.every((texts) => texts !== undefined) ? all.flat() : undefined;
    }
    default:
      return undefined;
  }
}

/** A value without a name of its own as it is in JSON, as text, and the kind of its type. */
function unlisted(shape: NameableShape, codec: SimpleCodec, text: string): Pick<NamedValue, 'name' | 'kind'> {
  const json = codec.toJsonText(text);
  const isText = json.startsWith('"');
  const kindInUnion = isText ? 'string' : json === 'true' || json === 'false' ? 'boolean' : 'number';
  const kind = shape.kind === 'union' ? kindInUnion : shape.json;
  if (isText) return { kind, name: JSON.parse(json) as string };
  return { kind, name: kind === 'number' && isDecimalLexical(json) ? canonicalDecimal(json) : json };
}

/** Enumerations report their own problems. */
class Silent implements PrintContext {
  readonly secret = true;
  isValid = true;

  report(): void {
    this.isValid = false;
  }

  enter(): void {}

  leave(): void {}

  declarePrefix(): string {
    return 'ns1';
  }
}

/** The text that a message has for a value. Undefined if the type does not accept it. */
export function writtenText(codec: SimpleCodec, text: string): string | undefined {
  const value = codec.parse(text, SCHEMA_NAMES);
  if (value === undefined) return undefined;
  const context = new Silent();
  const written = codec.print(value, context);
  return context.isValid ? written : undefined;
}

/** The enumeration of the names of values. */
export function namedShape(
  shape: NameableShape,
  kind: ValueKind,
  values: readonly NamedValue[],
  codec: SimpleCodec,
): ScalarShape {
  const { name, documentation } = shape;
  const names = new Map(values.map((value) => [codec.identity(value.text), value.name]));
  const texts = new Map(values.map((value) => [value.name, value.text]));
  const noPrefix = (): undefined => undefined;
  const known = new Map(values.map((value) => [value.text, value.name]));
  const read = (text: string): string | undefined => {
    const usual = known.get(text);
    if (usual !== undefined) return usual;
    const neutral = codec.read(text, noPrefix);
    if (neutral === undefined) return undefined;
    const found = names.get(codec.identity(neutral));
    if (found !== undefined) return found;
    const other = unlisted(shape, codec, neutral);
    const isNumber = kind === 'number' && other.kind === 'number' && isDecimalLexical(other.name);
    return kind === 'string' || isNumber ? other.name : undefined;
  };
  const write = (given: string): string =>
    texts.get(kind === 'number' ? canonicalDecimal(given) : given) ?? given;
  return {
    kind: 'scalar',
    builtin: kind === 'number' ? 'decimal' : kind,
    json: kind,
    lexical: false,
    facets: {
      whiteSpace: kind === 'string' ? 'preserve' : 'collapse',
      patterns: [],
      ...(kind !== 'boolean' && { enumeration: values.map((value) => value.name) }),
    },
    wire: {
      shape,
      write,
      codecOf: (ofNames) => withTexts(ofNames as SimpleCodec, read, write) as typeof ofNames,
    },
    ...(name && { name }),
    ...(documentation !== undefined && { documentation }),
  };
}

/** The neutral texts of the codec are the names, including those of defaults; only a document has other ones. */
function withTexts(
  codec: SimpleCodec,
  read: (text: string) => string | undefined,
  write: (name: string) => string,
): SimpleCodec {
  return completeCodec({
    ...codec,
    isWrittenAsIs: false,
    read: (text, lookupPrefix) =>
      lookupPrefix === SCHEMA_NAMES ? codec.read(text, lookupPrefix) : read(text),
    write,
  });
}
