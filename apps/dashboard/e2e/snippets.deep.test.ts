import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request as sendHttps } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SNIPPETS } from '../src/try-it/snippets.js';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { type LivedInAccount, livedInAccount } from './lived-in-account.js';
import { openStage, type Stage } from './stage.js';

const run = promisify(execFile);
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const has = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** The installed runtimes. C# runs with Mono, the only one that Debian has. */
const HERE: Readonly<Record<string, boolean>> = {
  curl: has('curl', '--version') && has('bash', '--version'),
  JavaScript: true,
  TypeScript: true,
  Python: has('python3', '--version'),
  Java: has('java', '--version') && has('keytool', '-help'),
  Go: has('go', 'version'),
  PHP: has('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
  'C#':
    has('mcs', '--version') &&
    has('mono', '--version') &&
    existsSync('/usr/lib/mono/4.5/System.Net.Http.dll'),
};

/** A method with a body: PATCH, and PUT in the nightly tests, whose code differs by the name alone. */
const WITH_BODY = Number(process.env['SOAPSTONE_DEPTH'] ?? 1) > 1 ? 'PUT' : 'PATCH';
const DESIGN = {
  operations: {
    GetUser: { route: 'DELETE /users/{userId}' },
    ListUsers: { route: `${WITH_BODY} /searches` },
  },
};
/** The inputs and results of the routes. */
const ROUTES = [
  { method: WITH_BODY, path: '/searches', input: '{"limit": 2}', answer: 'total' },
  { method: 'DELETE', path: '/users/9007199254740993', input: '', answer: 'Grace Hopper' },
] as const;

/** Runs each snippet as it is copied, with the key in place of its placeholder, against a gateway with a self-signed certificate. */
describe.skipIf(!hasChromium)('snippets against a live gateway', () => {
  let stage: Stage;
  let browser: Browser;
  let folder: string;
  let account: LivedInAccount;
  let proxyUrl: string;
  let routes: string;
  let certificate: string;
  let forwarder: { readonly url: string; readonly close: () => void };
  beforeAll(async () => {
    [stage, browser, folder] = await Promise.all([
      openStage(),
      startBrowser(),
      mkdtemp(join(tmpdir(), 'soapstone-snippets-')),
    ]);
    const page = await browser.newPage();
    account = await livedInAccount(page, stage);
    const service = await page.evaluate(
      async (id) => (await fetch(`/api/manage/services/${id}`)).json(),
      account.serviceId,
    );
    proxyUrl = service.proxyUrl;
    // The same service with routes, whose methods are others than those of names.
    await page.evaluate(
      async ([url, design]) => {
        const { csrfToken } = await (await fetch('/api/manage/session')).json();
        const headers = { 'X-CSRF-Token': csrfToken, 'Content-Type': 'application/json' };
        const send = async (path: string, body: object) => {
          const response = await fetch(`/api/manage/drafts${path}`, {
            ...{ method: 'POST', headers, body: JSON.stringify(body) },
          });
          if (!response.ok) throw new Error(await response.text());
          return response.json();
        };
        const { draftId } = await send('', { url, slug: 'designed', name: 'Designed', design });
        await send(`/${draftId}/publish`, {});
      },
      [stage.soap.wsdlAddress, DESIGN] as const,
    );
    routes = `${stage.baseUrl}/apis/${account.accountId}/designed`;
    certificate = service.certificate.file;
    forwarder = await openForwarder();
  });
  afterAll(async () => {
    forwarder?.close();
    await browser?.close();
    await stage?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a snippet; resolves to what it prints. */
  async function output(language: string, code: string): Promise<string> {
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const trusting = {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate, SSL_CERT_FILE: certificate },
    };
    switch (language) {
      case 'curl':
        return (await run('bash', ['-c', code])).stdout;
      case 'JavaScript':
        return (await run(process.execPath, [await file('call.mjs', code)], trusting)).stdout;
      case 'TypeScript':
        return (await run(process.execPath, ['--import', tsx, await file('call.mts', code)], trusting))
          .stdout;
      case 'Python':
        return (await run('python3', [await file('call.py', code)])).stdout;
      case 'PHP':
        return (await run('php', [await file('call.php', code)])).stdout;
      case 'Go':
        return (await run('go', ['run', await file('call.go', code)], trusting)).stdout;
      case 'C#':
        return runCSharp(await file('call.cs', code.replaceAll(stage.baseUrl, forwarder.url)));
      default: {
        const store = join(folder, 'trust.p12');
        const secret = ['-storepass', 'changeit', '-keystore', store];
        if (!has('keytool', '-list', ...secret)) {
          await run('keytool', [
            '-importcert',
            '-noprompt',
            '-alias',
            'gateway',
            '-file',
            certificate,
            ...secret,
          ]);
        }
        const lines = code.split('\n');
        const imports = lines.filter((line) => line.startsWith('import '));
        const body = lines.filter((line) => !line.startsWith('import '));
        const program = `${imports.join('\n')}\npublic class Call { public static void main(String[] a) throws Exception {\n${body.join('\n')}\n} }`;
        const trust = [`-Djavax.net.ssl.trustStore=${store}`, '-Djavax.net.ssl.trustStorePassword=changeit'];
        return (await run('java', [...trust, await file('Call.java', program)])).stdout;
      }
    }
  }

  /** Forwards plain HTTP to the gateway: Mono trusts no certificate that is not an authority's, as .NET does. */
  async function openForwarder() {
    const server = createServer((request, response) => {
      const { method = 'GET', headers } = request;
      const sent = sendHttps(`${stage.baseUrl}${request.url}`, {
        method,
        headers,
        rejectUnauthorized: false,
      });
      sent.on('response', (got) => {
        response.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(response);
      });
      sent.on('error', () => response.destroy());
      request.pipe(sent);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
  }

  /** Compiles and runs a C# file with Mono, which knows C# 7: statements are in a method, and `using` does not declare variables. */
  async function runCSharp(path: string): Promise<string> {
    const lines = (await readFile(path, 'utf8')).split('\n');
    const isImport = (line: string) => /^using [\w.]+;$/.test(line);
    const statements = lines
      .filter((line) => !isImport(line))
      .map((line) => line.replace(/^using (?=var )/, ''));
    await writeFile(
      path,
      `using System; using System.Threading.Tasks;
${lines.filter(isImport).join('\n')}
class Call {
  static void Main() { Run().GetAwaiter().GetResult(); }
  static async Task Run() {
${statements.join('\n')}
  }
}`,
    );
    await run('mcs', ['-r:System.Net.Http.dll', `-out:${path}.exe`, path]);
    return (await run('mono', [`${path}.exe`])).stdout;
  }

  describe.each(SNIPPETS.filter(({ name }) => HERE[name] !== undefined))('$name', ({ name, write }) => {
    const call = (over: object) =>
      write({
        url: `${proxyUrl}/GetUser`,
        method: 'POST',
        input: '{"userId": 9007199254740993}',
        query: '',
        mode: 'call',
        soapHeaders: '',
        certificate,
        ...over,
      }).replaceAll('YOUR_KEY', account.key);

    test.skipIf(!HERE[name])('a POST gets the response', async () => {
      const printed = await output(name, call({}));
      expect(printed).toContain('Grace Hopper');
      // All digits of a number that a double cannot hold.
      expect(printed).toContain('9007199254740993');
    });

    test.skipIf(!HERE[name])('a GET gets the response', async () => {
      const code = call({ url: `${proxyUrl}/ListUsers`, method: 'GET', query: 'limit=2&status=active' });
      expect(await output(name, code)).toContain('total');
    });

    test.skipIf(!HERE[name])('calls of routes get their responses', async () => {
      for (const { method, path, input, answer } of ROUTES) {
        const code = call({ url: routes + path, method, input, plain: true });
        expect([method, await output(name, code)]).toEqual([method, expect.stringContaining(answer)]);
      }
    });
  });
});
