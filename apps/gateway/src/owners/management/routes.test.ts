import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { ROUTES } from './routes.js';

/** Changes that cannot undo what another person has changed in the meantime. */
const WITHOUT_STATE = new Set([
  // A password is never shown, and a change names the current one.
  'put /api/manage/password',
  // Events become read, and never unread.
  'put /api/manage/events/read',
  // A token is never shown, and the newest one counts.
  'put /api/manage/services/:serviceId/session/token',
]);
const settings = ROUTES.filter(({ method }) => method === 'put' || method === 'patch');
const nameOf = ({ method, path }: (typeof ROUTES)[number]) => `${method} ${path}`;

test('every PUT and PATCH compares If-Match with a state', () => {
  expect(settings.length).toBeGreaterThan(15);
  expect(settings.filter(({ state }) => state === undefined).map(nameOf)).toEqual([...WITHOUT_STATE]);
});

test('every state that a change is compared with is the ETag of a GET of the same path, or of one above it', () => {
  const readable = ROUTES.filter(({ method, state }) => method === 'get' && state !== undefined);
  const lost = ROUTES.filter(
    ({ method, path, state }) =>
      method !== 'get' &&
      state !== undefined &&
      !readable.some((get) => get.state === state && `${path}/`.startsWith(`${get.path}/`)),
  );
  expect(lost.map(nameOf)).toEqual([]);
});

test('a DELETE of something with settings compares If-Match too', () => {
  const withSettings = new Set(settings.map(({ path }) => path));
  const blind = ROUTES.filter(
    ({ method, path, state }) => method === 'delete' && withSettings.has(path) && state === undefined,
  );
  expect(blind.map(nameOf)).toEqual([]);
});

test('routes that share a path share a state', () => {
  const states = new Map<string, Set<unknown>>();
  for (const { path, state } of ROUTES) states.set(path, (states.get(path) ?? new Set()).add(state));
  const mixed = [...states].filter(([, found]) => found.size > 1).map(([path]) => path);
  expect(mixed).toEqual([]);
});

// A start compiles them without this check.
test('the schemas of bodies are valid JSON schemas', () => {
  const ajv = new Ajv();
  const bodies = ROUTES.flatMap(({ body }) => (body === undefined ? [] : [body]));
  expect(bodies.length).toBeGreaterThan(20);
  for (const body of bodies) expect([ajv.validateSchema(body), ajv.errors]).toEqual([true, null]);
});
