import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Express, Request, RequestHandler } from 'express';
import helmet from 'helmet';
import type { Log } from '../../log/log.js';
import { readBody } from '../messages/body.js';
import { serveStaticFiles } from './static-files.js';

/** The dependencies of serving the dashboard. */
export interface DashboardHost {
  readonly baseUrl: string;
  readonly log: Pick<Log, 'warn'>;
  readonly metrics: { cspReport(): void };
  /** The directory of the built dashboard. Default: the one that comes with the gateway. */
  readonly dashboardDir?: string;
}

/** The path to which browsers report violations of the content security policy. */
const CSP_REPORTS = '/api/csp-reports';
const CSP_REPORT_BYTES = 16 * 1024;
/** The maximum number of reports per minute that are logged; all are counted. */
const LOGGED_PER_MINUTE = 10;

/** The placeholder in the built page that each response replaces with its own nonce. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * Serves the built dashboard under the origin of the API: files from a table that is read once, and the page for every path that a browser
 * navigates to. Mounted after all other routes.
 */
export function mountDashboard(app: Express, host: DashboardHost): void {
  app.post(CSP_REPORTS, takeReports(host));
  const dir = host.dashboardDir ?? builtDashboard();
  const page = readPage(dir);
  app.use(securityHeaders(host.baseUrl));
  if (page !== undefined) app.use(serveFiles(dir));
  app.use((request, response, next) => {
    if (!isNavigation(request)) return next();
    const { nonce } = response.locals as { nonce: string };
    const body = Buffer.from(page === undefined ? NOT_BUILT : page.replaceAll(NONCE_PLACEHOLDER, nonce));
    response.writeHead(page === undefined ? 503 : 200, {
      'Content-Type': 'text/html; charset=utf-8',
      // Never cached, because its nonce is valid for only one response.
      'Cache-Control': 'no-store',
      'Content-Length': body.length,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
}

/**
 * In a build, the gateway is one bundle next to `src`; in a source tree, this file is two folders deeper. The pages are next to the gateway,
 * or inside the published package.
 */
function builtDashboard(): string {
  const here = import.meta.url;
  const gateway = new URL(here.endsWith('.ts') ? '../../..' : '..', here);
  const beside = fileURLToPath(new URL('../dashboard/dist', gateway));
  return existsSync(beside) ? beside : fileURLToPath(new URL('dashboard/dist', gateway));
}

function readPage(dir: string): string | undefined {
  const file = `${dir}/index.html`;
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Allows nothing from other origins, nothing inline except the style elements of this response, and no framing. */
function securityHeaders(baseUrl: string): RequestHandler {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response)}'`],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        reportUri: [CSP_REPORTS],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Responses of the API carry this header too.
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
  });
  const isHttps = baseUrl.startsWith('https:');
  return (request, response, next) => {
    // Leave unknown paths to the API's error response.
    if (!isHttps || isReserved(request.path)) return next();
    response.locals['nonce'] = randomBytes(18).toString('base64');
    protect(request, response, next);
  };
}

function nonceOf(response: ServerResponse): string {
  return (response as ServerResponse & { locals: { nonce: string } }).locals.nonce;
}

/** Serves files of the build, compressed if the build contains a compressed form. Files with a hash in their name never change. */
function serveFiles(dir: string): RequestHandler {
  // The page is not a static file: each response has its own.
  const files = serveStaticFiles(dir, '/index.html', (path) =>
    path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  return (request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || isReserved(request.path)) return next();
    files(request, response, next);
  };
}

/** Whether a browser is navigating to this path, as opposed to a script that requests data. */
function isNavigation(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return !isReserved(request.path) && /\btext\/html\b/.test(request.headers.accept ?? '');
}

/** Whether the path belongs to the API or the operator, where a missing resource is never answered with the page. */
function isReserved(path: string): boolean {
  return /^\/(?:api|metrics|healthz|readyz)(?:\/|$)/i.test(path);
}

/** Counts what browsers report and logs some of it. Invalid reports get no error. */
function takeReports({ log, metrics }: DashboardHost): RequestHandler {
  let logged = 0;
  let minute = 0;
  return async (request: IncomingMessage, response) => {
    metrics.cspReport();
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) {
      minute = now;
      logged = 0;
    }
    try {
      const body = await readBody(request, CSP_REPORT_BYTES);
      logged += 1;
      if (logged <= LOGGED_PER_MINUTE) log.warn('a page broke its policy', describeReport(body));
    } catch {
      // Too long or aborted; it is counted.
    }
    response.writeHead(204).end();
  };
}

/**
 * Extracts the directive and the blocked origin from an untrusted report. Anything else could be a secret of a user or a text of a stranger:
 * URLs are reduced to their origin, which is also what browsers report of other sites.
 */
function describeReport(body: Uint8Array): { directive: string; blocked: string } {
  let report: Readonly<Record<string, unknown>> | undefined;
  try {
    report = (JSON.parse(Buffer.from(body).toString('utf8')) as { 'csp-report'?: object } | null)?.[
      'csp-report'
    ] as never;
  } catch {
    // Not a report.
  }
  const directive = String(report?.['violated-directive'] ?? '').split(' ', 1)[0] ?? '';
  const blocked = String(report?.['blocked-uri'] ?? '');
  return {
    directive: IS_DIRECTIVE.test(directive) ? directive : 'unknown',
    blocked: IS_DIRECTIVE.test(blocked) ? blocked : originOf(blocked),
  };
}

/** The name of a directive, and keywords such as `inline` in the place of a URL. */
const IS_DIRECTIVE = /^[a-z-]{1,40}$/;

function originOf(url: string): string {
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: 'null' };
  return origin === 'null' ? 'unknown' : origin.slice(0, 200);
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<title>Soapstone</title>
<h1>The dashboard is not built</h1>
<p>The API works. To have the dashboard, run <code>pnpm run build</code> in the folder of the sources and start the gateway again.</p>
</html>
`;
