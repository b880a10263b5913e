import { createMapper, type JsonObject } from '@soapstone/json-xml-mapper';
import type { BoundFault } from '@soapstone/soap-model';
import type { ServiceModel } from '@soapstone/wsdl-parser';

/**
 * Generates an example of a declared fault's detail: `{key: value}`, as in `error.fault.detail` (FL-2).
 *
 * Generated as if the operation's result were the fault's element: the same Shape, so the same JSON.
 *
 * @param operation the exposed name
 * @param key the key of the detail element
 */
export function exampleFaultDetail(
  model: ServiceModel,
  operation: string,
  fault: BoundFault,
  key: string,
): JsonObject {
  const mapper = createMapper(withAnswer(model, operation, fault), { unwrap: 'payload' });
  const compiled = mapper.compile(operation);
  const value = compiled.example('output');
  const isObject = compiled.shape.output?.kind === 'element' || compiled.shape.output?.kind === 'content';
  const detail = Object.create(null) as JsonObject;
  detail[key] = isObject ? value : (Object.values(value)[0] ?? null);
  return detail;
}

/** Returns the declared faults of an exposed operation, as the WSDL binds them. */
export function faultsOf(model: ServiceModel, operation: string): readonly BoundFault[] {
  const exposed = model.exposed.find(({ name }) => name === operation);
  if (exposed === undefined) return [];
  return model.services[exposed.service]?.ports[exposed.port]?.operations[exposed.operation]?.faults ?? [];
}

function withAnswer(model: ServiceModel, name: string, fault: BoundFault): ServiceModel {
  const exposed = model.exposed.find((each) => each.name === name);
  if (exposed === undefined) return model;
  const output = {
    name: fault.name,
    action: '',
    use: fault.use,
    parts: [fault.part],
    headers: [],
    attachments: [],
  };
  return {
    ...model,
    services: model.services.map((service, serviceIndex) =>
      serviceIndex !== exposed.service
        ? service
        : {
            ...service,
            ports: service.ports.map((port, portIndex) =>
              portIndex !== exposed.port
                ? port
                : {
                    ...port,
                    operations: port.operations.map((operation, index) =>
                      index !== exposed.operation
                        ? operation
                        : { ...operation, style: 'document' as const, oneWay: false, output },
                    ),
                  },
            ),
          },
    ),
  };
}
