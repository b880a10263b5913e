import { defined } from '@soapstone/options/defined';
import { noFacets } from '../../build/facets.js';
import { rawPathProblem } from '../../raw-xml/raw-paths.js';
import type { MessageShape } from '../../shape/operation-shape.js';
import type { ElementMember, ObjectShape, Shape } from '../../shape/shape.js';
import { hint, quote } from '../design-data.js';
import { findMissBelow } from '../find-miss.js';
import { memberLike } from '../shaping/member-like.js';
import type { Naming } from '../shaping/naming.js';
import { ShapeTurner } from '../shaping/shape-turner.js';
import type { ParsedOperation, RawLine } from '../shaping/shaping-line.js';
import { createShapingTree, type ShapingBranch } from '../shaping/shaping-tree.js';

/** The lines of a design about the elements of one message. */
export interface FinishedLines {
  readonly lines: ParsedOperation | undefined;
  readonly tree: ShapingBranch | undefined;
  readonly naming: Naming;
}

const TEXT: ElementMember = {
  key: '$xml',
  name: { namespace: '', localName: 'xml' },
  shape: {
    kind: 'scalar',
    builtin: 'string',
    json: 'string',
    lexical: false,
    facets: noFacets('preserve'),
  },
  documentation: 'One XML element with all its namespace declarations, as it is in the SOAP message.',
  nillable: false,
  min: 1,
  max: 1,
  array: false,
  conditional: false,
};

/** `{ "$xml": "<…>" }` as a Shape, for code that describes a message. */
const FINISHED_ELEMENT: ObjectShape = {
  kind: 'object',
  form: 'plain',
  path: ['FinishedElement'],
  attributes: [],
  members: [TEXT],
  content: {
    kind: 'sequence',
    optional: false,
    unordered: false,
    children: [{ kind: 'element', member: TEXT, min: 1, max: 1 }],
  },
};

/**
 * Turns a message into the one whose elements at some paths are `$xml` (XM-10). The message itself is what is written and read.
 *
 * @param whole the message without the design
 */
export function withFinished(
  direction: 'input' | 'result',
  message: MessageShape,
  whole: MessageShape | undefined,
  { lines: all, tree: given, naming }: FinishedLines,
): MessageShape {
  const raws = (all?.[direction] ?? []).filter((line) => line.kind === 'raw');
  if (raws.length === 0 || whole === undefined) return message;
  const report = ({ at }: RawLine, problem: string): void => naming.report(at, `cannot be $xml: ${problem}`);
  const paths = raws.flatMap((line) => {
    naming.used.add(line);
    const designed = namesOf(line.keys, given, naming);
    const isLifted = direction === 'result' && all?.lift?.key === line.keys[0];
    const names = isLifted ? designed.slice(1) : designed;
    const miss = findMissBelow(rootOf(whole), line.keys);
    if (miss?.nearest !== undefined && !miss.key.startsWith('$')) {
      const text = `cannot be $xml: there is no ${quote(miss.key)}${hint(miss.nearest)}`;
      naming.report(line.at, text, undefined, miss.nearest);
      return [];
    }
    const problem = rawPathProblem(line.keys, whole, rootOf(whole));
    const ofDesign = rawPathProblem(names, message, rootOf(message));
    if (problem !== undefined) report(line, problem);
    // The name of the schema is there: another line is why clients do not have it.
    else if (ofDesign?.startsWith('there is no ') === true)
      report(line, 'another line lifts what is around it, or leaves it out');
    else if (ofDesign !== undefined) report(line, ofDesign);
    else return [{ line, names }];
    return [];
  });
  const lines = paths.map(({ line, names }) => ({ ...line, keys: names }));
  const tree = createShapingTree(lines);
  if (tree === undefined) return message;
  const met = new Set<RawLine>();
  const turner = new ShapeTurner({
    concernsAll: false,
    nameOf: (key) => key,
    lifts: () => false,
    withValues(member, branch) {
      const line = branch?.raw;
      if (line === undefined || !('min' in member)) return member;
      met.add(line);
      const isText = member.shape.kind === 'lifted' && member.shape.inText !== undefined;
      if (!isText || direction === 'input') return finishedMember(member) as unknown as typeof member;
      report(line, 'it is a document in a text');
      return member;
    },
    valueShape: (shape) => shape,
    check() {},
  });
  const { record } = message;
  const branch: ShapingBranch = record === undefined ? tree : { children: new Map([[record.key, tree]]) };
  const root = turner.turn(message.root, branch);
  for (const line of lines) {
    if (met.has(line)) continue;
    if (direction === 'input') report(line, 'clients may send $xml there without a line');
    else if (line.keys.includes('$content'))
      report(line, 'the entries of $content have no types of their own');
  }
  return {
    ...message,
    root,
    ...(record && { record: memberLike(record, root as ObjectShape) }),
    written: message.written ?? message,
    finished: { paths: lines.map(({ keys }) => keys), read: message },
  };
}

/** The keys that the design gives to a path. */
function namesOf(
  keys: readonly string[],
  tree: ShapingBranch | undefined,
  naming: Naming,
): readonly string[] {
  let branch = tree;
  return keys.map((key) => {
    branch = branch?.children.get(key);
    return key.startsWith('$') ? key : naming.nameOf(key, branch);
  });
}

function rootOf({ record, root }: MessageShape): Shape {
  return record?.shape ?? root;
}

/** A member whose value is `$xml`. The rules for its value are those of the element. */
function finishedMember({
  key,
  name,
  min,
  max,
  array,
  conditional,
  documentation,
}: ElementMember): ElementMember {
  const place = { key, name, min, max, array, conditional, ...defined({ documentation }) };
  return { ...place, nillable: false, shape: FINISHED_ELEMENT };
}
