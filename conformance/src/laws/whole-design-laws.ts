import {
  type CompiledOperation,
  createMapper,
  type JsonObject,
  type JsonValue,
  stringify,
} from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import type { Shape } from '@soapstone/json-xml-mapper/shapes';
import {
  drawPath,
  escapeKey,
  OPTIONS,
  outcome,
  spoil,
  treeOf,
  verdict,
  withFills,
  writtenRoot,
} from './design-laws.js';
import type { Draw } from './draw.js';
import { drawObject } from './draw-value.js';
import { JUDGED_LAWS, judge } from './judged-laws.js';
import { LAWS, type Law, resultOf, type Subject, same, text, utf8 } from './laws.js';
import { pathsIn, treeOfPaths, turned as turnedLifts } from './lift-laws.js';
import { without } from './member-laws.js';
import { keysIn, renamed } from './name-laws.js';
import {
  drawTable,
  linesOf,
  NOTHING,
  treeOf as treeOfTables,
  turned as turnedValues,
  type ValueTable,
} from './value-laws.js';

/** Laws of designs that have lines of every kind at once. */
export const WHOLE_DESIGN_LAWS: readonly Law[] = [
  {
    id: 'L29',
    statement:
      'a message of a design with lines of every kind is the message without the design, and its form can be turned back',
    check(subject, draw) {
      const { operation: plain } = subject;
      const lines = drawLines(subject, draw, ODD_NAMES);
      const designed = compile(subject, lines);
      const forms = formsOf(subject, lines, designed);
      const shown = JSON.stringify(designOf(lines));
      const input = drawObject(draw, designed.shape.input.root);
      const check = (given: JsonObject): void => {
        const exact = forms.exactInput(given);
        const context = `${shown}\n${stringify(given)}\n${stringify(exact)}`;
        same(verdict(designed, given), verdict(plain, exact), context);
        same(outcome(designed, given), outcome(plain, exact), context);
      };
      check(input);
      if (verdict(designed, input) === 'valid')
        same(text(designed.toXml(input).body), outcome(designed, input), shown);
      for (let count = 0; count < 3; count++) check(spoil(input, draw) as JsonObject);
      for (const key of goneKeys(plain, designed)) {
        const other = Object.assign(Object.create(null) as JsonObject, input, { [key]: 'x' });
        same(verdict(designed, other), 'invalid', `${shown}\n${stringify(other)}`);
      }
      const result = plain.normalise(drawObject(draw, plain.shape.input.root));
      const xml = text(plain.responseToXml(result).body);
      const expected = forms.shapedResult(result);
      if (expected === undefined) return;
      same(resultOf(designed, xml), stringify(expected), `${shown}\n${xml}`);
      // A value without a name is a warning.
      const isNamed = lines.some((line) => line.kind === 'values' && line.side === 'result');
      if (!isNamed) same(JSON.stringify(designed.decodeXml(utf8(xml)).warnings), '[]', `${shown}\n${xml}`);
      same(stringify(forms.shapedAgain(expected)), stringify(expected), `${shown}\n${xml}`);
    },
  },
  {
    id: 'L30',
    statement: 'the laws of requests and published schemas hold for a design with lines of every kind',
    async check(subject, draw) {
      // ajv takes members of `Object.prototype` for those of the value.
      const lines = drawLines(subject, draw, []);
      const designed = compile(subject, lines);
      const shown = JSON.stringify(designOf(lines));
      // An object that is filled is in the request, and clients may leave it out.
      const isFilled = lines.some(({ kind }) => kind === 'fill');
      const holds = isFilled ? HOLD.filter((id) => id !== 'L1') : HOLD;
      const law = draw.pick([...LAWS, ...JUDGED_LAWS].filter(({ id }) => holds.includes(id)));
      try {
        await law.check({ ...subject, operation: designed, onlyInput: true }, draw);
      } catch (error) {
        throw new Error(`${law.id} with ${shown}: ${(error as Error).message}`);
      }
      const result = subject.operation.normalise(drawObject(draw, subject.operation.shape.input.root));
      const expected = formsOf(subject, lines, designed).shapedResult(result);
      const { body } = subject.operation.responseToXml(result);
      // A value without a name is not described.
      if (expected === undefined || designed.decodeXml(body).warnings.length > 0) return;
      // ajv only supports doubles.
      const judged = JSON.parse(stringify(expected)) as JsonValue;
      const isValid = judge(designed, 'output');
      if (stringify(judged) === stringify(expected) && !isValid(judged))
        throw new Error(`output: ${JSON.stringify(isValid.errors)}\n${stringify(expected)}\n${shown}`);
    },
  },
];

