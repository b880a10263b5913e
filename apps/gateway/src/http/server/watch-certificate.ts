import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../../config/config.js';
import type { Log } from '../../log/log.js';
import { certificateFiles } from './certificate.js';

/** Watches the end of the TLS certificate of the gateway. */
export interface OwnCertificateWatch {
  /** Looks now, and every hour from then on. */
  start(): void;
  /** Reads the certificate file. Never rejects. */
  look(): Promise<void>;
  /** When the certificate ends, in milliseconds since the Unix epoch; undefined behind a proxy, or if its file cannot be read. */
  end(): number | undefined;
  close(): void;
}

const DAY = 86_400_000;
const LOOK_EVERY = 3_600_000;
/** The days before the end at which the log says so, once each. */
const WARN_AT = [1, 7, 30] as const;

/**
 * Creates the watch. A certificate that the gateway signs itself is renewed by the gateway; of one in files, the log says 30, 7 and 1 days
 * before its end that it has to be replaced, and that it has ended.
 */
export function watchOwnCertificate(
  { tls, dataDir }: Pick<Config, 'tls' | 'dataDir'>,
  log: Pick<Log, 'warn'>,
  now: () => number,
): OwnCertificateWatch {
  let end: number | undefined;
  let warned = '';
  let timer: NodeJS.Timeout | undefined;
  const file =
    tls.kind === 'files'
      ? tls.certFile
      : tls.kind === 'selfSigned'
        ? certificateFiles(dataDir).certFile
        : undefined;
  async function look(): Promise<void> {
    if (file === undefined) return;
    // A file that cannot be read is reported where connections need it.
    const pem = await readFile(file).catch(() => undefined);
    end = pem === undefined ? undefined : endOf(pem);
    if (end === undefined || tls.kind !== 'files') return;
    const left = end - now();
    const days = left <= 0 ? 0 : WARN_AT.find((each) => left <= each * DAY);
    const warning = `${end} ${days}`;
    if (days === undefined || warning === warned) return;
    warned = warning;
    const validTo = new Date(end).toISOString();
    log.warn(
      days === 0
        ? 'the TLS certificate of the gateway has ended: replace TLS_CERT_FILE'
        : `the TLS certificate of the gateway ends within ${days} days: replace TLS_CERT_FILE`,
      { file, validTo },
    );
  }
  return {
    start() {
      void look();
      timer = setInterval(() => void look(), LOOK_EVERY).unref();
    },
    look,
    end: () => end,
    close: () => clearInterval(timer),
  };
}

function endOf(pem: Buffer): number | undefined {
  try {
    return Date.parse(new X509Certificate(pem).validTo);
  } catch {
    return undefined;
  }
}
