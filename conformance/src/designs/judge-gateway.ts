import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMapper, type JsonObject, stringify } from '@soapstone/json-xml-mapper';
import { checkDesign } from '@soapstone/json-xml-mapper/design';
import { proposeDesign } from '@soapstone/json-xml-mapper/internal/proposals';
import type { ParsedWsdl } from '@soapstone/wsdl-parser';
import { createCanaries } from '../../../apps/gateway/src/testing/canaries.js';
import { startUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test.js';
import { envelope, startHostileUpstream } from '../../../apps/gateway/src/testing/hostile-upstream.js';
import type { Answer } from '../../../apps/gateway/src/testing/https-client.js';
import { createOwner } from '../../../apps/gateway/src/testing/owner-client.js';
import { readFiles } from '../../../apps/gateway/src/testing/read-files.js';
import { credentialFills, withFills } from './credential-fills.js';

/** What was asked of a gateway, and where it shows a secret. */
export interface GatewayJudgement {
  readonly services: number;
  readonly operations: number;
  /** Requests that arrived at the SOAP server, which sends all of them back in a fault. */
  readonly sent: number;
  /** How many of these requests have a secret. */
  readonly withSecret: number;
  readonly problems: readonly string[];
}

/** A gateway that serves designed services, and searches what it shows. */
export interface GatewayJudge {
  /** Registers a service with its credentials filled, and asks for all that clients and the owner can see of each such operation. */
  add(name: string, description: ParsedWsdl): Promise<void>;
  /** Ends the gateway, and searches its responses, its log and its files. */
  end(): Promise<GatewayJudgement>;
}

/** The secrets of a service in the gateway. */
const MOST_SECRETS = 100;
/** How long the gateway may take to write what it does in the background, in milliseconds. */
const SETTLED_MS = 2_000;

/** Starts a gateway on SQLite, with a SOAP server that repeats what it is sent in a fault. */
export async function startGatewayJudge(): Promise<GatewayJudge> {
  const canaries = createCanaries();
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-designs-'));
  const upstream = await startHostileUpstream();
  const under = await startUnderTest({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    ADMIN_KEY: 'an admin key of at least thirty-two characters',
  });
  upstream.answer = (_request, response) => {
    const text = (upstream.bodies.at(-1) ?? '').replace(/[&<>]/g, ' ');
    response.writeHead(500, { 'Content-Type': 'text/xml' });
    response.end(
      envelope(
        `<soap:Fault><faultcode>soap:Client</faultcode><faultstring>${text}</faultstring></soap:Fault>`,
      ),
    );
  };
  const answers: { readonly where: string; readonly text: string }[] = [];
  const problems: string[] = [];
  const count = { services: 0, operations: 0 };
  const keep = (where: string, answer: Answer): Answer => {
    answers.push({ where, text: JSON.stringify([answer.headers, answer.text]) });
    return answer;
  };
  return {
    async add(name, description) {
      const { model, documents } = description;
      const { secrets } = proposeDesign(model);
      const guessed = Object.fromEntries([...secrets].map(([path, secret]) => [path, { secret }]));
      const { filled: known } = checkDesign(model, withFills({}, guessed));
      const { fill } = credentialFills(model, { fill: guessed, filled: known });
      const { filled } = checkDesign(model, withFills({}, fill));
      const names = [...new Set(filled.map(({ name: secret = '' }) => secret))];
      if (names.length === 0) return;
      if (names.length > MOST_SECRETS) problems.push(`${name}: ${names.length} secrets`);
      const owner = await createOwner(under);
      await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
      const files = documents.map(({ uri, bytes }) => ({
        path: new URL(uri, 'file:///').pathname.slice(1),
        content: Buffer.from(bytes).toString('base64'),
      }));
      const registered = keep(
        `${name}: register`,
        await owner.send('POST', '/api/manage/services', {
          files,
          main: files[0]?.path,
          settings: { endpoint: upstream.address, captureHours: 1 },
          design: { fill },
        }),
      );
      if (registered.status !== 201) {
        problems.push(`${name}: cannot be registered: ${registered.text.slice(0, 300)}`);
        return;
      }
      count.services += 1;
      const { serviceId, slug } = registered.json<{ serviceId: string; slug: string }>();
      const path = `/api/manage/services/${serviceId}`;
      for (const secret of names.slice(0, MOST_SECRETS)) {
        // Short, for types that are.
        const value = canaries.make(`${name} ${secret}`).slice(0, 14);
        canaries.add(`${name} ${secret}`, value);
        const set = keep('a secret', await owner.send('PUT', `${path}/design/secrets/${secret}`, { value }));
        if (set.status >= 300) problems.push(`${name}: ${secret} cannot be set: ${set.text.slice(0, 200)}`);
      }
      const { key } = (await owner.send('POST', '/api/manage/keys', { name: 'k' })).json<{ key: string }>();
      const designed = createMapper(model, { design: { fill } });
      for (const operation of new Set(filled.map((place) => place.operation))) {
        count.operations += 1;
        const input = stringify(designed.compile(operation).example('input') as JsonObject);
        const call = async (headers: Record<string, string>, body: string) =>
          keep(
            `${name} ${operation}`,
            await under.send(`/api/v1/${owner.accountId}/${slug}/${encodeURIComponent(operation)}`, {
              method: 'POST',
              headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
              body,
            }),
          );
        await call({}, input);
        await call({ 'X-Dry-Run': 'true' }, input);
        await call({}, '{"unknown":1}');
        const place = `${path}/operations/${encodeURIComponent(operation)}`;
        keep(`${name} ${operation}: trial`, await owner.send('POST', `${place}/try`, { input }));
        for (const part of ['', '/tool'])
          keep(`${name} ${operation}${part}`, await owner.send('GET', place + part));
      }
      for (const part of ['', '/design', '/design/proposal', '/files/openapi-3.1.json', '/files/types.ts'])
        keep(`${name}${part}`, await owner.send('GET', path + part));
      const { calls } = (await owner.send('GET', '/api/manage/calls')).json<{
        calls: { requestId: string }[];
      }>();
      for (const { requestId } of calls)
        keep(`${name}: bodies`, await owner.send('GET', `/api/manage/calls/${requestId}/bodies`));
    },
    async end() {
      const admin = { Authorization: 'Bearer an admin key of at least thirty-two characters' };
      keep('metrics', await under.send('/metrics', { headers: admin }));
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
      const files = await readFiles([dataDir]);
      const texts = [
        ...answers.map(({ where, text }) => [where, text] as const),
        ...under.logLines.map((line) => [`log ${line.slice(0, 120)}`, line] as const),
        ...files.map(({ path, content }) => [path, content] as const),
      ];
      const found = texts.flatMap(([where, text]) => canaries.find(where, text));
      const withSecret = upstream.bodies.filter((body) => canaries.find('', body).length > 0).length;
      await under.stop();
      await upstream.stop();
      await rm(dataDir, { recursive: true, force: true });
      return {
        ...count,
        sent: upstream.bodies.length,
        withSecret,
        problems: [...problems, ...new Set(found.map((text) => `shown in ${text}`))],
      };
    },
  };
}