/** Laws about requests and their published schema. */
const HOLD: readonly string[] = ['L1', 'L4', 'L5'];
const ODD_NAMES: readonly string[] = ['__proto__', 'constructor', 'toString', 'a b', 'é'];

/** One line of a design. */
type Line =
  | { readonly kind: 'names' }
  | { readonly kind: 'rename'; readonly path: string; readonly value: string }
  | { readonly kind: 'fill' | 'defaults'; readonly path: string; readonly value: JsonValue }
  | { readonly kind: 'liftKey'; readonly path: string }
  | { readonly kind: 'renameAt'; readonly side: Side; readonly path: string; readonly value: string }
  | { readonly kind: 'omit' | 'lift'; readonly side: Side; readonly path: string }
  | { readonly kind: 'liftResult'; readonly path: string }
  | { readonly kind: 'values'; readonly side: Side; readonly path: string; readonly table: ValueTable };
type Side = 'input' | 'result';

function compile({ model }: Subject, lines: readonly Line[]): CompiledOperation {
  return createMapper(model, { ...OPTIONS, design: designOf(lines) }).compile('Do');
}

/** Random lines that fit the operation together. */
function drawLines(subject: Subject, draw: Draw, odd: readonly string[]): readonly Line[] {
  const { operation, model } = subject;
  let lines = distinct(drawCandidates(operation, draw, odd));
  for (;;) {
    const { problems } = checkDesign(model, designOf(lines), OPTIONS);
    if (problems.length === 0) return lines;
    const wrong = new Set(problems.map(({ at }) => lineAt(lines, at) ?? lines.at(-1)));
    lines = lines.filter((line) => !wrong.has(line));
  }
}

function drawCandidates({ shape }: CompiledOperation, draw: Draw, odd: readonly string[]): Line[] {
  const { root } = shape.input;
  const lines: Line[] = draw.chance(2) ? [{ kind: 'names' }] : [];
  const side = (): Side => draw.pick(['input', 'result']);
  const keys = [...keysIn(root)];
  for (const [at, key] of keys.entries())
    if (draw.chance(4))
      lines.push({ kind: 'rename', path: key, value: `n${at}${draw.pick(['', '-b', '_C'])}` });
  if (odd.length > 0 && keys.length > 0 && draw.chance(2))
    lines.push({ kind: 'rename', path: draw.pick(keys), value: draw.pick(odd) });
  for (const [at, path] of pathsIn(root).entries()) {
    if (draw.chance(6)) lines.push({ kind: 'renameAt', side: side(), path, value: `p${at}` });
    if (draw.chance(2)) lines.push({ kind: 'lift', side: side(), path });
    if (draw.chance(8)) lines.push({ kind: 'omit', side: side(), path });
  }
  for (let count = draw.int(1, 8); count > 0; count--) {
    const found = drawPath(draw, root, [], 0);
    if (found === undefined) continue;
    const path = found.keys.map(escapeKey).join('/');
    const kind = draw.pick(['fill', 'defaults', 'omit'] as const);
    if (kind === 'omit') lines.push({ kind, side: side(), path });
    else lines.push({ kind, path, value: found.value });
  }
  for (let count = draw.int(0, 4); count > 0; count--) {
    const found = drawTable(root, draw);
    if (found !== undefined) lines.push({ kind: 'values', side: side(), path: found[0], table: found[1] });
  }
  lines.push(...drawLiftOfOne(root, draw));
  if (keys.length > 0 && draw.chance(3)) lines.push({ kind: 'liftKey', path: draw.pick(keys) });
  return lines;
}

