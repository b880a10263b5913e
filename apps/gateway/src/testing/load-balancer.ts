import { Agent, request as httpsRequest } from 'node:https';

/** The outcome of one request: its response, or why there is none. */
export type Outcome =
  | { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly text: string }
  | { readonly error: string };

/**
 * A minimal load balancer: it asks each node ten times a second whether it is ready, sends each request to the next node that is, keeps
 * connections open, and never sends a request twice.
 */
export interface LoadBalancer {
  send(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome>;
  stop(): void;
}

/** How often a node is asked whether it is ready, in milliseconds. */
const PROBE = 100;

/** Creates a load balancer in front of `ports` on the loopback interface. `ca` is the certificate that all of them present. */
export function createLoadBalancer(ports: readonly number[], ca: string): LoadBalancer {
  // Node's agent does not reuse a connection that the server says it will close.
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  const ready = new Set(ports);
  let turn = 0;

  function ask(
    port: number,
    {
      path,
      method = 'GET',
      headers = {},
      body = '',
    }: { path: string; method?: string; headers?: Readonly<Record<string, string>>; body?: string },
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const fail = (error: Error) => resolve({ error: `${port}: ${error.message}` });
      const options = { host: '127.0.0.1', port, path, method, headers, ca, agent, servername: 'localhost' };
      const request = httpsRequest(options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', fail);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      request.on('error', fail);
      request.end(body);
    });
  }

  let stopped = false;
  async function watch(port: number): Promise<void> {
    while (!stopped) {
      const answer = await ask(port, { path: '/readyz' });
      if ('status' in answer && answer.status === 200) ready.add(port);
      else ready.delete(port);
      await new Promise((resolve) => setTimeout(resolve, PROBE));
    }
  }
  for (const port of ports) void watch(port);

  return {
    async send(path, headers, body) {
      const able = ports.filter((port) => ready.has(port));
      turn += 1;
      const port = able[turn % able.length];
      if (port === undefined) return { error: 'no node is ready' };
      return ask(port, { path, method: 'POST', headers, body });
    },
    stop() {
      stopped = true;
      agent.destroy();
    },
  };
}
