import { gatewayContract, routesContract } from '@soapstone/http-contract';
import { createMapper, type Mapper } from '@soapstone/json-xml-mapper';
import type { Design } from '@soapstone/json-xml-mapper/design';
import {
  generateOpenApi,
  type OpenAPI31Object,
  type OpenAPIObject,
  printOpenApi,
  provenExamples,
  toOpenApi30,
} from '@soapstone/openapi-generator';
import { defined } from '@soapstone/options/defined';
import { parseWsdl, type Resolver, type ServiceModel } from '@soapstone/wsdl-parser';

/** A service with its documents in both versions. */
export interface DescribedService {
  readonly mapper: Mapper;
  readonly openapi30: OpenAPIObject;
  readonly openapi31: OpenAPI31Object;
  /** The document of the routes of the design, if it has some. */
  readonly routes?: OpenAPI31Object;
  /** The bytes that the gateway would serve. */
  readonly text: string;
}

const PLACE = { baseUrl: 'https://gateway.example', accountId: 'acc_1', serviceSlug: 'service' };

/**
 * Describes a service with everything that a document can contain: both methods, proven examples.
 *
 * @param designFor returns the design of the service. Default: it has none
 */
export async function describeService(
  location: string,
  resolve: Resolver,
  designFor?: (model: ServiceModel) => Design,
): Promise<DescribedService> {
  const { model } = await parseWsdl(location, { resolve });
  const design = designFor?.(model);
  const mapper = createMapper(model, { fills: 'hidden', ...defined({ design }) });
  const examples = (operation: string) => provenExamples(mapper.compile(operation));
  const openapi31 = generateOpenApi(mapper, {
    ...gatewayContract(PLACE),
    defaultPolicy: 'GET + POST',
    examples,
  });
  const openapi30 = toOpenApi30(openapi31);
  const hasRoutes = Object.values(design?.operations ?? {}).some(({ route }) => route !== undefined);
  const routes = hasRoutes
    ? generateOpenApi(mapper, { ...routesContract(PLACE), routes: design as Design, examples })
    : undefined;
  return { mapper, openapi30, openapi31, ...defined({ routes }), text: printOpenApi(openapi30, 'json') };
}

/** The same documents in another order: the first request may arrive last. `random` decides, so that a run can be repeated. */
export function shuffled(resolve: Resolver, random: () => number): Resolver {
  return async (uri) => {
    const document = await resolve(uri);
    for (let turns = Math.floor(random() * 20); turns > 0; turns--) await new Promise(setImmediate);
    return document;
  };
}
