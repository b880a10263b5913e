import type { JsonObject } from '@soapstone/json-xml-mapper';
import type { OptionProblem } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { createSoapServer, type SoapContext, SoapFault } from '@soapstone/server';
import type { Description } from '../description/load-description.js';
import { findProblems } from './find-problems.js';
import { matches, mergeOver } from './match.js';
import type { Failure, Rule, RuleAnswer, Rules } from './rules.js';
import { fillIn } from './templates.js';

/** A received call. */
export interface ReceivedCall {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Absent if the request matches no operation or is invalid. */
  readonly operation?: string;
  readonly input?: unknown;
  /** The number of the rule in its operation, from 1; absent if the example was the response. */
  readonly rule?: number;
  readonly failure?: Failure;
  /** The HTTP status, before a failure breaks the response. */
  readonly status: number;
  /** The first 65,536 characters of the message. */
  readonly request: string;
  readonly response: string;
}

/** Options of a mock besides its rules. */
export interface MockSettings {
  readonly service?: string | undefined;
  readonly strict: boolean;
  /** The minimum and maximum delay of every response, in milliseconds. */
  readonly latency?: readonly [number, number] | undefined;
  /** The fraction of calls that fail, from 0 to 1. */
  readonly errorRate?: number | undefined;
  readonly seed: number;
  /** The maximum size of a request. Default: that of the server. */
  readonly requestBytes?: number | undefined;
  /** Called for results that do not match the schema. */
  readonly onError: (error: unknown, operation: string) => void;
}

/** A SOAP service that responds by rules and examples, and records its calls. */
export interface MockService {
  readonly operations: readonly string[];
  /** Returns every problem of a rule's response that does not depend on a request. */
  problemsOf(operation: string, answer: RuleAnswer): readonly OptionProblem[];
  readonly calls: readonly ReceivedCall[];
  /** Replaces the rules and restarts sequences. */
  use(rules: Rules): void;
  /** Clears the recorded calls and restarts sequences. */
  reset(): void;
  /** Answers a call. @returns the response, and how to break it */
  answer(request: Request): Promise<{ readonly response: Response; readonly failure?: Failure | undefined }>;
}

/** The decisions about one request, besides its response. */
interface Decision {
  readonly operation: string;
  readonly input: unknown;
  readonly rule?: number;
  readonly failure?: Failure;
  readonly status?: number;
}

/** The maximum number of recorded calls and characters. */
const MAX_CALLS = 1_000;
const MAX_TEXT = 65_536;

/** Creates the service of a description. Throws `OptionError` if it has no such service or no SOAP operation. */
export async function createMockService(
  { model, documents }: Description,
  { service, strict, latency, errorRate = 0, seed, requestBytes, onError }: MockSettings,
): Promise<MockService> {
  const calls: ReceivedCall[] = [];
  const decisions = new WeakMap<Request, Decision>();
  const uses = new Map<object, number>();
  const counts = new Map<string, number>();
  const random = randomNumbers(seed);
  let rules: Rules = new Map();

  /** Counts the uses of a key, from 1. */
  const use = <Key>(map: Map<Key, number>, key: Key): number => {
    const number = (map.get(key) ?? 0) + 1;
    map.set(key, number);
    return number;
  };

  async function handle(input: JsonObject, context: SoapContext): Promise<unknown> {
    const { operation, request, headers } = context;
    const index = (rules.get(operation) ?? []).findIndex(
      ({ when }) => when === undefined || matches(when, input),
    );
    const rule = rules.get(operation)?.[index];
    const answer = rule === undefined ? {} : nextAnswer(rule, use(uses, rule));
    const { failure, status, delay = 0 } = answer;
    const named = rule === undefined ? {} : { rule: index + 1 };
    decisions.set(request, { operation, input, ...named, ...defined({ failure, status }) });
    const [from = 0, to = 0] = latency ?? [];
    await wait(delay + from + Math.floor(random() * (to - from + 1)), context.signal);
    if (random() < errorRate) throw new SoapFault({ reason: 'this call fails, because of --error-rate' });
    const values = { input, headers, count: use(counts, operation) };
    return answerOf(answer, values, context);
  }

  const server = await createSoapServer(
    { model, documents },
    {},
    { service, strict, fallback: handle, timeout: 600_000, limits: { requestBytes }, onError },
  );
  return {
    operations: server.operations,
    problemsOf: (operation, answer) => findProblems(server, operation, answer),
    calls,
    use(changed) {
      rules = changed;
      uses.clear();
    },
    reset() {
      calls.length = 0;
      uses.clear();
      counts.clear();
    },
    async answer(request) {
      const copy = request.method === 'POST' ? request.clone() : undefined;
      const answered = await server.fetch(request);
      if (copy === undefined) return { response: answered };
      const { status, ...decision }: Partial<Decision> = decisions.get(request) ?? {};
      const response = status === undefined ? answered : withStatus(answered, status);
      calls.push({
        time: new Date().toISOString(),
        ...decision,
        status: response.status,
        request: await textOf(copy, response.status !== 413),
        response: await textOf(response.clone(), true),
      });
      if (calls.length > MAX_CALLS) calls.shift();
      return { response, failure: decision.failure };
    },
  };
}

/** The same message with another status. A status without a message has none. */
function withStatus({ body, headers }: Response, status: number): Response {
  if (status !== 204 && status !== 205 && status !== 304) return new Response(body, { status, headers });
  body?.cancel().catch(() => undefined);
  return new Response(null, { status });
}

function nextAnswer(rule: Rule, use: number): RuleAnswer {
  const { sequence = [] } = rule;
  return sequence[Math.min(use, sequence.length) - 1] ?? rule;
}

function answerOf(
  { fault, result, merge }: RuleAnswer,
  values: Readonly<Record<string, unknown>>,
  { example }: SoapContext,
): unknown {
  if (fault !== undefined) {
    const filled = fillIn(fault, values) as NonNullable<RuleAnswer['fault']>;
    throw new SoapFault({ ...filled, reason: String(filled.reason) });
  }
  if (result !== undefined) return fillIn(result, values);
  return merge === undefined ? example() : mergeOver(example(), fillIn(merge, values));
}

async function textOf(message: Request | Response, isWanted: boolean): Promise<string> {
  if (isWanted) return (await message.text()).slice(0, MAX_TEXT);
  message.body?.cancel().catch(() => undefined);
  return '';
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Returns a generator of numbers from 0 to 1 that is deterministic for a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