/** Lines that leave out what is beside one member, so that it, or the object that holds it, can be lifted. */
function drawLiftOfOne(root: Shape, draw: Draw): readonly Line[] {
  if (root.kind !== 'object' || root.members.length === 0) return [];
  const chosen = draw.pick(root.members);
  if (draw.chance(2)) {
    const others = root.members.filter((member) => member !== chosen);
    return [
      { kind: 'liftResult', path: chosen.key },
      ...others.map(({ key }): Line => ({ kind: 'omit', side: 'result', path: escapeKey(key) })),
    ];
  }
  const inner = chosen.shape;
  if (inner.kind !== 'object' || inner.members.length === 0) return [];
  const kept = draw.pick(inner.members);
  const above = escapeKey(chosen.key);
  const side = draw.pick<Side>(['input', 'result']);
  return [
    { kind: 'lift', side, path: above },
    ...[...inner.members, ...inner.attributes]
      .filter((member) => member !== kept)
      .map(({ key }): Line => ({ kind: 'omit', side, path: `${above}/${escapeKey(key)}` })),
  ];
}

/** One line of a kind at a place, the first, and no list of lifted members beside a lifted result. */
function distinct(lines: readonly Line[]): readonly Line[] {
  const hasResult = lines.some(({ kind }) => kind === 'liftResult');
  const seen = new Set<string>();
  return lines.filter((line) => {
    const side = 'side' in line ? line.side : '';
    if (hasResult && line.kind === 'lift' && side === 'result') return false;
    const place = JSON.stringify([line.kind, side, 'path' in line ? line.path : '']);
    return !seen.has(place) && seen.add(place) !== undefined;
  });
}

function designOf(lines: readonly Line[]): Design {
  const of = <Kind extends Line['kind']>(kind: Kind, side?: Side) =>
    lines.filter(
      (line): line is Extract<Line, { kind: Kind }> =>
        line.kind === kind && (side === undefined || ('side' in line && line.side === side)),
    );
  const record = (pairs: readonly { readonly path: string; readonly value: unknown }[]) =>
    pairs.length === 0 ? undefined : Object.fromEntries(pairs.map(({ path, value }) => [path, value]));
  const list = (each: readonly { readonly path: string }[]) =>
    each.length === 0 ? undefined : each.map(({ path }) => path);
  const message = (side: Side) => ({
    rename: record(of('renameAt', side)),
    omit: list(of('omit', side)),
    values:
      of('values', side).length === 0
        ? undefined
        : linesOf(new Map(of('values', side).map(({ path, table }) => [path, table]))),
    lift: list(of('lift', side)),
  });
  const [lifted] = of('liftResult');
  const fills = of('fill').map(({ path, value }) => ({ path: `Do/${path}`, value }));
  const input = given({ ...message('input'), defaults: record(of('defaults')) });
  const result = given({ ...message('result'), ...(lifted && { lift: lifted.path }) });
  const operation = given({ input, result });
  return (
    given({
      names: of('names').length === 0 ? undefined : 'camel',
      rename: record(of('rename')),
      fill: record(fills),
      lift: list(of('liftKey')),
      operations: operation && { Do: operation },
    }) ?? ({} as Design)
  );
}

