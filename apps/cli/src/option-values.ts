import { InvalidArgumentError } from 'commander';

/** Reads comma-separated names. */
export function readNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('expected names with commas between them.');
  return names;
}

/** Reads a whole number from 1 to 1,000,000. */
export function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1 || count > 1_000_000) {
    throw new InvalidArgumentError('expected a whole number from 1 to 1000000.');
  }
  return count;
}

/** Reads a TCP port; 0 stands for a free one. */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > 65535) {
    throw new InvalidArgumentError('expected a port from 0 to 65535.');
  }
  return port;
}

/** Reads seconds, up to an hour. */
export function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600)) throw new InvalidArgumentError('expected seconds, up to 3600.');
  return seconds;
}

/** Reads the address of a server. */
export function readAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('expected an http or https address.');
  }
  return text;
}
