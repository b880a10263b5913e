import { parseJson } from '@soapstone/json-xml-mapper';
import { DESIGN_LIMITS } from '@soapstone/json-xml-mapper/design';
import {
  Composer,
  type CST,
  type Document,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  Parser,
  visit,
  YAMLParseError,
} from 'yaml';

/**
 * Parses YAML 1.2. The parser itself compares each key of a map with all others, which `misreadings` does not, and continues after each
 * error of a file that is not one.
 */
export function parseDesignYaml(text: string, lines: LineCounter): Document.Parsed {
  const tokens = untilErrors(new Parser(lines.addNewLine).parse(text));
  const composer = new Composer({ intAsBigInt: true, uniqueKeys: false });
  let first: Document.Parsed | undefined;
  for (const document of composer.compose(tokens, true, text.length)) {
    if (first === undefined) first = document;
    else {
      const [start, end] = document.range;
      first.errors.push(
        new YAMLParseError(
          [start, end],
          'MULTIPLE_DOCS',
          'Source contains multiple documents, and a design is one',
        ),
      );
      break;
    }
  }
  // The last argument but one asks for a document in any case.
  return first as Document.Parsed;
}

/** The tokens of a file up to its hundredth error. */
function* untilErrors(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  let errors = 0;
  for (const token of tokens) {
    yield token;
    if (token.type === 'error' && ++errors >= DESIGN_LIMITS.problems) return;
  }
}

/** Collections inside each other, and aliases: designs have few of both, and their work grows with the square of their number. */
const MOST_NESTED = 100;
const MOST_ALIASES = 1_000;

/** Keys that a map has twice, and what a file has too much of. */
export function misreadings(
  document: Document.Parsed,
): readonly { readonly offset: number; readonly message: string }[] {
  const found: { readonly offset: number; readonly message: string }[] = [];
  const report = (node: Node, message: string): symbol | undefined => {
    found.push({ offset: node.range?.[0] ?? 0, message });
    return found.length < DESIGN_LIMITS.problems ? undefined : visit.BREAK;
  };
  let aliases = 0;
  visit(document, {
    Alias(_role, node) {
      if (++aliases <= MOST_ALIASES) return undefined;
      report(node, `must not have more than ${MOST_ALIASES} aliases`);
      return visit.BREAK;
    },
    Collection(_role, node, path) {
      if (path.filter((each) => isMap(each) || isSeq(each)).length >= MOST_NESTED) {
        report(node, 'must not nest so deep');
        return visit.BREAK;
      }
      if (!isMap(node)) return undefined;
      const seen = new Set<unknown>();
      for (const { key } of node.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value) && report(key as Node, 'Map keys must be unique') !== undefined)
          return visit.BREAK;
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return found;
}

/** Numbers keep their digits, and keys are texts as they are written: `1.50` is a value of a member in `values`. */
export function keepTexts(document: Document.Parsed): void {
  visit(document, {
    Scalar(role, node) {
      const { source, value } = node;
      if (source === undefined || typeof value === 'string') return;
      if (role === 'key') node.value = source;
      else if (typeof value === 'number' && JSON_NUMBER.test(source)) node.value = parseJson(source);
    },
  });
}

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
