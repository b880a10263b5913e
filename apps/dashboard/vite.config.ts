import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** The gateway that `pnpm --filter dashboard dev` talks to. */
const gateway = process.env['GATEWAY'] ?? 'https://localhost:8443';

export default defineConfig({
  plugins: [react()],
  // The packages of this repository are used from their sources.
  resolve: { conditions: ['@soapstone/source', ...defaultClientConditions] },
  // The gateway puts a fresh nonce in place of this text in every index.html that it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Files as data: addresses would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    // The policy forbids inline scripts, and the browsers we build for preload modules by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler)[@\\/]/ },
            {
              name: 'tanstack',
              test: /node_modules[\\/](\.pnpm[\\/])?@tanstack[+\\/](react-)?(router|query|history|store)/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': {
        target: gateway,
        changeOrigin: true,
        // The certificate of a gateway on this machine is usually its own.
        secure: false,
        // Changes are accepted from the gateway's own origin only.
        headers: { origin: new URL(gateway).origin },
      },
    },
  },
});
