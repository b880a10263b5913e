import { HEALTH } from '../../answers/administration.js';
import { type Route, route } from '../../routing/route.js';

const show = route({
  method: 'get',
  path: '/api/admin/health',
  access: 'admin',
  summary: 'The state of the process that responds, and of what it depends on',
  answer: HEALTH,
  handle: async (_call, { health }) => ({ body: await health() }),
});

export const healthRoutes: readonly Route[] = [show];
