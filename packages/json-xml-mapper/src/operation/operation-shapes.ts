import type { ServiceModel } from '@soapstone/soap-model';
import type { OperationInfo } from '../api/operation.js';
import { parseDesign } from '../design/parse-design.js';
import { ServiceDesigner } from '../design/service-designer.js';
import type { DesignerSettings } from '../design/shaping/member-lines.js';
import { uncommonContent } from '../explain/uncommon-content.js';
import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import { compilePatterns } from '../pattern/pattern-facet.js';
import { queryParameters } from '../query/query-parameters.js';
import { rawXml } from '../raw-xml/raw-xml.js';
import { uncommonTypes } from '../scalar/uncommon-types.js';
import { unions } from '../scalar/union-codec.js';
import { assertMapperOptions } from './settings.js';
import { type ShapedExchange, type ShapeOptions, type Shapes, shapeOperations } from './shape-operations.js';

export type { ShapeOptions } from './shape-operations.js';

/** An operation with everything about it that does not depend on a call. */
export interface ShapedOperation extends ShapedExchange {
  readonly info: OperationInfo;
}

/** The Shapes of a model's exposed operations, each built on first use and then shared. */
export type OperationShapes = Shapes<ShapedOperation>;

/**
 * Builds Shapes for a model: the input of mappers and of OpenAPI documents. Throws `OptionError` for an unusable model or option.
 *
 * @example
 * ```ts
 * const { input } = createOperationShapes(model).get('GetUser').shape;
 * ```
 */
export function createOperationShapes(model: ServiceModel, options: ShapeOptions = {}): OperationShapes {
  assertMapperOptions('createOperationShapes', model, options);
  return designedShapes(model, options, designerOf(options, DESIGNER_SETTINGS));
}

/** The same with a designer that has been created already. */
export function designedShapes(
  model: ServiceModel,
  options: ShapeOptions,
  designer: ServiceDesigner | undefined,
): OperationShapes {
  const complete = (shaped: ShapedExchange) => ({ ...shaped, info: withQuery(shaped) });
  const shapes = shapeOperations(model, options, complete, designer);
  return designer === undefined ? shapes : designer.visible(shapes);
}

/** Creates the designer of the design in some options, if there is one. Throws `DesignError` if it is not one. */
export function designerOf(
  { design }: Pick<ShapeOptions, 'design'>,
  settings: DesignerSettings,
): ServiceDesigner | undefined {
  return design === undefined ? undefined : new ServiceDesigner(parseDesign(design), settings);
}

/** The settings of a designer on its own. */
export const DESIGNER_SETTINGS: DesignerSettings = {
  limits: { ...DEFAULT_MAPPER_LIMITS, compilePatterns, unions, types: () => uncommonTypes },
  uncommonContent: () => uncommonContent,
  rawXml: () => rawXml,
};

/** Adds whether the operation can be called with GET (GQ-1). */
function withQuery({ info, shape }: ShapedExchange): OperationInfo {
  const { refusal } = queryParameters(shape.input);
  return { ...info, querySafe: refusal === undefined ? { safe: true } : { safe: false, reason: refusal } };
}
