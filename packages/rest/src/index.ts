/**
 * Serves a SOAP service as a JSON API: one handler from `Request` to `Response` that any server can mount.
 *
 * - `create-rest-api.ts`: reads the WSDL and creates the handler
 * - `options.ts`: the options of the API
 * - `operation-paths.ts`: from the path and method of a request to an operation
 * - `serve-routes.ts`: the routes of a design
 * - `make-call.ts`: the call of a request, and why it failed
 * - `read-input.ts`: the input of the call, from the body or the query
 * - `describe-error.ts`: from an error to a status and a body
 * - `node.ts` (`@soapstone/rest/node`): node:http and Express; `fastify.ts` (`@soapstone/rest/fastify`)
 *
 * The client (`@soapstone/client`) makes the calls, `@soapstone/openapi-generator` describes them.
 *
 * @packageDocumentation
 */

export type { CallOptions, ClientOptions, ClientSource } from '@soapstone/client';
export {
  type ErrorContract,
  gatewayErrors,
  problemDetails,
  restErrors,
} from '@soapstone/http-contract';
export type { MethodPolicy } from '@soapstone/openapi-generator';
export { OptionError } from '@soapstone/options';
export { createRestApi, type RestApi } from './create-rest-api.js';
export type { RestOptions } from './options.js';
