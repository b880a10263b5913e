import {
  type CompiledOperation,
  createMapper,
  type JsonObject,
  type JsonValue,
  stringify,
} from '@soapstone/json-xml-mapper';
import type { Shape } from '@soapstone/json-xml-mapper/shapes';
import {
  escapeKey,
  OPTIONS,
  outcome,
  spoil,
  treeOf,
  verdict,
  withFills,
  writtenRoot,
} from './design-laws.js';
import { designOf, drawLines, type Line, type Side } from './draw-design.js';
import { drawObject } from './draw-value.js';
import { JUDGED_LAWS, judge } from './judged-laws.js';
import { LAWS, type Law, resultOf, type Subject, same, text, utf8 } from './laws.js';
import { pathsIn, treeOfPaths, turned as turnedLifts } from './lift-laws.js';
import { without } from './member-laws.js';
import { renamed } from './name-laws.js';
import { NOTHING, treeOf as treeOfTables, turned as turnedValues } from './value-laws.js';

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
      let cases = 0;
      const check = (given: JsonObject): void => {
        cases++;
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
        cases++;
      }
      const result = plain.normalise(drawObject(draw, plain.shape.input.root));
      const xml = text(plain.responseToXml(result).body);
      const expected = forms.shapedResult(result);
      if (expected === undefined) return cases;
      same(resultOf(designed, xml), stringify(expected), `${shown}\n${xml}`);
      // A value without a name is a warning.
      const isNamed = lines.some((line) => line.kind === 'values' && line.side === 'result');
      if (!isNamed) same(JSON.stringify(designed.decodeXml(utf8(xml)).warnings), '[]', `${shown}\n${xml}`);
      same(stringify(forms.shapedAgain(expected)), stringify(expected), `${shown}\n${xml}`);
      return cases + 1;
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
      let cases = 0;
      try {
        cases += (await law.check({ ...subject, operation: designed, onlyInput: true }, draw)) ?? 1;
      } catch (error) {
        throw new Error(`${law.id} with ${shown}: ${(error as Error).message}`);
      }
      const result = subject.operation.normalise(drawObject(draw, subject.operation.shape.input.root));
      const expected = formsOf(subject, lines, designed).shapedResult(result);
      const { body } = subject.operation.responseToXml(result);
      // A value without a name is not described.
      if (expected === undefined || designed.decodeXml(body).warnings.length > 0) return cases;
      // ajv only supports doubles.
      const judged = JSON.parse(stringify(expected)) as JsonValue;
      const isValid = judge(designed, 'output');
      if (stringify(judged) === stringify(expected) && !isValid(judged))
        throw new Error(`output: ${JSON.stringify(isValid.errors)}\n${stringify(expected)}\n${shown}`);
      return cases + 1;
    },
  },
];

/** Laws about requests and their published schema. */
const HOLD: readonly string[] = ['L1', 'L4', 'L5'];
/** @internal */
export const ODD_NAMES: readonly string[] = ['__proto__', 'constructor', 'toString', 'a b', 'é'];

function compile({ model }: Subject, lines: readonly Line[]): CompiledOperation {
  return createMapper(model, { ...OPTIONS, design: designOf(lines) }).compile('Do');
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

/**
 * Each kind of lines is turned back alone: first names, then lifted members, then values, at last what is filled.
 *
 * @internal
 */
export function formsOf(subject: Subject, lines: readonly Line[], designed: CompiledOperation): Forms {
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
