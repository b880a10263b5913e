import { createHash } from 'node:crypto';
import { gatewayContract, routesContract } from '@soapstone/http-contract';
import {
  createMapper,
  isMappingError,
  type JsonObject,
  type Mapper,
  parseJson,
} from '@soapstone/json-xml-mapper';
import type { Design } from '@soapstone/json-xml-mapper/design';
import {
  compareContracts,
  generateOpenApi,
  type MethodPolicy as Methods,
  type OpenAPI31Object,
  type ProvenExamples,
  printOpenApi,
  printTypes,
  toOpenApi30,
} from '@soapstone/openapi-generator';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import type { Plan } from '../../domain/accounts/plan.js';
import { allowedMethods } from '../../domain/services/method-policy.js';
import { readDesign, withDesign } from '../../domain/services/read-design.js';
import { selectModel } from '../../domain/services/select-model.js';
import type {
  Mapping,
  MethodPolicy,
  OperationSettings,
  ServiceSettings,
} from '../../domain/services/service-settings.js';
import { describeOperation } from './describe-operation.js';

/**
 * A text that depends only on a revision and its settings, and is therefore generated once: examples, schemas, documents, comparisons. How
 * long that takes depends on a schema from outside, so it happens in a child process, never on the event loop.
 */
export type ArtefactRequest =
  /** The `OperationInfo` of every operation, as JSON. */
  | { readonly kind: 'operations' }
  /** The page of one operation, as JSON. */
  | { readonly kind: 'operation'; readonly name: string }
  /** Whether the design of the mapping fits the model, and what it fills, as JSON: a `DesignReport`. See `mapped-design.ts`. */
  | { readonly kind: 'design' }
  /** The starting point for an owner who writes a design, as JSON: a proposal, and the members of all inputs. */
  | { readonly kind: 'proposal' }
  /** The view that clients get of one operation with a design that need not be stored, as JSON: see `preview.ts`. */
  | { readonly kind: 'preview'; readonly name: string; readonly offer: Offer }
  /** An operation without and with the design of the mapping, as JSON: a `DesignPreview`. See `mapped-design.ts`. */
  | { readonly kind: 'design-example'; readonly name: string }
  /** `routes`: of the routes of the design, which has some, in place of the operations by name. */
  | { readonly kind: 'file'; readonly file: FileName; readonly offer: Offer; readonly routes?: true }
  /** The contents of the page of a service for its consumers, as JSON: `PageContents`. See `consumer-page.ts`. */
  | { readonly kind: 'page'; readonly offer: Offer; readonly routes?: true }
  /** One operation on that page, as JSON: `PageOperation`. */
  | { readonly kind: 'page-operation'; readonly name: string; readonly offer: Offer; readonly routes?: true }
  /** The changes of a revision for clients of an earlier one, as JSON: a `ContractComparison`. */
  | { readonly kind: 'comparison'; readonly most: number; readonly policies: Policies };

/** Method policies of the service, and of the operations with their own settings. */
export interface Policies {
  readonly service: ServiceSettings['methodPolicy'];
  readonly operations: Readonly<Record<string, MethodPolicy>>;
}

/** The contract of a service, for its documents. */
export interface Offer {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly serviceSlug: string;
  readonly title: string;
  readonly version: string;
  /** The form of wide numbers in JSON (NM-2), as stated in the document. */
  readonly numbers: ServiceSettings['numbers'];
  readonly policies: Policies;
  readonly plan: Pick<Plan, 'paid' | 'name'>;
  /** Deprecated operations; `true` means all of them. */
  readonly deprecated: readonly string[] | true;
  /** The inputs that the owner saved as examples: JSON text by operation. */
  readonly examples: Readonly<Record<string, string>>;
}

/** The names of downloadable documents: the last segment of their paths. */
export type FileName =
  | 'openapi-3.0.json'
  | 'openapi-3.0.yaml'
  | 'openapi-3.1.json'
  | 'openapi-3.1.yaml'
  | 'types.ts';

/** All of them are derived from the same OpenAPI document. */
export const FILES: Readonly<
  Record<FileName, { readonly contentType: string; print(document: OpenAPI31Object): string }>
> = {
  'openapi-3.0.json': {
    contentType: 'application/json; charset=utf-8',
    print: (document) => printOpenApi(toOpenApi30(document), 'json'),
  },
  'openapi-3.0.yaml': {
    contentType: 'application/yaml; charset=utf-8',
    print: (document) => printOpenApi(toOpenApi30(document), 'yaml'),
  },
  'openapi-3.1.json': {
    contentType: 'application/json; charset=utf-8',
    print: (document) => printOpenApi(document, 'json'),
  },
  'openapi-3.1.yaml': {
    contentType: 'application/yaml; charset=utf-8',
    print: (document) => printOpenApi(document, 'yaml'),
  },
  'types.ts': { contentType: 'text/plain; charset=utf-8', print: printTypes },
};

