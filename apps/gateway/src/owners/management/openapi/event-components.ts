import { Type } from 'typebox';
import { EVENT_KINDS } from '../../../domain/accounts/event.js';
import {
  BOOLEAN,
  INSTANT,
  object,
  oneOfThese,
  orNull,
  type Schema,
  TEXT,
} from '../../../domain/json-schema.js';

/** The components of responses about events, by name. */
export const EVENT_COMPONENTS: Readonly<Record<string, Schema>> = {
  Event: object({
    id: TEXT,
    type: oneOfThese(EVENT_KINDS),
    title: TEXT,
    important: BOOLEAN,
    createdAt: INSTANT,
    readAt: orNull(INSTANT),
    // The page of the dashboard where the owner can act.
    page: TEXT,
    data: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  }),
};
