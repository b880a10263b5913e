import { checkDesign, DESIGN_SCHEMA, type DesignReport } from '@soapstone/json-xml-mapper/design';
import { listInputs, printProposal, proposeDesign } from '@soapstone/json-xml-mapper/internal/proposals';
import { createOperationShapes } from '@soapstone/json-xml-mapper/shapes';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import { readDesign } from '../../domain/services/read-design.js';
import { selectModel } from '../../domain/services/select-model.js';
import type { Mapping } from '../../domain/services/service-settings.js';

/** Checks the design of a mapping against a model. Generates the artefact of the kind `design`. */
export function checkMappedDesign(
  model: ServiceModel,
  { select, options, design = '{}' }: Mapping,
): DesignReport {
  const parsed = readDesign(design);
  return checkDesign(selectModel(model, select), parsed, shapeOptions(options));
}

/** Proposes a design for a model, and lists the members that it can fill. Generates the artefact of the kind `proposal`. */
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
    schema: DESIGN_SCHEMA,
  });
}

/** The options of a mapping that determine its Shapes. */
function shapeOptions({ numbers: _, strictResponses: __, ...shapes }: Mapping['options']) {
  return shapes;
}
