/** The maximum number of requests without an answer that are remembered. */
const REMEMBERED = 20;
/** A request is recognised by this many characters at each end of its content, because a WSDL can have megabytes. */
const COMPARED = 50_000;
/** How often a request is repeated that is still running, once a second. */
const REPEATS = 30;

const HEADER = 'Idempotency-Key';
/** The keys of requests whose answer was lost, by URL and body. */
const unanswered = new Map<string, string>();

/**
 * Sends a request that creates something with an `Idempotency-Key`. If its answer is lost, the next request with the same content has the
 * same key, so that the gateway does not carry it out a second time. `wait` passes a second.
 */
export async function sendRepeatable(
  request: Request,
  send: (request: Request) => Promise<Response>,
  wait: () => Promise<void> = aSecond,
): Promise<Response> {
  if (request.method !== 'POST') return send(request);
  const body = await request.clone().text();
  const content = `${request.url} ${body.length} ${body.slice(0, COMPARED)}${body.slice(COMPARED).slice(-COMPARED)}`;
  const key = unanswered.get(content) ?? randomKey();
  unanswered.set(content, key);
  const [oldest] = unanswered.keys();
  if (unanswered.size > REMEMBERED && oldest !== undefined) unanswered.delete(oldest);
  request.headers.set(HEADER, key);
  for (let repeats = 0; ; repeats += 1) {
    const response = await send(request.clone());
    if (!(await isRunning(response))) {
      // An error of a proxy does not say whether the gateway carried the request out.
      if (response.status < 500 || response.headers.has('X-Request-Id')) unanswered.delete(content);
      return response;
    }
    if (repeats === REPEATS) return response;
    await wait();
  }
}

/** Whether a response says that the first request with the key has no response yet. */
async function isRunning(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return (body as { error?: { code?: unknown } } | undefined)?.error?.code === 'REQUEST_RUNNING';
}

function aSecond(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1_000);
  });
}

/** A random key. `crypto.randomUUID` exists only on pages with HTTPS. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
