import type { Mapper } from '@soapstone/json-xml-mapper';
import { handleMessage } from '../answer/server.js';
import { type CatalogOptions, createCatalog } from '../catalog/catalog.js';
import type { AgentHost, ToolCall } from '../host.js';
import type { ToolOutcome } from '../result/outcome.js';
import type { OfferedOperation } from '../service/agent-service.js';
import { ledgerMapper } from './ledger.js';

/** The mapper of the ledger. */
export const mapper: Mapper = await ledgerMapper();

/** The operations of the ledger that its owner offers to agents. */
export const OPERATIONS: readonly OfferedOperation[] = [
  { name: 'Post', readOnly: false },
  { name: 'Find', readOnly: true },
];

/** The metadata of a request at revision 2026-07-28. */
export const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1' },
};

/** A message that calls the ledger's operation `name` with arguments as JSON text. */
export const callText = (name: string, args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args},"_meta":${JSON.stringify(META)}}}`;

/** A host whose service echoes its input, as the mapper reads and writes it. */
export function hostOf(
  options: CatalogOptions = {},
  answer?: (call: ToolCall) => ToolOutcome,
): AgentHost & { calls: ToolCall[] } {
  const catalog = createCatalog(
    [{ slug: 'ledger', title: 'Ledger', mapper, operations: OPERATIONS }],
    options,
  );
  const calls: ToolCall[] = [];
  return {
    info: { name: 'test', version: '1' },
    calls,
    catalog: () => catalog,
    async call(call) {
      calls.push(call);
      if (answer !== undefined) return answer(call);
      const compiled = mapper.compile(call.operation.name);
      const request = compiled.encodeJson(call.input, { digits: 'lexical' });
      const xml = new TextDecoder()
        .decode(request.body)
        .replaceAll(/(<\/?(?:\w+:)?)Post\b/g, '$1PostResponse');
      const reply = compiled.decodeXml(new TextEncoder().encode(xml), { digits: 'lexical' });
      return reply.kind === 'result'
        ? reply
        : { kind: 'problem', problem: { type: 'UPSTREAM_ERROR', code: 'UPSTREAM_CONNECT', message: 'X' } };
    },
  };
}

/** The response to a message: its text, the parsed text, and the notifications before it. */
interface Sent {
  readonly status?: number;
  readonly text?: string;
  readonly body: ReturnType<typeof JSON.parse>;
  readonly told: readonly string[];
}

/** Sends one message and collects the notifications that precede the response. */
export async function send(
  message: object | string,
  host: AgentHost,
  headers?: Readonly<Record<string, string>>,
): Promise<Sent> {
  const told: string[] = [];
  const text = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const answer = await handleMessage(new TextEncoder().encode(text), host, {
    signal: new AbortController().signal,
    notify: (each) => void told.push(each),
    ...(headers === undefined ? {} : { header: (name) => headers[name] }),
  });
  return { ...answer, told, body: answer === undefined ? undefined : JSON.parse(answer.text) };
}

/** A request at revision 2026-07-28. */
export const modern = (method: string, params: object = {}): { method: string; params: object } => ({
  method,
  params: { ...params, _meta: META },
});
