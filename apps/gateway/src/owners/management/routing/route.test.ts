import { expectTypeOf, test } from 'vitest';
import {
  arrayOf,
  component,
  EMPTY_OBJECT,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../domain/json-schema.js';
import { type Route, route } from './route.js';

const THING = component(
  'Thing',
  object({ name: TEXT, parts: arrayOf(object({ size: INTEGER })) }, { note: TEXT }),
);
const common = { method: 'get', path: '/api/manage/things', access: 'owner', summary: 'Things' } as const;

test('route: answers with the members of their schema make a route', () => {
  const declared = route({
    ...common,
    answer: object({ thing: nullable(THING) }),
    handle: async () => ({ body: { thing: { name: 'a', parts: [{ size: 1 }], note: 'b' } } }),
  });
  expectTypeOf(declared).toEqualTypeOf<Route>();
  const empty = route({ ...common, answer: EMPTY_OBJECT, handle: async () => ({}) });
  expectTypeOf(empty).toEqualTypeOf<Route>();
});

test('route: a missing member, and one of another type, are type errors', () => {
  // @ts-expect-error -- `name` is missing.
  route({ ...common, answer: THING, handle: async () => ({ body: { parts: [] } }) });
  // @ts-expect-error -- `size` is not text.
  route({ ...common, answer: THING, handle: async () => ({ body: { name: 'a', parts: [{ size: '1' }] } }) });
});

test('route: an answer without its body, or with a member that its schema lacks, makes no route', () => {
  const nothing = route({ ...common, answer: THING, handle: async () => ({}) });
  expectTypeOf(nothing).not.toExtend<Route>();
  const more = route({
    ...common,
    answer: object({ thing: nullable(THING) }),
    handle: async () => ({ body: { thing: { name: 'a', parts: [{ size: 1, weight: 2 }] } } }),
  });
  expectTypeOf(more).toEqualTypeOf<{ readonly notInTheSchema: 'weight' }>();
});
