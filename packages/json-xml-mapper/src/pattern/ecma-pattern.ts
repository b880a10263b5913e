import { assertOptions, text } from '@soapstone/options';
import { type CodePointRanges, NAME_RANGES, NAME_START_RANGES } from '@soapstone/soap-model/xml';
import type { CharClass } from './char-class.js';
import { type PatternNode, withoutAnchors } from './pattern-node.js';
import { readPattern } from './read-pattern.js';

/** The maximum length of a translation. Longer ones are omitted from documents (RX-4). */
const MAX_LENGTH = 2000;

/**
 * Translates a pattern to ECMAScript with the `u` flag, as `pattern` of JSON Schema and OpenAPI requires (RX-3, RX-4): anchored,
 * `\d` narrowed to ASCII, everything else with the same meaning. `undefined` if the pattern is invalid or the result too long.
 *
 * A pattern that its author anchored by mistake is translated without the anchors, as it was meant (RX-5).
 *
 * @example
 * ```ts
 * toEcmaPattern('[A-Z]{2}[0-9]*'); // ^(?:[A-Z]{2}[0-9]*)$, or the like
 * ```
 */
export function toEcmaPattern(pattern: string): string | undefined {
  assertOptions(text, pattern, 'toEcmaPattern', 'pattern');
  const node = readPattern(pattern);
  if ('invalid' in node) return undefined;
  const body = printNode(withoutAnchors(node) ?? node);
  const anchored = `^(?:${body})$`;
  return anchored.length > MAX_LENGTH ? undefined : anchored;
}

function printNode(node: PatternNode): string {
  switch (node.kind) {
    case 'symbol':
      return printClass(node.symbol);
    case 'sequence':
      return node.items
        .map((item) => (item.kind === 'choice' ? `(?:${printNode(item)})` : printNode(item)))
        .join('');
    case 'choice':
      return node.branches.map(printNode).join('|');
    case 'repeat':
      return `${printAtom(node.item)}${printQuantifier(node.min, node.max)}`;
  }
}

function printAtom(node: PatternNode): string {
  return node.kind === 'symbol' ? printClass(node.symbol) : `(?:${printNode(node)})`;
}

function printQuantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  if (min === 0 && max === 1) return '?';
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

/** A class outside of brackets. */
function printClass(charClass: CharClass): string {
  if (charClass.kind === 'char') return printChar(charClass.codePoint, SYNTAX);
  if (charClass.kind === 'any') return '[^\\n\\r]';
  if (charClass.kind !== 'group') {
    const members = printMembers(charClass);
    return members === undefined ? `[^${printComplement(charClass)}]` : `[${members}]`;
  }
  const { items, negated, subtracted } = charClass;
  const [only] = items;
  if (!negated && subtracted === undefined && items.length === 1 && only !== undefined)
    return printClass(only);
  const base = printGroup(items, negated);
  // ECMAScript has no subtraction before the `v` flag; a look-ahead is equivalent.
  return subtracted === undefined ? base : `(?:(?!${printClass(subtracted)})${base})`;
}

function printGroup(items: readonly CharClass[], negated: boolean): string {
  const members = items.map(printMembers);
  if (members.every((member) => member !== undefined)) return `[${negated ? '^' : ''}${members.join('')}]`;
  // A complement such as \S cannot be a member of a class.
  const alternatives = items.map(printClass).join('|');
  return negated ? `(?:(?!${alternatives})[^])` : `(?:${alternatives})`;
}

/** A class as members of a bracket expression; `undefined` for complements. */
function printMembers(charClass: CharClass): string | undefined {
  switch (charClass.kind) {
    case 'char':
      return printChar(charClass.codePoint, CLASS_SYNTAX);
    case 'range':
      return `${printChar(charClass.first, CLASS_SYNTAX)}-${printChar(charClass.last, CLASS_SYNTAX)}`;
    case 'category':
      return `\\${charClass.negated ? 'P' : 'p'}{${charClass.name}}`;
    case 'escape':
      if (charClass.letter === 'w')
        return charClass.negated ? '\\p{P}\\p{Z}\\p{C}' : '\\p{L}\\p{M}\\p{N}\\p{S}';
      return charClass.negated ? undefined : printComplement(charClass);
    case 'block':
      return charClass.negated ? undefined : printRanges(charClass.ranges);
    case 'group':
      return undefined;
    case 'any':
      return undefined;
  }
}

/** The members whose complement a negated class is. */
function printComplement(charClass: CharClass): string {
  if (charClass.kind === 'block') return printRanges(charClass.ranges);
  switch (charClass.kind === 'escape' ? charClass.letter : 's') {
    case 'd':
      return '0-9';
    case 'i':
      return printRanges(NAME_START_RANGES);
    case 'c':
      return printRanges(NAME_RANGES);
    default:
      return ' \\t\\n\\r';
  }
}

function printRanges(ranges: CodePointRanges): string {
  return ranges
    .map(([first, last]) => {
      const from = printChar(first, CLASS_SYNTAX);
      return first === last ? from : `${from}-${printChar(last, CLASS_SYNTAX)}`;
    })
    .join('');
}

const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
const CLASS_SYNTAX = /[\^$\\.*+?()[\]{}|/-]/;

/** Letters, marks and the like are written literally, so that other engines can read the result. */
function printChar(codePoint: number, syntax: RegExp): string {
  const char = String.fromCodePoint(codePoint);
  if (syntax.test(char)) return `\\${char}`;
  if (char === '\n') return '\\n';
  if (char === '\r') return '\\r';
  if (char === '\t') return '\\t';
  return /[\p{C}\p{Z}\p{M}]/u.test(char) && char !== ' '
    ? `\\u{${codePoint.toString(16).toUpperCase()}}`
    : char;
}
