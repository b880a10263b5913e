import type { Compatibility } from '@soapstone/soap-transport';
import { atRisk, type CompatibilityRemedy } from '@soapstone/soap-transport/internal/answer';
import { MEMBERS } from '../options/compatibility.js';

/** The remedy that the member of each switch is for a refusal. */
const REMEDIES: Readonly<Record<keyof Compatibility, CompatibilityRemedy>> = {
  minimumTls: 'minimum-tls',
  legacyRenegotiation: 'legacy-renegotiation',
  weakCiphers: 'weak-ciphers',
  headerNames: 'header-names',
  connection: 'connection-close',
  http: 'http-1.0',
  encoding: 'identity-encoding',
};

/**
 * A line for each switch that is on, with what it risks.
 *
 * @returns such as `tls-1.0: at the risk that someone …`
 */
export function describeRisks(profile: Compatibility): string[] {
  return Object.entries(MEMBERS)
    .filter(([, member]) => Object.entries(member).every(([name, value]) => isOn(profile, name, value)))
    .map(([name, member]) => {
      const [first] = Object.keys(member) as (keyof Compatibility)[];
      const risk = first === undefined ? '' : atRisk(REMEDIES[first]);
      return `${name}: ${risk === '' ? 'no risk' : risk.slice(2)}`;
    });
}

function isOn(profile: Compatibility, name: string, value: unknown): boolean {
  const chosen: unknown = profile[name as keyof Compatibility];
  return Array.isArray(chosen) && Array.isArray(value)
    ? value.every((each) => chosen.includes(each))
    : chosen === value;
}
