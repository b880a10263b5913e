import { assertOptions, type Check, kindOf, text, wrong } from '@soapstone/options';

/** The prefix of every path that calls an operation. */
export const API_PREFIX = '/api/v1';

/** The prefix of the paths of the routes of a design: `/apis/{accountId}/{serviceSlug}` and the base of the design follow. */
export const ROUTES_PREFIX = '/apis';

/**
 * The path of a service: `/api/v1/{accountId}/{serviceSlug}`.
 *
 * @example
 * ```ts
 * servicePath('acc_1', 'users'); // /api/v1/acc_1/users
 * ```
 */
export function servicePath(accountId: string, serviceSlug: string): string {
  return pathOf('servicePath', { accountId, serviceSlug });
}

/**
 * The path of an operation (OA-1): `/api/v1/{accountId}/{serviceSlug}/{operationName}`.
 *
 * @example
 * ```ts
 * operationPath('acc_1', 'users', 'GetUser'); // /api/v1/acc_1/users/GetUser
 * ```
 */
export function operationPath(accountId: string, serviceSlug: string, operation: string): string {
  return pathOf('operationPath', { accountId, serviceSlug, operation });
}

/**
 * Fills the name of an operation into a path template.
 *
 * @param template a path that contains `{operation}`
 * @example
 * ```ts
 * fillPath('/soap/{operation}', 'GetUser'); // '/soap/GetUser'
 * ```
 */
export function fillPath(template: string, operation: string): string {
  assertOptions(pathTemplate, template, 'fillPath', 'template');
  assertOptions(text, operation, 'fillPath', 'operation');
  return template.replace(OPERATION, () => pathSegment(operation));
}

const OPERATION = '{operation}';

/** Checks a path template: it begins with `/` and contains `{operation}` exactly once. */
export const pathTemplate: Check = (value) =>
  typeof value === 'string' && value.startsWith('/') && value.split(OPERATION).length === 2
    ? []
    : wrong(
        `expected a path with {operation} in it, such as "/{operation}", not ${typeof value === 'string' ? 'this string' : kindOf(value)}`,
      );

function pathOf(what: string, parts: Readonly<Record<string, string>>): string {
  for (const [name, value] of Object.entries(parts)) assertOptions(text, value, what, name);
  return [API_PREFIX, ...Object.values(parts).map(pathSegment)].join('/');
}

/** `:` and `~` distinguish overloads and portTypes (OP-3); a path segment may contain them unescaped. */
function pathSegment(text: string): string {
  return encodeURIComponent(text).replace(/%3A/g, ':');
}
