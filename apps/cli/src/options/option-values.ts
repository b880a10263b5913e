import { InvalidArgumentError, Option } from 'commander';

/** `--binary`, of the commands that print types of a client's values. */
export function binaryForm(): Option {
  return new Option('--binary <form>', 'what binary values become in results')
    .choices(['text', 'bytes'])
    .default('text');
}

/** `--dates`, of the same commands. */
export function dateForm(): Option {
  return new Option('--dates <form>', 'what dates and times become in results')
    .choices(['text', 'Date', 'temporal'])
    .default('text');
}

/** Reads comma-separated names. */
export function readNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('expected names separated by commas.');
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

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  kib: 2 ** 10,
  mb: 1e6,
  mib: 2 ** 20,
  gb: 1e9,
  gib: 2 ** 30,
};

/** Reads a size in bytes, or with a unit: `1048576`, `1MiB`, `1.5 GB`. Up to 1 TiB. */
export function readSize(text: string): number {
  const [, number, unit = ''] = /^([0-9]+(?:\.[0-9]+)?) ?([a-z]*)$/i.exec(text.trim()) ?? [];
  const size = Math.floor(Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
  if (!(size >= 1 && size <= 2 ** 40)) {
    throw new InvalidArgumentError('expected bytes, or a size such as 512KiB, 50MiB or 2GB.');
  }
  return size;
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
