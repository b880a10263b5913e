import { resolve } from 'node:path';
import { stringify } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { type VerifiedExchange, verify as verifyRecording } from '@soapstone/server/recordings';
import { readTexts } from '../credentials/credentials.js';
import { createHttpClient } from '../credentials/http-client.js';
import { EXIT } from '../errors/exit-code.js';
import { namingFlags } from '../errors/limit-advice.js';
import { readBytes } from '../input/read-file.js';
import type { CredentialOptions } from '../options/credential-options.js';
import type { CommandContext } from '../terminal/command-context.js';

/** The differences that make the exit code 1. */
export type FailOn = 'value' | 'shape' | 'never';

/** The options of `soapstone record --against`. */
export interface VerifyOptions extends Partial<CredentialOptions> {
  readonly against: string;
  readonly operations?: readonly string[];
  readonly ignore?: readonly string[];
  readonly fill: Readonly<Record<string, string>>;
  readonly failOn: FailOn;
  readonly messageBytes?: number;
  readonly timeout?: number;
  readonly format: 'text' | 'json';
}

/** `soapstone record --against`: sends the recorded requests to a service and reports the differences of its responses. */
export async function verify(
  directory: string,
  options: VerifyOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const { against, operations, ignore, fill, messageBytes, timeout, format, failOn } = options;
  const client = await createHttpClient(options, terminal);
  const isText = format === 'text';
  try {
    const verified = await verifyRecording(resolve(terminal.cwd, directory), {
      ...defined({ operations, ignore, messageBytes }),
      against,
      fill: await readTexts(fill, (file) => readBytes(file, terminal.cwd)),
      ...(timeout !== undefined && { timeout: timeout * 1000 }),
      fetch: client.fetch,
      onVerified(one) {
        if (isText) terminal.out(report(one));
      },
    });
    const counts = { same: 0, value: 0, shape: 0, failed: 0 };
    for (const { outcome } of verified) counts[outcome]++;
    if (isText) {
      const { same, value, shape, failed } = counts;
      terminal.out(
        `${verified.length} exchanges: ${same} the same, ${value} with other values, ${shape} with another shape, ${failed} without a response\n`,
      );
    } else terminal.out(`${stringify({ ok: true, counts, exchanges: verified as never })}\n`);
    context.exitCode = exitCodeOf(counts, failOn);
  } finally {
    await client.close();
  }
}

function exitCodeOf(
  { value, shape, failed }: Readonly<Record<'value' | 'shape' | 'failed', number>>,
  failOn: FailOn,
): CommandContext['exitCode'] {
  if (failed > 0) return EXIT.upstream;
  if (failOn === 'never') return EXIT.ok;
  return shape > 0 || (failOn === 'value' && value > 0) ? EXIT.finding : EXIT.ok;
}

function report({ exchange, outcome, differences, deviations, reason }: VerifiedExchange): string {
  const lines = [
    ...(reason === undefined ? [] : [namingFlags(reason)]),
    ...differences.map(({ path, kind, recorded, received }) => {
      if (kind === 'missing') return `${path} is missing; recorded: ${short(recorded)}`;
      if (kind === 'added') return `${path} is new: ${short(received)}`;
      return `${path} was ${short(recorded)}, is ${short(received)}`;
    }),
    ...deviations.map((deviation) => `deviates from the WSDL: ${deviation}`),
  ];
  return `${outcome.padEnd(6)} ${exchange}\n${lines.map((each) => `       ${each}\n`).join('')}`;
}

function short(value: unknown): string {
  const text = stringify(value as never);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
