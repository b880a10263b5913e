import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@soapstone/testing/free-port';
import { succeeds } from '../installed.js';

/** A reverse proxy by others, with the configuration that its documentation gives for one origin server. */
export interface FrontProxy {
  readonly name: string;
  readonly isInstalled: () => boolean;
  /** Writes the configuration into `folder`. @returns the command that serves `port` in the foreground */
  prepare(folder: string, port: number, origin: number): Promise<readonly string[]>;
}

/** A proxy that runs. */
export interface RunningProxy extends AsyncDisposable {
  readonly port: number;
}

const write = async (folder: string, name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

const APACHE_MODULES = ['mpm_event', 'proxy', 'proxy_http', 'headers', 'authz_core'];

export const FRONT_PROXIES: readonly FrontProxy[] = [
  {
    name: 'HAProxy',
    isInstalled: () => succeeds('haproxy', '-v'),
    async prepare(folder, port, origin) {
      const text = `defaults
  mode http
  timeout connect 5s
  timeout client 5s
  timeout server 5s
  option forwardfor
frontend front
  bind 127.0.0.1:${port}
  http-request set-header X-Forwarded-Proto https
  default_backend origin
backend origin
  http-reuse always
  server one 127.0.0.1:${origin}
`;
      return ['haproxy', '-db', '-f', await write(folder, 'haproxy.cfg', text)];
    },
  },
  {
    name: 'nginx',
    isInstalled: () => succeeds('nginx', '-v'),
    async prepare(folder, port, origin) {
      const text = `daemon off; pid ${folder}/pid; error_log stderr crit;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream origin { server 127.0.0.1:${origin}; keepalive 4; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto https; proxy_request_buffering off;
    }
  }
}
`;
      return ['nginx', '-e', 'stderr', '-c', await write(folder, 'nginx.conf', text)];
    },
  },
  {
    name: 'Apache',
    isInstalled: () => succeeds('apache2', '-v'),
    async prepare(folder, port, origin) {
      const modules = APACHE_MODULES.map(
        (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
      );
      const text = `ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog /dev/null
${modules.join('\n')}
RequestHeader set X-Forwarded-Proto https
ProxyPass / http://127.0.0.1:${origin}/
`;
      return ['apache2', '-DFOREGROUND', '-f', await write(folder, 'apache.conf', text)];
    },
  },
  {
    name: 'Varnish',
    isInstalled: () => succeeds('varnishd', '-V'),
    async prepare(folder, port, origin) {
      const text = `vcl 4.1;
backend origin { .host = "127.0.0.1"; .port = "${origin}"; }
sub vcl_recv {
  set req.http.X-Forwarded-Proto = "https";
  return (pass);
}
`;
      const vcl = await write(folder, 'origin.vcl', text);
      const listening = ['-a', `127.0.0.1:${port}`, '-T', 'none', '-s', 'malloc,16m'];
      // Without its jail, whose users cannot read the folder.
      return ['varnishd', '-F', '-j', 'none', '-n', join(folder, 'work'), '-f', vcl, ...listening];
    },
  },
  {
    name: 'Squid',
    isInstalled: () => succeeds('squid', '-v'),
    async prepare(folder, port, origin) {
      const text = `http_port 127.0.0.1:${port} accel defaultsite=localhost no-vhost
cache_peer 127.0.0.1 parent ${origin} 0 no-query originserver name=origin
cache deny all
request_header_access X-Forwarded-Proto deny all
request_header_add X-Forwarded-Proto https all
http_access allow all
access_log none
cache_log /dev/null
pid_filename ${folder}/pid
shutdown_lifetime 0 seconds
`;
      return ['squid', '-N', '-f', await write(folder, 'squid.conf', text)];
    },
  },
  {
    name: 'Traffic Server',
    isInstalled: () => succeeds('traffic_server', '-V'),
    async prepare(folder, port, origin) {
      for (const name of ['etc', 'log', 'run', 'cache']) await mkdir(join(folder, name));
      await write(
        folder,
        'etc/remap.config',
        `map / http://127.0.0.1:${origin}/ @plugin=header_rewrite.so @pparam=${folder}/etc/proto.config\n`,
      );
      await write(folder, 'etc/proto.config', 'set-header X-Forwarded-Proto "https"\n');
      await write(
        folder,
        'etc/records.config',
        `CONFIG proxy.config.http.server_ports STRING ${port}:ip-in=127.0.0.1
CONFIG proxy.config.http.insert_client_ip INT 0
CONFIG proxy.config.http.insert_squid_x_forwarded_for INT 1
CONFIG proxy.config.http.cache.http INT 0
CONFIG proxy.config.url_remap.pristine_host_hdr INT 1
CONFIG proxy.config.admin.user_id STRING #-1
CONFIG proxy.config.crash_log_helper STRING NULL
CONFIG proxy.config.diags.output.error STRING E
CONFIG proxy.config.diags.output.fatal STRING E
`,
      );
      await write(
        folder,
        'etc/ip_allow.yaml',
        'ip_allow:\n  - apply: in\n    ip_addrs: 0/0\n    action: allow\n    methods: ALL\n',
      );
      await write(folder, 'etc/storage.config', `${folder}/cache 16M\n`);
      const layout = `prefix: ${folder}
exec_prefix: /usr
bindir: /usr/bin
sbindir: /usr/bin
sysconfdir: ${folder}/etc
datadir: ${folder}/cache
includedir: /usr/include
libdir: /usr/lib
libexecdir: /usr/lib/trafficserver/modules
localstatedir: ${folder}/run
runtimedir: ${folder}/run
logdir: ${folder}/log
mandir: /usr/share/man
infodir: /usr/share/info
cachedir: ${folder}/cache
`;
      return ['traffic_server', `--run-root=${await write(folder, 'runroot.yaml', layout)}`];
    },
  },
];

/** How long a proxy may take to accept connections, in milliseconds. */
const READY_MS = 20_000;

/** Starts a proxy before an origin server on loopback. Rejects if it does not accept connections. */
export async function startFrontProxy(proxy: FrontProxy, origin: number): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'front-'));
  const port = await freePort();
  const [command = '', ...args] = await proxy.prepare(folder, port, origin);
  let said = '';
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said = (said + part).slice(-2_000);
    });
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await accepts(port, child);
  } catch (error) {
    await stop();
    throw new Error(`${proxy.name} does not serve: ${said}`, { cause: error });
  }
  return { port, [Symbol.asyncDispose]: stop };
}

async function accepts(port: number, child: ChildProcess): Promise<void> {
  const until = performance.now() + READY_MS;
  while (performance.now() < until && child.exitCode === null) {
    const served = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (served) return;
    await setTimeout(100);
  }
  throw new Error(`no response from 127.0.0.1:${port}`);
}

/** Ends a process and those that it started. */
async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    process.kill(-child.pid, 'SIGTERM');
    const killed = setTimeout(5_000, undefined, { ref: false }).then(() => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
    });
    await Promise.race([ended, killed.then(() => ended)]);
  }
}
