import { createOperationShapes, type ShapeOptions } from '@soapstone/json-xml-mapper/shapes';
import type { DescribedMapper } from '@soapstone/openapi-generator';
import type { ServiceModel } from '@soapstone/wsdl-parser';

/** The Shapes of a model for the generator. Compiles nothing, because no call is made. */
export function describedMapper(model: ServiceModel, options: ShapeOptions = {}): DescribedMapper {
  const shapes = createOperationShapes(model, options);
  return {
    model,
    operations: shapes.names.map((name) => shapes.get(name).info),
    compile: (name) => shapes.get(name),
  };
}
