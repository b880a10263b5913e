import type { Compatibility, WeakCipher } from '@soapstone/soap-transport';
import { InvalidArgumentError } from 'commander';

/** The settings behind each switch of `--compatibility`. */
export const MEMBERS: Readonly<Record<string, Compatibility>> = {
  'tls-1.0': { minimumTls: '1.0' },
  'tls-1.1': { minimumTls: '1.1' },
  'legacy-renegotiation': { legacyRenegotiation: true },
  'dh-1024': { weakCiphers: ['DH-1024'] },
  'rsa-1024': { weakCiphers: ['RSA-1024'] },
  'sha-1': { weakCiphers: ['SHA-1'] },
  'header-names': { headerNames: 'specification' },
  'connection-close': { connection: 'close' },
  'http-1.0': { http: '1.0' },
  'identity-encoding': { encoding: 'identity' },
};

/** The names of the switches, for help texts. */
export const SWITCHES: readonly string[] = Object.keys(MEMBERS);

/**
 * Reads the value of `--compatibility`: switches with commas between them. Given again, the option adds to what was given.
 *
 * @throws {InvalidArgumentError} for a switch that does not exist
 */
export function readCompatibility(text: string, before: Compatibility = {}): Compatibility {
  let profile = before;
  for (const name of text.split(',').map((each) => each.trim().toLowerCase())) {
    const member = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
    if (member === undefined) throw new InvalidArgumentError(`expected some of ${SWITCHES.join(', ')}.`);
    const weakCiphers: readonly WeakCipher[] = [
      ...(profile.weakCiphers ?? []),
      ...(member.weakCiphers ?? []),
    ];
    // If two versions of TLS are named, the older one counts.
    const oldest = profile.minimumTls === '1.0' ? { minimumTls: profile.minimumTls } : {};
    profile = { ...profile, ...member, ...oldest, ...(weakCiphers.length > 0 && { weakCiphers }) };
  }
  return profile;
}
