import type { OperationInfo } from '@soapstone/json-xml-mapper';
import type { MethodPolicy } from '@soapstone/openapi-generator';
import type { RestOptions } from './options.js';

/** The paths of operations and of the document. */
export interface OperationPaths {
  /** The operation that a path names, decoded; `undefined` if it names none. */
  operationAt(pathname: string): string | undefined;
  /** The path of the OpenAPI document; `undefined` if none is served. */
  readonly openapiPath: string | undefined;
  /** The methods that an operation allows. None if its policy is GET and its input does not fit a query. */
  methodsOf(info: OperationInfo): readonly string[];
}

const METHODS: Readonly<Record<MethodPolicy, readonly string[]>> = {
  POST: ['POST'],
  GET: ['GET'],
  'GET + POST': ['GET', 'POST'],
};

/** Reads the paths and policies of the options. The path template has been validated. */
export function createPaths(options: RestOptions): OperationPaths {
  const [before = '/', after = ''] = (options.path ?? '/{operation}').split('{operation}');
  const folder = before.slice(0, before.lastIndexOf('/') + 1);
  return {
    openapiPath: options.openapiPath === false ? undefined : (options.openapiPath ?? `${folder}openapi.json`),
    operationAt(pathname) {
      if (!pathname.startsWith(before) || !pathname.endsWith(after)) return undefined;
      const segment = pathname.slice(before.length, pathname.length - after.length);
      if (segment === '' || segment.includes('/')) return undefined;
      try {
        return decodeURIComponent(segment);
      } catch {
        return undefined;
      }
    },
    methodsOf({ name, querySafe }) {
      const methods = METHODS[options.policies?.get(name) ?? options.defaultPolicy ?? 'POST'];
      return querySafe.safe ? methods : methods.filter((method) => method !== 'GET');
    },
  };
}
