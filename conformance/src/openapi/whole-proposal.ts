import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import { proposeDesign, withoutEmptyLines } from '@soapstone/json-xml-mapper/internal/proposals';
import type { ServiceModel } from '@soapstone/wsdl-parser';

/**
 * The design that `soapstone design init` proposes, with everything that it guesses: routes, a session, and members that look like credentials.
 *
 * @throws Error if they do not fit the service together
 */
export function wholeProposal(model: ServiceModel): Design {
  const { design, routes, secrets, session } = proposeDesign(model);
  const lines = new Map(Object.entries(design.operations ?? {}));
  for (const [name, route] of routes) lines.set(name, { ...lines.get(name), route });
  const whole = withoutEmptyLines({
    ...design,
    operations: Object.fromEntries(lines),
    fill: Object.fromEntries([...secrets].map(([path, secret]) => [path, { secret }])),
    ...(session && { session }),
  });
  const [problem] = checkDesign(model, whole).problems;
  if (problem !== undefined)
    throw new Error(`the proposed design does not fit: ${problem.at.join(' > ')}: ${problem.message}`);
  return whole;
}
