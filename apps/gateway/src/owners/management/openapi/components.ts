import { componentsOf, type Schema } from '../../../domain/json-schema.js';
import { CHANGED_MEANWHILE, ERROR } from '../answers/errors.js';
import { ROUTES } from '../routes.js';

/** The components of the management API, by name: all that its routes and errors refer to. */
export const COMPONENTS: Readonly<Record<string, Schema>> = componentsOf([
  ERROR,
  CHANGED_MEANWHILE,
  ...ROUTES.flatMap(({ body, query = {}, answer, accepted }) =>
    [body, ...Object.values(query), answer, accepted].filter((schema) => schema !== undefined),
  ),
]);
