import { createMapper, type JsonObject, type JsonValue, stringify } from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import { escapeKey, OPTIONS } from './design-laws.js';
import type { Draw } from './draw.js';
import { drawObject } from './draw-value.js';
import { type Law, resultOf, type Subject, same, text, utf8 } from './laws.js';

/** Laws of results that a design lifts. */
export const LIFT_LAWS: readonly Law[] = [
  {
    id: 'L26',
    statement: 'a lifted result is what the member has in the result without the design',
    check(subject, draw) {
      const { operation: plain, model } = subject;
      const design = drawLift(subject, draw);
      const key = design?.operations?.['Do']?.result?.lift;
      if (design === undefined || key === undefined) return;
      const designed = createMapper(model, { ...OPTIONS, design }).compile('Do');
      const liftedFrom = (result: JsonObject): JsonValue =>
        result[key] === null ? { $nil: true } : (result[key] ?? {});
      const result = plain.normalise(drawObject(draw, plain.shape.input.root));
      const xml = text(plain.responseToXml(result).body);
      const context = `${JSON.stringify(design)}\n${xml}`;
      const expected = liftedFrom(result);
      same(resultOf(designed, xml), stringify(expected), context);
      same(JSON.stringify(designed.decodeXml(utf8(xml)).warnings), '[]', context);
      const written = text(designed.responseToXml(expected as JsonObject).body);
      same(resultOf(designed, written), stringify(expected), `${context}\n${written}`);
      const reply = plain.fromXml(written);
      const back = reply.kind === 'result' ? liftedFrom(reply.result) : null;
      same(stringify(back), stringify(expected), `${context}\n${written}`);
    },
  },
];

/** A design that lifts one member of the result; undefined if none of them can be lifted. */
function drawLift({ operation, model }: Subject, draw: Draw): Design | undefined {
  const { root } = operation.shape.output ?? operation.shape.input;
  if (root.kind !== 'object') return undefined;
  const designs = root.members.map(({ key }): Design => {
    const omit = root.members.flatMap((each) => (each.key === key ? [] : [escapeKey(each.key)]));
    return { operations: { Do: { result: { lift: key, omit } } } };
  });
  const possible = designs.filter((design) => checkDesign(model, design, OPTIONS).problems.length === 0);
  return possible.length === 0 ? undefined : draw.pick(possible);
}
