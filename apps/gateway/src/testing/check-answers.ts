import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { COMPONENTS } from '../owners/management/openapi/components.js';
import { ROUTES } from '../owners/management/routes.js';
import type { Route } from '../owners/management/routing/route.js';
import type { OwnerClient } from './owner-client.js';

// Each schema is used a few times: Ajv's optimisation takes longer than it saves.
const ajv = new Ajv({ allErrors: true, strict: false, code: { optimize: false } });
addFormats.default(ajv);
const compiled = new Map<string, ValidateFunction>();

/** Wraps a client so that the test fails if a successful response does not match the description of its route. */
export function checkAnswers(owner: OwnerClient): OwnerClient {
  return {
    ...owner,
    async send(method, path, body, headers) {
      const answer = await owner.send(method, path, body, headers);
      const json = String(answer.headers['content-type']).startsWith('application/json');
      const route = findRoute(method, path);
      if (answer.status < 300 && json && route.media === undefined) assertDescribed(route, answer);
      return answer;
    },
  };
}

function findRoute(method: string, path: string): Route {
  const [plain = ''] = path.split('?');
  const found = ROUTES.filter(
    (route) =>
      route.method === method.toLowerCase() &&
      new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(plain),
  );
  if (found[0] === undefined) throw new Error(`no route for ${method} ${path}`);
  return found[0];
}

function assertDescribed(route: Route, answer: { readonly status: number; json<Body>(): Body }): void {
  const schema = answer.status === 202 ? route.accepted : route.answer;
  const id = `${route.method} ${route.path} ${answer.status}`;
  const validate = compiled.get(id) ?? ajv.compile({ ...schema, components: { schemas: COMPONENTS } });
  compiled.set(id, validate);
  if (validate(answer.json<unknown>())) return;
  throw new Error(`${id} returned what its description does not allow: ${ajv.errorsText(validate.errors)}`);
}
