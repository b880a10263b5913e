import { routesContract } from '@soapstone/http-contract';
import {
  type CompiledOperation,
  createMapper,
  type JsonObject,
  OperationNotFoundError,
  stringify,
} from '@soapstone/json-xml-mapper';
import { checkDesign, type Design, type OperationDesign } from '@soapstone/json-xml-mapper/design';
import { generateOpenApi, printOpenApi } from '@soapstone/openapi-generator';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { wsdlAround } from '../../material/wsdl-around.js';
import { drawPath, escapeKey, OPTIONS, outcome, spoil, treeOf, verdict, withFills } from '../design-laws.js';
import type { Draw } from '../draw.js';
import { designOf, drawLines } from '../draw-design.js';
import { drawObject } from '../draw-value.js';
import { type Law, type Subject, same, utf8 } from '../laws.js';
import { formsOf, ODD_NAMES } from '../whole-design-laws.js';

/** Laws of what a design changes beside the Body: header blocks, and operations as a whole. */
export const SERVICE_LAWS: readonly Law[] = [
  {
    id: 'L34',
    statement:
      'header blocks that a design fills are as if the client had sent them, beside lines of every kind',
    async check(subject, draw) {
      const headed = await withElements(subject, ['DoHeader']);
      const lines = drawLines(headed, draw, ODD_NAMES);
      const { fills, design } = drawHeaderFills(headed, designOf(lines), draw);
      const designed = createMapper(headed.model, { ...OPTIONS, design }).compile('Do');
      const forms = formsOf(headed, lines, designed);
      const [plainHeaders, written, shown] = [headed.operation, designed, designed].map(
        ({ shape: { input } }, at) => (at === 1 ? (input.written ?? input) : input).headers,
      );
      if (plainHeaders === undefined || written === undefined) throw new Error('no header');
      const tree = treeOf(fills);
      let cases = 0;
      const check = (input: JsonObject, headers: JsonObject | undefined): void => {
        cases++;
        const given = headers === undefined ? input : own(input, { $headers: headers });
        const filled = withFills(headers ?? own(), plainHeaders, written, tree) as JsonObject;
        const exact = forms.exactInput(input);
        const whole =
          headers === undefined && Object.keys(filled).length === 0
            ? exact
            : own(exact, { $headers: filled });
        const context = `${JSON.stringify(design)}\n${stringify(given)}\n${stringify(whole)}`;
        same(verdict(designed, given), verdict(headed.operation, whole), context);
        same(outcome(designed, given), outcome(headed.operation, whole), context);
      };
      const input = drawObject(draw, designed.shape.input.root);
      check(input, undefined);
      // A block that is filled as a whole is not a block of clients.
      if (shown === undefined) return cases;
      const blocks = drawObject(draw, shown);
      check(input, blocks);
      for (let count = 0; count < 3; count++) check(input, spoil(blocks, draw) as JsonObject);
      return cases;
    },
  },
  {
    id: 'L35',
    statement: 'a hidden operation is nowhere, and changes nothing of the others',
    async check(subject, draw) {
      const both = await withElements(subject, ['Other', 'OtherResponse', 'DoHeader']);
      const alone = await withElements(subject, ['DoHeader']);
      const design = designOf(drawLines(alone, draw, ODD_NAMES));
      const route: OperationDesign = { route: 'POST /do' };
      const routed: Design = {
        ...design,
        operations: { ...design.operations, Do: { ...design.operations?.['Do'], ...route } },
      };
      const hiding: Design = { ...routed, operations: { ...routed.operations, Other: { hidden: true } } };
      const shown = JSON.stringify(hiding);
      same(JSON.stringify(checkDesign(both.model, hiding, OPTIONS).problems), '[]', shown);
      const hidden = createMapper(both.model, { ...OPTIONS, design: hiding });
      const without = createMapper(alone.model, { ...OPTIONS, design: routed });
      same(JSON.stringify(hidden.operations), JSON.stringify(without.operations), shown);
      try {
        hidden.compile('Other');
        throw new Error(`it can be called\n${shown}`);
      } catch (error) {
        if (!(error instanceof OperationNotFoundError)) throw error;
      }
      const place = { baseUrl: 'https://a.example', accountId: 'a', serviceSlug: 's' };
      const [one, other] = [
        [hidden, hiding],
        [without, routed],
      ].map(([mapper, routes]) =>
        printOpenApi(
          generateOpenApi(mapper as typeof hidden, { ...routesContract(place), routes: routes as Design }),
          'json',
        ),
      ) as [string, string];
      same(one, other, shown);
      const [designed, expected] = [hidden.compile('Do'), without.compile('Do')];
      const input = drawObject(draw, designed.shape.input.root);
      const inputs = [input, spoil(input, draw) as JsonObject];
      for (const each of inputs) same(outcome(designed, each), outcome(expected, each), shown);
      same(
        JSON.stringify(designed.jsonSchema('output')),
        JSON.stringify(expected.jsonSchema('output')),
        shown,
      );
      return inputs.length;
    },
  },
];

/** The same service with more global elements, all of the type of the input. */
async function withElements({ schema }: Subject, names: readonly string[]): Promise<Subject> {
  const elements = names.map((name) => `<xs:element name="${name}" type="t:C0"/>`).join('');
  const whole = schema.replace('</xs:schema>', () => `${elements}</xs:schema>`);
  const files = { 'service.wsdl': wsdlAround(whole), 'schema.xsd': whole };
  const { model } = await parseWsdl('service.wsdl', {
    resolve: bundleResolver(new Map(Object.entries(files).map(([name, each]) => [name, utf8(each)]))),
  });
  return { schema: whole, model, operation: createMapper(model, OPTIONS).compile('Do') };
}

/** A design with some more lines that fill members of the header block. */
function drawHeaderFills(
  { operation, model }: Subject,
  design: Design,
  draw: Draw,
): { readonly fills: ReadonlyMap<string, never>; readonly design: Design } {
  const fills = new Map<string, unknown>();
  const headers = operation.shape.input.headers as NonNullable<
    CompiledOperation['shape']['input']['headers']
  >;
  for (let count = draw.int(1, 4); count > 0; count--) {
    const found = drawPath(draw, headers, [], 0);
    if (found !== undefined) fills.set(found.keys.map(escapeKey).join('/'), found.value);
  }
  const withHeaders = (): Design => {
    const ofHeaders = [...fills].map(([path, value]) => [`Do/$headers/${path}`, value]);
    const fill = { ...design.fill, ...Object.fromEntries(ofHeaders) } as NonNullable<Design['fill']>;
    return Object.keys(fill).length === 0 ? design : { ...design, fill };
  };
  for (;;) {
    const { problems } = checkDesign(model, withHeaders(), OPTIONS);
    if (problems.length === 0) break;
    for (const { at } of problems) fills.delete((at[1] as string).slice('Do/$headers/'.length));
  }
  // The first part of a path is that of the operation.
  const inTree = new Map([...fills].map(([path, value]) => [`Do/${path}`, value as never]));
  return { fills: inTree, design: withHeaders() };
}

function own(...parts: readonly object[]): JsonObject {
  const object = Object.create(null) as JsonObject;
  for (const part of parts) for (const [key, value] of Object.entries(part)) object[key] = value;
  return object;
}
