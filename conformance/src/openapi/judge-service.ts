import type { Design } from '@soapstone/json-xml-mapper/design';
import { toOpenApi30 } from '@soapstone/openapi-generator';
import type { Resolver, ServiceModel } from '@soapstone/wsdl-parser';
import { seededRandom } from '../wsdl/mutate.js';
import { type DescribedService, describeService, shuffled } from './describe-service.js';
import { typesOf } from './generated-types.js';
import type { DocumentJudge } from './judge-document.js';

/** A service, and everything that the judges find wrong with its documents. */
export interface JudgedService {
  readonly service: DescribedService;
  readonly problems: readonly string[];
  /** Declarations by openapi-typescript, by file name: they are to be compiled together. */
  readonly types: ReadonlyMap<string, string>;
  /** Milliseconds that reading and describing took, once. */
  readonly ms: number;
}

/**
 * Describes a service, twice without a design, and judges it in both versions. Throws `WsdlError` if it cannot be read.
 *
 * @param designFor returns the design of the service, whose routes have a document of their own. Default: it has none
 */
export async function judgeService(
  location: string,
  resolve: Resolver,
  name: string,
  judge: DocumentJudge,
  designFor?: (model: ServiceModel) => Design,
): Promise<JudgedService> {
  const problems: string[] = [];
  const types = new Map<string, string>();
  const started = performance.now();
  const service = await describeService(location, resolve, designFor);
  const ms = performance.now() - started;
  if (designFor === undefined) {
    const again = await describeService(location, shuffled(resolve, seededRandom(name.length)));
    if (again.text !== service.text) problems.push('a second run gives a different document');
  }
  const { routes } = service;
  const versions = {
    '3.0': service.openapi30,
    '3.1': service.openapi31,
    ...(routes && { 'routes.3.0': toOpenApi30(routes), 'routes.3.1': routes }),
  };
  for (const [version, document] of Object.entries(versions)) {
    const text = JSON.stringify(document);
    const { validator, linter, spectral } = await judge.judge(text);
    problems.push(...validator.map((found) => `${version} validator: ${found}`));
    problems.push(...linter.map((found) => `${version} linter: ${found}`));
    problems.push(...spectral.map((found) => `${version} spectral: ${found}`));
    try {
      types.set(`/${name}.${version}.ts`, await typesOf(text));
    } catch (error) {
      problems.push(
        `${version} openapi-typescript: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return { service, problems, types, ms };
}
