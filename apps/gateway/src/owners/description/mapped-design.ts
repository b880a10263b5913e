import {
  type CompiledOperation,
  type JsonObject,
  type JsonValue,
  stringify,
} from '@soapstone/json-xml-mapper';
import {
  checkDesign,
  DESIGN_SCHEMA,
  type DesignProblem,
  type DesignReport,
} from '@soapstone/json-xml-mapper/design';
import {
  listFaults,
  listInputs,
  listResults,
  printProposal,
  proposeDesign,
} from '@soapstone/json-xml-mapper/internal/proposals';
import { routesOf } from '@soapstone/json-xml-mapper/internal/routes';
import { createOperationShapes } from '@soapstone/json-xml-mapper/shapes';
import { provenExamples } from '@soapstone/openapi-generator';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import { readDesign } from '../../domain/services/read-design.js';
import { selectModel } from '../../domain/services/select-model.js';
import type { Mapping } from '../../domain/services/service-settings.js';
import { describedMapper } from './artefact.js';
import { type PageRequest, requestByName, requestOfRoute } from './example-request.js';

/** Checks the design of a mapping against a model. Generates the artefact of the kind `design`. */
export function checkMappedDesign(
  model: ServiceModel,
  { select, options, design = '{}' }: Mapping,
): DesignReport {
  const parsed = readDesign(design);
  return checkDesign(selectModel(model, select), parsed, shapeOptions(options));
}

/** Proposes a design for a model, and lists the members and faults that it can name. Generates the artefact of the kind `proposal`. */
export function proposeMappedDesign(model: ServiceModel, { select, options }: Mapping): string {
  const selected = selectModel(model, select);
  const shaping = shapeOptions(options);
  const shapes = createOperationShapes(selected, shaping);
  const proposed = proposeDesign(selected, shaping, shapes);
  return JSON.stringify({
    text: printProposal(proposed),
    session: proposed.session ?? null,
    secrets: [...proposed.secrets].map(([path, name]) => ({ path, name })),
    inputs: listInputs(shapes),
    results: listResults(shapes),
    faults: listFaults(shapes),
    schema: DESIGN_SCHEMA,
  });
}

/**
 * The messages that clients send to an operation and get from it. The messages are texts, because a page cannot parse all numbers exactly.
 */
export interface PreviewedOperation extends PageRequest {
  readonly method: string;
  /** Below the service: `/GetUser`, `/v1/users/{userId}`. */
  readonly route: string;
  /** JSON text; null for a response without a body. */
  readonly result: string | null;
  readonly status: number;
  /** The members of the input, one of which can be the body of a route. */
  readonly members: readonly string[];
}

/** An operation without and with a design, in messages that are the same for the SOAP service; or what is wrong with the design. */
export interface DesignPreview {
  readonly problems: readonly DesignProblem[];
  readonly before: PreviewedOperation | null;
  /** Null for an operation that is hidden. */
  readonly after: PreviewedOperation | null;
}

/** Shows what the design of a mapping does to one operation. Generates the artefact of the kind `preview`. */
export function previewMappedDesign(model: ServiceModel, mapping: Mapping, name: string): string {
  const { problems } = checkMappedDesign(model, mapping);
  const { design = '{}', ...undesigned } = mapping;
  const plain = describedMapper(model, undesigned);
  if (!plain.operations.some((each) => each.name === name))
    return stringifyPreview({ problems, before: null, after: null });
  const original = plain.compile(name);
  const { request, result } = provenExamples(original);
  const input = (request ?? original.example('input')) as JsonObject;
  const output = (result ?? original.example('output')) as JsonObject;
  const before: PreviewedOperation = {
    ...requestByName(input, original.shape),
    method: 'POST',
    route: `/${name}`,
    query: [],
    result: stringify(output),
    status: 200,
    members: membersOf(original),
  };
  if (problems.length > 0) return stringifyPreview({ problems, before, after: null });
  const designed = describedMapper(model, mapping);
  if (!designed.operations.some((each) => each.name === name))
    return stringifyPreview({ problems, before, after: null });
  const operation = designed.compile(name);
  const shown = inputOf(operation, original.toXml(input).body) ?? operation.example('input');
  const table = routesOf(readDesign(design));
  const route = table?.routes.find((each) => each.operation === name);
  const after: PreviewedOperation = {
    ...(route === undefined
      ? { ...requestByName(shown, operation.shape), query: [] }
      : requestOfRoute(shown, route, operation.shape)),
    method: route?.method ?? 'POST',
    route: route === undefined ? `/${name}` : `${table?.base ?? ''}${route.path}`,
    result:
      route?.status === 204 ? null : stringify(resultOf(operation, original.responseToXml(output).body)),
    status: route?.status ?? 200,
    members: membersOf(operation),
  };
  return stringifyPreview({ problems, before, after });
}

/** The most members of an input that are listed. */
const MOST_MEMBERS = 1_000;

/** The members at the top of an input. */
function membersOf({ shape }: CompiledOperation): readonly string[] {
  const { root } = shape.input;
  return root.kind === 'object' ? root.members.slice(0, MOST_MEMBERS).map(({ key }) => key) : [];
}

function stringifyPreview(preview: DesignPreview): string {
  return JSON.stringify(preview);
}

/** A request as the design shows it; undefined if it has no value for something that is filled. */
function inputOf(operation: CompiledOperation, xml: Uint8Array): JsonObject | undefined {
  try {
    const { input } = operation.requestFromXml(xml);
    return operation.validate(input).length === 0 ? input : undefined;
  } catch {
    return undefined;
  }
}

/** A response as the design shows it. */
function resultOf(operation: CompiledOperation, xml: Uint8Array): JsonValue {
  const reply = operation.fromXml(xml);
  return reply.kind === 'result' ? reply.result : {};
}

/** The options of a mapping that determine its Shapes. */
function shapeOptions({ numbers: _, strictResponses: __, ...shapes }: Mapping['options']) {
  return shapes;
}
