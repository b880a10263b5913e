/** The maximum number of attempts at the same time. */
export const ATTEMPTS_AT_ONCE = 32;

/** How long a receiver may take, in milliseconds. */
const DEADLINE = 15_000;

/**
 * The limits of the connections to receivers. They are apart from those of calls, so that a receiver takes no room of a SOAP service and its
 * failures open no circuit. The transport reads only the first part of a multipart response, and nothing else of a body.
 */
export const RECEIVER_LIMITS = {
  connectMs: 5_000,
  firstByteMs: DEADLINE,
  deadlineMs: DEADLINE,
  maxResponseBytes: 64 * 1024,
  inFlight: 2 * ATTEMPTS_AT_ONCE,
  pools: 64,
};