/** An object without its undefined members; undefined if it has no others. */
function given(members: object): Record<string, unknown> | undefined {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The line at the place of a problem. */
function lineAt(lines: readonly Line[], at: readonly string[]): Line | undefined {
  const [part, name = '', side, kind, place = ''] = at;
  if (part !== 'operations') {
    const path = part === 'fill' ? name.slice('Do/'.length) : name;
    const keys = lines.filter((line) => line.kind === (part === 'lift' ? 'liftKey' : part));
    return part === 'lift'
      ? keys[Number(name)]
      : keys.find((line) => !('path' in line) || line.path === path);
  }
  const kindOf = kind === 'rename' ? 'renameAt' : kind;
  const there = lines.filter((line) => line.kind === kindOf && (!('side' in line) || line.side === side));
  if (kind === 'lift' && place === '') return lines.find((line) => line.kind === 'liftResult');
  return kind === 'lift' || kind === 'omit'
    ? there[Number(place)]
    : there.find((line) => 'path' in line && line.path === place);
}

/** The forms of messages with a design and without it. */
interface Forms {
  /** The input that a client without the design would send. */
  readonly exactInput: (input: JsonObject) => JsonObject;
  /** A result in the form of the design; undefined if it has a value that the design does not name. */
  readonly shapedResult: (result: JsonObject) => JsonValue | undefined;
  /** The same result after its names and lifts were turned back and made again. */
  readonly shapedAgain: (shaped: JsonValue) => JsonValue;
}

/** Each kind of lines is turned back alone: first names, then lifted members, then values, at last what is filled. */
function formsOf(subject: Subject, lines: readonly Line[], designed: CompiledOperation): Forms {
  const plain = subject.operation;
  const withoutNames = lines.filter(
    ({ kind }) => kind !== 'names' && kind !== 'rename' && kind !== 'renameAt',
  );
  const unnamed = compile(subject, withoutNames);
  const lowered = compile(
    subject,
    withoutNames.filter(({ kind }) => kind !== 'lift' && kind !== 'liftKey' && kind !== 'liftResult'),
  );
  const resultOfAll = (operation: CompiledOperation): Shape =>
    (operation.shape.output ?? operation.shape.input).root;
  const of = (side: Side) => {
    const lifts = lines.flatMap((line) =>
      line.kind === 'lift' && line.side === side
        ? [line.path]
        : line.kind === 'liftKey'
          ? pathsIn(
              (side === 'input' ? plain.shape.input : (plain.shape.output ?? plain.shape.input)).root,
            ).filter((path) => path.slice(path.lastIndexOf('/') + 1) === escapeKey(line.path))
          : [],
    );
    const tables = lines.flatMap((line) =>
      line.kind === 'values' && line.side === side ? [[line.path, line.table] as const] : [],
    );
    return { lifts: treeOfPaths(lifts), tables: treeOfTables(new Map(tables)) };
  };
  const [ofInput, ofResult] = [of('input'), of('result')];
  const fills = treeOf(valuesOf(lines, 'fill'));
  const defaults = treeOf(valuesOf(lines, 'defaults'), true);
  const omitted = treeOf(
    new Map(
      lines.flatMap((line) =>
        line.kind === 'omit' && line.side === 'result' ? [[`Do/${line.path}`, null] as const] : [],
      ),
    ),
  );
  const lifted = lines.find((line) => line.kind === 'liftResult');
  const { root } = plain.shape.input;
  return {
    exactInput(input) {
      const exactNames = renamed(input, designed.shape.input.root, unnamed.shape.input.root);
      const exactForm = turnedLifts(exactNames, lowered.shape.input.root, ofInput.lifts, 'lower');
      const exactValues = turnedValues(exactForm, root, ofInput.tables, 'toValue');
      const written = writtenRoot(lowered);
      return withFills(withFills(exactValues, root, written, fills), root, written, defaults) as JsonObject;
    },
    shapedResult(result) {
      const named = turnedValues(
        without(result, resultOfAll(plain), omitted),
        resultOfAll(plain),
        ofResult.tables,
        'toName',
      );
      if (stringify(named).includes(stringify(NOTHING))) return undefined;
      const form = turnedLifts(named, resultOfAll(lowered), ofResult.lifts, 'lift');
      const whole = renamed(form, resultOfAll(unnamed), resultOfAll(designed));
      return lifted === undefined ? whole : liftedFrom(whole as JsonObject, resultOfAll(designed));
    },
    shapedAgain(shaped) {
      if (lifted !== undefined) return shaped;
      const exactNames = renamed(shaped, resultOfAll(designed), resultOfAll(unnamed));
      return renamed(exactNames, resultOfAll(unnamed), resultOfAll(designed));
    },
  };
}

/** What is left of a result whose only member is lifted. */
function liftedFrom(result: JsonObject, root: Shape): JsonValue {
  const [only] = root.kind === 'object' ? root.members : [];
  const value = result[only?.key ?? ''];
  return value === null ? { $nil: true } : (value ?? {});
}

function valuesOf(lines: readonly Line[], kind: 'fill' | 'defaults'): ReadonlyMap<string, JsonValue> {
  return new Map(
    lines.flatMap((line) => (line.kind === kind ? [[`Do/${line.path}`, line.value] as const] : [])),
  );
}

/** Keys of the root without the design that it does not have with it. */
function goneKeys(plain: CompiledOperation, designed: CompiledOperation): readonly string[] {
  const keys = (root: Shape): readonly string[] =>
    root.kind === 'object' ? [...root.attributes, ...root.members].map(({ key }) => key) : [];
  const left = new Set(keys(designed.shape.input.root));
  return keys(plain.shape.input.root).filter((key) => !left.has(key));
}
