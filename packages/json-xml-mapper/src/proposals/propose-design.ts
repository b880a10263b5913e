import type { ServiceModel } from '@soapstone/soap-model';
import type { SessionDesign } from '../api/design.js';
import { createOperationShapes, type ShapeOptions } from '../operation/operation-shapes.js';
import { findSecrets } from './find-secrets.js';
import { type ProposedNames, proposeNames } from './propose-names.js';
import { proposeSession } from './propose-session.js';

/** A first design of a service, for a person to edit. What `design` says is proposed as it is; the rest is a guess. */
export interface ProposedDesign extends ProposedNames {
  /** Members that look like credentials, by their paths, with names for their secrets. */
  readonly secrets: ReadonlyMap<string, string>;
  /** How to log in, if an operation looks like a login. */
  readonly session?: SessionDesign | undefined;
}

/**
 * Proposes a design: camel case, a session, and the members that look like credentials. Each part fits the service.
 *
 * @param options the options of the mapper that determine its Shapes
 */
export function proposeDesign(
  model: ServiceModel,
  options: Omit<ShapeOptions, 'design'> = {},
): ProposedDesign {
  const shapes = createOperationShapes(model, options);
  const session = proposeSession(model, shapes);
  const secrets = findSecrets(model, shapes);
  // What the session fills needs no other line.
  for (const path of secrets.keys()) {
    const isOfLogin = path.startsWith(`${session?.login.operation}/`);
    if (session !== undefined && (isOfLogin || path === memberOf(session))) secrets.delete(path);
  }
  return { ...proposeNames(model), secrets, ...(session && { session }) };
}

function memberOf({ send }: SessionDesign): unknown {
  return 'member' in send ? send.member : undefined;
}
