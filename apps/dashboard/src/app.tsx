import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { queryClient } from './api/requests/query-client.js';
import { router } from './router.js';
import { GatewayAway } from './shell/gateway-away.js';
import { cssVariables, theme } from './theme.js';

/** Style elements created at run time need the nonce of the page: its policy allows no others. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// Dialogs create a style element that stops the page behind them from scrolling, and read the nonce from here.
if (nonce) setNonce(nonce);

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <GatewayAway router={router} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