export function policiesOf(
  service: Pick<ServiceSettings, 'methodPolicy'>,
  operations: ReadonlyMap<string, Pick<OperationSettings, 'methodPolicy'>>,
): Policies {
  const entries = [...operations].map(([name, { methodPolicy }]) => [name, methodPolicy] as const);
  return { service: service.methodPolicy, operations: Object.fromEntries(entries) };
}

/**
 * Returns the name of an artefact in the store: equal for equal texts.
 *
 * @param maker the code that generates it: see `makerOf`
 * @param digests of the model, and of the model that it is compared with
 */
export function artefactKey(
  maker: string,
  digests: readonly string[],
  mapping: Mapping,
  request: ArtefactRequest,
): string {
  return createHash('sha256')
    .update(JSON.stringify([maker, digests, mapping, request]))
    .digest('base64url');
}

/**
 * Creates the mapper that artefacts are generated from. The limits of calls do not apply here, and it knows no secret: examples are checked with
 * `***` in the place of values that a design fills in.
 */
export function describedMapper(model: ServiceModel, { select, options, design }: Mapping): Mapper {
  const designed =
    design === undefined ? options : { ...withDesign(options, design), fills: 'hidden' as const };
  return createMapper(selectModel(model, select), designed);
}

/**
 * Generates an artefact. Throws what describing a schema throws.
 *
 * @param design what the mapper was created with, as it is stored
 * @param beforeDesign what the earlier mapper was created with
 */
export function makeArtefact(
  mapper: Mapper,
  request: Exclude<
    ArtefactRequest,
    { kind: 'design' | 'proposal' | 'preview' | 'design-example' | 'page' | 'page-operation' }
  >,
  before: Mapper = mapper,
  design?: string,
  beforeDesign?: string,
): string {
  switch (request.kind) {
    case 'operations':
      return JSON.stringify(mapper.operations);
    case 'operation':
      return JSON.stringify(describeOperation(mapper, request.name));
    case 'file':
      return FILES[request.file].print(
        describeService(mapper, request.offer, request.routes && readDesign(design ?? '{}')),
      );
    case 'comparison': {
      const { service, operations } = request.policies;
      const policyOf = (name: string) => (Object.hasOwn(operations, name) ? operations[name] : 'Inherit');
      const { changes, breaking } = compareContracts(before, mapper, {
        most: request.most,
        takesGet: (name) => (policyOf(name) === 'Inherit' ? service : policyOf(name)) !== 'POST',
        designs: { before: designOf(beforeDesign), after: designOf(design) },
      });
      return JSON.stringify({ changes, breaking });
    }
  }
}

function designOf(stored: string | undefined): Design | undefined {
  return stored === undefined ? undefined : readDesign(stored);
}

/** The methods of each operation by its name, as its owner and the plan allow. */
export function methodsOf(
  mapper: Pick<Mapper, 'operations'>,
  { policies, plan }: Offer,
): ReadonlyMap<string, readonly ('GET' | 'POST')[]> {
  return new Map(
    mapper.operations.map((info) => {
      const own = Object.hasOwn(policies.operations, info.name) ? policies.operations[info.name] : undefined;
      const settings = { methodPolicy: own ?? 'Inherit' } as const;
      return [info.name, allowedMethods(settings, { methodPolicy: policies.service }, info, plan).methods];
    }),
  );
}

/** Generates the OpenAPI document of a service, or of its routes, with its owner's settings and the methods that the plan allows. */
export function describeService(mapper: DescribedMapper, offer: Offer, routes?: Design): OpenAPI31Object {
  const { policies: _, plan: _plan, deprecated, examples, title, version, numbers, ...place } = offer;
  const methods = [...methodsOf(mapper, offer)].map(
    ([name, allowed]) => [name, allowed.join(' + ') as Methods] as const,
  );
  const going = new Set(deprecated === true ? [] : deprecated);
  return generateOpenApi(mapper, {
    ...(routes === undefined ? gatewayContract(place) : { ...routesContract(place), routes }),
    title,
    version,
    numbers,
    policies: new Map(methods),
    deprecated: (operation) => deprecated === true || going.has(operation),
    examples: (name) =>
      Object.hasOwn(examples, name) ? savedExample(mapper, name, examples[name] as string) : {},
  });
}

/** The part of a mapper that a document of some of its operations needs. */
export type DescribedMapper = Pick<Mapper, 'model' | 'operations' | 'compile'>;

/** The saved example of an operation, unless it was saved for another revision and is no longer valid. */
export function savedExample(mapper: Pick<Mapper, 'compile'>, name: string, saved: string): ProvenExamples {
  try {
    const request = parseJson(saved) as JsonObject;
    return mapper.compile(name).validate(request).length === 0 ? { request } : {};
  } catch (error) {
    if (isMappingError(error)) return {};
    throw error;
  }
}
