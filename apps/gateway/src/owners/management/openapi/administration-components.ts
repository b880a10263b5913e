import {
  BOOLEAN,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  object,
  type Schema,
  TEXT,
} from '../../../domain/json-schema.js';

const INVITATION = {
  id: TEXT,
  role: enumOf(['owner', 'administrator']),
  email: nullable(TEXT),
  plan: nullable(enumOf(['Free', 'Starter', 'Pro'])),
  createdBy: TEXT,
  createdAt: INSTANT,
  expiresAt: INSTANT,
  usedAt: nullable(INSTANT),
};

/** The components of responses that only operators get, by name. */
export const ADMINISTRATION_COMPONENTS: Readonly<Record<string, Schema>> = {
  Invitation: object(INVITATION),
  NewInvitation: object({ ...INVITATION, link: TEXT }),
  Health: object({
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
};
