import type { ServiceModel } from '@soapstone/soap-model';
import type { SessionDesign } from '../api/design.js';
import { escapeKey } from '../design/parse-design.js';
import { checkDesign } from '../designs.js';
import {
  createOperationShapes,
  type OperationShapes,
  type ShapeOptions,
} from '../operation/operation-shapes.js';
import type { CheckProposal } from './check-proposal.js';
import { findSecrets } from './find-secrets.js';
import { proposeLift, proposeLiftPaths, withPaths } from './propose-lift.js';
import { type ProposedNames, proposeNames } from './propose-names.js';
import { proposeRoutes } from './propose-routes.js';
import { proposeSession } from './propose-session.js';
import { withoutEmptyLines } from './without-empty-lines.js';

/** A first design of a service, for a person to edit. What `design` says is proposed as it is; the rest is a guess. */
export interface ProposedDesign extends ProposedNames {
  /** Members that look like credentials, by their paths, with names for their secrets. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The routes of operations whose names say what they do, by their names. */
  readonly routes: ReadonlyMap<string, string>;
  /** How to log in, if an operation looks like a login. */
  readonly session?: SessionDesign | undefined;
}

/**
 * Proposes a design: camel case, lists without the objects around them, routes, a session, and the members that look like credentials. Each part
 * fits the service.
 *
 * @param options the options of the mapper that determine its Shapes
 * @param shapes the Shapes of the model with these options, if the caller has them
 */
export function proposeDesign(
  model: ServiceModel,
  options: Omit<ShapeOptions, 'design'> = {},
  shapes: OperationShapes = createOperationShapes(model, options),
): ProposedDesign {
  const check: CheckProposal = (design) => checkDesign(model, withoutEmptyLines(design), options).problems;
  const session = proposeSession(shapes, check);
  const secrets = findSecrets(shapes, check);
  // A member that the session fills needs no other line.
  for (const path of secrets.keys()) if (session !== undefined && fills(session, path)) secrets.delete(path);
  const { design, collisions } = proposeNames(check);
  const fill = Object.fromEntries([...secrets].map(([path, secret]) => [path, { secret }]));
  const guessed = { fill, ...(session && { session }) };
  const lift = proposeLift(shapes, check, [design, { ...design, ...guessed }]);
  const lifted = lift.length === 0 ? design : { ...design, lift };
  const paths = proposeLiftPaths(shapes, check, [lifted, { ...lifted, ...guessed }]);
  const whole = paths.size === 0 ? lifted : { ...lifted, operations: withPaths(paths) };
  const routes = proposeRoutes(shapes, check, { ...whole, ...guessed });
  return { design: whole, collisions, secrets, routes, ...(session && { session }) };
}

/** Whether a session fills the member at a path: of the login, or with its token. */
function fills({ login, send }: SessionDesign, path: string): boolean {
  const slash = path.indexOf('/');
  const [operation, member] = [path.slice(0, slash), path.slice(slash + 1)];
  if (login !== undefined && operation === escapeKey(login.operation)) return true;
  if ('soapHeader' in send) return member === `$headers/${send.soapHeader}`;
  return 'member' in send && send.member === `*/${member}`;
}
