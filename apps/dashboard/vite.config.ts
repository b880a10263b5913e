import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** The gateway that `pnpm --filter dashboard dev` talks to. */
const gateway = process.env['GATEWAY'] ?? 'https://localhost:8443';

/** Moves style sheets below the shell of `index.html`: in the head, they would delay the first paint until they are loaded. */
const paintShellFirst: Plugin = {
  name: 'paint-shell-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
      const rest = sheets.reduce((text, sheet) => text.replace(sheet, ''), html);
      return rest.replace('    <div id="root">', () => `${sheets.join('')}    <div id="root">`);
    },
  },
};

/** The members of a manifest that scripts/sbom.mjs uses. */
const MANIFEST = ['name', 'version', 'description', 'license', 'author', 'homepage', 'repository', 'bugs'];

/**
 * Writes the manifests of the packages whose code is in the build to `.bundled-packages.json`, for the SBOM of the image. The gateway serves
 * no file whose name begins with a dot.
 */
const listBundledPackages: Plugin = {
  name: 'list-bundled-packages',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((output) =>
      output.type === 'chunk' ? Object.keys(output.modules) : [],
    );
    const folders = modules.flatMap(
      (id) =>
        /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/').replace(/^\0/, ''))?.[1] ??
        [],
    );
    const manifests = [...new Set(folders)].sort().map((folder) => {
      const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<string, unknown>;
      return Object.fromEntries(
        MANIFEST.filter((name) => name in manifest).map((name) => [name, manifest[name]]),
      );
    });
    if (manifests.length === 0)
      this.error('no package was found in the build: the paths of its modules are not as expected');
    const source = `${JSON.stringify(manifests, null, 1)}\n`;
    this.emitFile({ type: 'asset', fileName: '.bundled-packages.json', source });
  },
};

export default defineConfig({
  plugins: [react(), paintShellFirst, listBundledPackages],
  // Use the packages of this repository from their sources.
  resolve: { conditions: ['@soapstone/source', ...defaultClientConditions] },
  // The gateway puts a fresh nonce in place of this text in every index.html that it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Files as data: URLs would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    // The policy forbids inline scripts, and the browsers we build for preload modules themselves.
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
        // The certificate of a gateway on this machine is usually self-signed.
        secure: false,
        // The gateway accepts changes only from its own origin.
        headers: { origin: new URL(gateway).origin },
      },
    },
  },
});
