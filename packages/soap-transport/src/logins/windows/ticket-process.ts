import type { TicketAnswer, TicketRequest } from './ticket-messages.js';
import type { createTickets, TicketFailure } from './tickets.js';

/** The time without a request after which the process ends, in milliseconds. */
export const IDLE_MS = 600_000;

/**
 * The program of the process for tickets: answers each request. It runs from its source text.
 *
 * @param create loads the libraries; throws if they are missing
 */
export function serveTickets(create: () => ReturnType<typeof createTickets>, idleMs: number): void {
  let tickets: ReturnType<typeof createTickets> | undefined;
  try {
    tickets = create();
  } catch {
    // Each request gets the error.
  }
  const idle = setTimeout(() => process.exit(), idleMs);
  const answer = (message: TicketAnswer): unknown => process.connected && process.send?.(message);
  process.on('disconnect', () => process.exit());
  process.on('message', (request: TicketRequest) => {
    const { id } = request;
    idle.refresh();
    if (tickets === undefined) {
      answer({ id, stage: 'unavailable', code: 0 });
      return;
    }
    tickets(request).then(
      (token) => answer({ id, token }),
      ({ stage = 'unavailable', code = 0 }: Partial<TicketFailure>) => answer({ id, stage, code }),
    );
  });
}
