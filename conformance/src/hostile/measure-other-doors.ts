import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE, type Requests, sourceOf } from './requests.js';
import type { HostileService } from './shape.js';

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Lists the tools of the service, and calls its operation as a tool. */
export async function measureAgents(
  requests: Requests,
  service: HostileService,
  wsdlBytes: number,
  slug: string,
): Promise<void> {
  const { tenant } = requests.scene;
  const post = (method: string, params: string, headers = {}) =>
    requests.send(
      'POST',
      `/mcp/v1/${tenant.accountId}/${slug}`,
      tenant.key,
      `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${params}"_meta":${JSON.stringify(META)}}}`,
      { 'mcp-protocol-version': REVISION, 'mcp-method': method, ...headers },
    );
  await requests.measure('list of tools', wsdlBytes, () => post('tools/list', ''));
  // Names that a tool cannot have are shortened. Such a tool is not called.
  if (!/^[\w-]{1,64}$/.test(service.operation)) return;
  const { operation, request = '{}', answer } = service;
  const bytes = request.length + (answer?.body.length ?? 0);
  await requests.measure('call of a tool', bytes, () =>
    post('tools/call', `"name":"${operation}","arguments":${request},`, { 'mcp-name': operation }),
  );
}

/** Previews the description, shows the preview, and discards it. */
export async function measureDraft(requests: Requests, wsdl: string): Promise<void> {
  const made = await requests.measureWithRoom('preview', wsdl.length, () =>
    requests.manage('POST', '/drafts', sourceOf(wsdl)),
  );
  if (made.status !== 201) return;
  const path = `/drafts/${(JSON.parse(made.body) as { draftId: string }).draftId}`;
  await requests.measure('page of the preview', wsdl.length, () => requests.manage('GET', path));
  await requests.manage('DELETE', path);
}

/** Applies a file with the service while the gateway serves: turns and memory are those of the gateway, the CPU is that of the command. */
export async function measureApply(requests: Requests, wsdl: string): Promise<void> {
  const { gateway, tenant } = requests.scene;
  const folder = await mkdtemp(join(tmpdir(), 'soapstone-apply-'));
  try {
    await writeFile(join(folder, 'h.wsdl'), wsdl);
    const services = [{ slug: 'applied', wsdl: { files: ['h.wsdl'] } }];
    const file = join(folder, 'services.json');
    await writeFile(file, JSON.stringify({ account: tenant.accountId, services }));
    const before = await cpuOfEnded();
    const { status } = await requests.measure('apply', wsdl.length, () =>
      run([gateway.ready['command'] as string, 'apply', file], JSON.parse(gateway.ready['environment']!)),
    );
    const total = (await cpuOfEnded()) - before;
    const last = requests.measured.pop()!;
    requests.measured.push({ ...last, total, end: status === 0 ? 'applied' : last.end });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { body } = await requests.manage('GET', '/services');
  const { services } = JSON.parse(body) as { services: readonly { serviceId: string; slug: string }[] };
  const applied = services.find(({ slug }) => slug === 'applied');
  if (applied !== undefined) await requests.manage('DELETE', `/services/${applied.serviceId}`);
}

/** Runs a command of the gateway. The status is its exit code, the body its output. */
function run(
  [command, ...given]: string[],
  environment: Record<string, string>,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command!, ...given], {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE,
    });
    let body = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        body += String(chunk);
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === null) reject(new Error('the command did not end'));
      else resolve({ status: code, body });
    });
  });
}

/** The CPU time of the ended child processes and their own children, in milliseconds. Linux only. */
async function cpuOfEnded(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // In ticks of 10 ms.
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
