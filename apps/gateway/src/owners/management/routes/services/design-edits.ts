import { DESIGN_LIMITS } from '@soapstone/json-xml-mapper/design';
import { Type } from 'typebox';
import { arrayOf, BOOLEAN, nullable, object, SOME_TEXT, TEXT } from '../../../../domain/json-schema.js';
import { printDesign } from '../../../../domain/services/read-design.js';
import { CONTRACT_CHANGE } from '../../answers/revisions.js';
import { DESIGN_BYTES, DESIGN_SCHEMA } from '../../inputs/service-schema.js';
import { findService, SERVICES } from '../../routing/find-service.js';
import { type Route, route } from '../../routing/route.js';
import { checkDesignFor, exampleOfDesign } from '../../use-cases/check-design.js';

const PATH = `${SERVICES}/:serviceId/design`;

/** The longest name of an operation that is looked for. */
const OPERATION_LENGTH = 1024;

const PROBLEMS = arrayOf(object({ at: arrayOf(TEXT), message: TEXT }, { nearest: SOME_TEXT }), {
  maxItems: DESIGN_LIMITS.problems,
});

/** The result of checking a design: its problems, or the changes that clients will notice. */
const CHECKED = object({
  problems: PROBLEMS,
  breaking: BOOLEAN,
  changes: arrayOf(CONTRACT_CHANGE),
  // The secrets that the design names.
  secrets: arrayOf(object({ name: TEXT, stored: BOOLEAN })),
});

const check = route({
  method: 'post',
  path: `${PATH}/check`,
  access: 'owner',
  limit: 'jobs',
  repeatable: false,
  summary:
    'Check a design without storing it: every problem, or the changes for clients of the live revision and the secrets that it names',
  bodyBytes: DESIGN_BYTES,
  body: object({ design: DESIGN_SCHEMA }),
  answer: CHECKED,
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    deps.registration.assertRoom();
    return { body: await checkDesignFor(service, printDesign(call.body.design), deps) };
  },
});

/** The messages that clients send to an operation and get from it. */
const PREVIEWED = object({
  method: TEXT,
  // Below the service.
  route: TEXT,
  // The values of the parameters in the path.
  path: arrayOf(TEXT),
  query: arrayOf(arrayOf(TEXT)),
  // JSON texts: a page cannot parse all numbers exactly.
  body: nullable(TEXT),
  result: nullable(TEXT),
  status: Type.Integer(),
  // The members at the top of the input, one of which can be the body of a route.
  members: arrayOf(TEXT),
});

const example = route({
  method: 'post',
  path: `${PATH}/example`,
  access: 'owner',
  limit: 'jobs',
  repeatable: false,
  summary:
    'Show one operation of the live revision without and with a design, which is not stored: the same example in both forms, and every problem of the design',
  bodyBytes: DESIGN_BYTES,
  body: object({
    design: DESIGN_SCHEMA,
    operation: Type.String({ minLength: 1, maxLength: OPERATION_LENGTH }),
  }),
  answer: object({
    problems: PROBLEMS,
    before: PREVIEWED,
    after: nullable(PREVIEWED),
  }),
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    deps.registration.assertRoom();
    const { design, operation } = call.body;
    return { body: await exampleOfDesign(service, printDesign(design), operation, deps) };
  },
});

/** A member of an input or a result: its path in a design, and what the schema says. */
const MEMBER = object(
  { path: TEXT, type: TEXT, required: BOOLEAN, many: BOOLEAN },
  // The texts of its values, if they are enumerated.
  { values: arrayOf(TEXT) },
);

const LISTED = object({ operation: TEXT, members: arrayOf(MEMBER), more: BOOLEAN });

const propose = route({
  method: 'get',
  path: `${PATH}/proposal`,
  access: 'owner',
  limit: 'pages',
  summary:
    'A first design of the live revision for an owner to edit, which is never applied by itself; the members of all inputs and results and the faults, without a design; and the JSON Schema of designs',
  answer: object({
    // A YAML file with comments.
    text: TEXT,
    session: nullable(Type.Unsafe<unknown>({ type: 'object' })),
    secrets: arrayOf(object({ path: TEXT, name: TEXT })),
    inputs: arrayOf(LISTED),
    results: arrayOf(LISTED),
    // The names of the faults that operations declare.
    faults: arrayOf(object({ operation: TEXT, faults: arrayOf(TEXT) })),
    schema: Type.Unsafe<unknown>({ type: 'object' }),
  }),
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const { text } = await deps.artefacts.get(service, { kind: 'proposal' }, { design: null });
    return { json: text };
  },
});

/** The questions of an owner who edits a design; nothing is stored. */
export const editingRoutes: readonly Route[] = [check, example, propose];
