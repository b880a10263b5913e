import { createRouter } from '@tanstack/react-router';
import { queryClient } from './api/requests/query-client.js';
import { onSessionEnd } from './api/requests/session-state.js';
import { sessionQuery } from './api/session.js';
import { expectFocus } from './components/layout/page-focus.js';
import { forgetImport } from './register/running-import.js';
import { routeTree } from './routes.js';
import { forgetDrafts } from './try-it/drafts.js';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

// A new page moves the focus to its heading; a changed query string does not move it.
router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation !== undefined && pathChanged) expectFocus();
});

// The shell of `index.html` is shown until the first page has loaded.
const untilRendered = router.subscribe('onRendered', () => {
  document.getElementById('shell')?.remove();
  untilRendered();
});

onSessionEnd(() => {
  forgetDrafts();
  forgetImport();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  void router.invalidate();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
