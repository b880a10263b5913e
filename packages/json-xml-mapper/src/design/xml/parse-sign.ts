import { describe, isRecord, ownValue, type ShapingReporter } from '../design-data.js';
import { isNothing, type LineReader } from '../shaping/line-reader.js';

/** An element that is signed before a request is sent (XM-15), by JSON keys without the design. */
export interface SignLine {
  readonly operation: string;
  /** The keys from the input to the element that holds the signature. */
  readonly keys: readonly string[];
  /** The keys from there to the ID of what is signed; the last one is an attribute. Absent: the whole document. */
  readonly reference?: readonly string[];
  /** The keys from there to the parent of the signature. */
  readonly into: readonly string[];
  readonly canonical: 'exclusive' | 'inclusive';
  readonly scope: 'document' | 'message';
  /** Where the design says so: see `DesignProblem.at`. */
  readonly at: readonly string[];
}

/** The path of the child of the Body. */
const ROOT = '.';
const PARTS: readonly string[] = ['reference', 'into', 'canonical', 'scope'];

/** Reads `sign` of an input: what is signed, by the path of the element that holds the signature. */
export function readSigns(
  operation: string,
  input: unknown,
  at: readonly string[],
  fields: LineReader,
  reporter: ShapingReporter,
): readonly SignLine[] {
  const value = isRecord(input) ? ownValue(input, 'sign') : undefined;
  return fields.entriesOf(value, at).flatMap(([path, given, place]): readonly SignLine[] => {
    const keys = path === ROOT ? [] : fields.path(path, place);
    const parts = typeof given === 'string' ? { reference: given } : given;
    if (!isRecord(parts)) {
      reporter.report(
        place,
        `must be document, the path of an ID or an object with it, got ${describe(given)}`,
      );
      return [];
    }
    fields.partsOf(parts, place, PARTS, 'a signature');
    const choice = <const Choice extends string>(part: string, choices: readonly Choice[]): Choice => {
      const chosen = ownValue(parts, part) ?? choices[0];
      const found = choices.find((each) => each === chosen);
      if (found === undefined)
        reporter.report([...place, part], `must be ${choices.join(' or ')}, got ${describe(chosen)}`);
      return found ?? (choices[0] as Choice);
    };
    const canonical = choice('canonical', ['exclusive', 'inclusive']);
    const scope = choice('scope', ['document', 'message']);
    const at = typeof given === 'string' ? place : [...place, 'reference'];
    const reference = readReference(ownValue(parts, 'reference') ?? 'document', at, fields, reporter);
    const into = readInto(ownValue(parts, 'into'), [...place, 'into'], fields, reporter);
    if (keys === undefined || reference === undefined || into === undefined) return [];
    if (scope === 'message' && reference === 'document') {
      reporter.report(
        [...place, 'scope'],
        'must be document: URI="" of the message would be the whole message',
      );
      return [];
    }
    const line = { operation, keys, into, canonical, scope, at: place };
    return [reference === 'document' ? line : { ...line, reference }];
  });
}

/** The path of an ID. */
function readReference(
  given: unknown,
  at: readonly string[],
  fields: LineReader,
  reporter: ShapingReporter,
): readonly string[] | 'document' | undefined {
  if (given === 'document') return given;
  if (typeof given !== 'string') {
    reporter.report(at, `must be document or the path of an ID: infNFe/@Id, got ${describe(given)}`);
    return undefined;
  }
  if (!reporter.count(given.length, at)) return undefined;
  const keys = fields.path(given, at);
  if (keys === undefined || keys.at(-1)?.startsWith('@') === true) return keys;
  reporter.report(at, 'must end with the attribute that has the ID: infNFe/@Id');
  return undefined;
}

function readInto(
  given: unknown,
  at: readonly string[],
  fields: LineReader,
  reporter: ShapingReporter,
): readonly string[] | undefined {
  if (isNothing(given)) return [];
  if (typeof given === 'string') return reporter.count(given.length, at) ? fields.path(given, at) : undefined;
  reporter.report(at, `must be a path, got ${describe(given)}`);
  return undefined;
}
