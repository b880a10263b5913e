import {
  BOOLEAN,
  INSTANT,
  INTEGER,
  object,
  oneOfThese,
  orNull,
  type Schema,
  TEXT,
} from '../../../domain/json-schema.js';

const INVITATION = {
  id: TEXT,
  role: oneOfThese(['owner', 'administrator']),
  email: orNull(TEXT),
  plan: orNull(oneOfThese(['Free', 'Starter', 'Pro'])),
  createdBy: TEXT,
  createdAt: INSTANT,
  expiresAt: INSTANT,
  usedAt: orNull(INSTANT),
};

/** The components of responses that only operators get, by name. */
export const ADMINISTRATION_COMPONENTS: Readonly<Record<string, Schema>> = {
  Invitation: object(INVITATION),
  NewInvitation: object({ ...INVITATION, link: TEXT }),
  Health: object({
    version: TEXT,
    node: TEXT,
    uptimeSeconds: INTEGER,
    database: object({ kind: oneOfThese(['SQLite', 'PostgreSQL']), responds: BOOLEAN }),
    redis: orNull(object({ responds: BOOLEAN })),
    pressure: INTEGER,
    connections: INTEGER,
    heapBytes: INTEGER,
    heapLimit: INTEGER,
    catalogBytes: INTEGER,
    catalogServices: INTEGER,
    mappingWaiting: INTEGER,
  }),
};
