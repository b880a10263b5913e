import { parseJson } from '@soapstone/json-xml-mapper';
import { DESIGN_LIMITS } from '@soapstone/json-xml-mapper/design';
import { Composer, type CST, type Document, type LineCounter, Parser, visit, YAMLParseError } from 'yaml';

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
