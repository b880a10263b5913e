import type { Route } from './route.js';
import { accountRoutes } from './routes/account.js';
import { administrationRoutes } from './routes/administration.js';
import { keyRoutes } from './routes/keys.js';
import { serviceRoutes } from './routes/services.js';
import { sessionRoutes } from './routes/sessions.js';

/** Every route of the management and administration API. */
export const ROUTES: readonly Route[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...keyRoutes,
  ...serviceRoutes,
  ...administrationRoutes,
];
