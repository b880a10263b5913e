import {
  BOOLEAN,
  component,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../domain/json-schema.js';
import { PLAN_NAME } from './accounts.js';

const invitation = {
  id: TEXT,
  role: enumOf(['owner', 'administrator']),
  email: nullable(TEXT),
  plan: nullable(PLAN_NAME),
  createdBy: TEXT,
  createdAt: INSTANT,
  expiresAt: INSTANT,
  usedAt: nullable(INSTANT),
};

/** An invitation without its link. */
export const INVITATION = component('Invitation', object(invitation));

/** An invitation, with the link that only this response shows. */
export const NEW_INVITATION = component('NewInvitation', object({ ...invitation, link: TEXT }));

/** The state of a process and what it depends on. */
export const HEALTH = component(
  'Health',
  object({
    version: TEXT,
    node: TEXT,
    uptimeSeconds: INTEGER,
    database: object({ kind: enumOf(['SQLite', 'PostgreSQL']), responds: BOOLEAN }),
    redis: nullable(object({ responds: BOOLEAN })),
    pressure: INTEGER,
    connections: INTEGER,
    heapBytes: INTEGER,
    heapLimit: INTEGER,
    catalogBytes: INTEGER,
    catalogServices: INTEGER,
    mappingWaiting: INTEGER,
  }),
);
