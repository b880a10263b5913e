import type { CredentialProfile } from '@soapstone/credentials';
import type { SecurityOptions } from '@soapstone/soap-model';
import type { AlgorithmSuite } from './algorithm-suites.js';
import { suiteNamed } from './algorithm-suites.js';
import type {
  LegacyAlgorithm,
  LegacyDemand,
  PolicyDemands,
  PolicyGap,
  PolicyNeed,
} from './policy-demands.js';

type Member = Exclude<keyof CredentialProfile, 'headers' | 'ca' | 'mustUnderstand' | 'actor'>;

/** Collects what one alternative of a policy asks for. Each is kept once. */
export class PolicyDraft {
  readonly #allowed: ReadonlySet<LegacyAlgorithm>;
  readonly #wants = new Set<string>();
  readonly #needs = new Map<string, PolicyNeed>();
  readonly #legacy = new Map<string, LegacyDemand>();
  readonly #gaps = new Map<string, PolicyGap>();
  readonly #notes = new Set<string>();
  readonly #template = new Map<Member, Readonly<Record<string, unknown>>>();

  constructor(allow: readonly LegacyAlgorithm[]) {
    this.#allowed = new Set(allow);
  }

  want(text: string): void {
    this.#wants.add(text);
  }

  need(member: PolicyNeed['member'], text: string): void {
    if (!this.#needs.has(member)) this.#needs.set(member, { member, text });
  }

  gap(assertion: string, reason: string): void {
    if (!this.#gaps.has(assertion)) this.#gaps.set(assertion, { assertion, reason });
  }

  note(text: string): void {
    this.#notes.add(text);
  }

  /** Adds to a member of the template. */
  set<Name extends Member>(name: Name, members: Partial<NonNullable<CredentialProfile[Name]>>): void {
    this.#template.set(name, { ...this.#template.get(name), ...members });
  }

  /**
   * Adds a part to those that are signed or encrypted, with the session key if there is one. Returns false if nothing is signed
   * or encrypted.
   */
  addPart(
    name: 'signature' | 'encryption',
    part: 'saml-assertion' | 'username-token' | 'binary-security-token',
  ): boolean {
    const session = this.#template.get('session');
    const known = session ?? this.#template.get(name);
    if (known === undefined) return false;
    const list = session === undefined ? 'parts' : name === 'signature' ? 'signedParts' : 'encryptedParts';
    const { [list]: parts = ['body'] } = known as { readonly [Name in typeof list]?: readonly unknown[] };
    // A policy without a signature token has no signature that could cover another part.
    if (list === 'signedParts' && parts.length === 0) return false;
    if (!parts.includes(part)) {
      this.#template.set(session === undefined ? name : 'session', { ...known, [list]: [...parts, part] });
    }
    return true;
  }

  has(name: Member): boolean {
    return this.#template.has(name);
  }

  /** Whether the session key signs requests. */
  signsWithSession(): boolean {
    const { signedParts } = (this.#template.get('session') ?? {}) as { readonly signedParts?: unknown[] };
    return signedParts !== undefined && signedParts.length > 0;
  }

  /** Whether the owner allows a legacy algorithm, regardless of what the policy asks for. */
  isAllowed(algorithm: LegacyAlgorithm): boolean {
    return this.#allowed.has(algorithm);
  }

  /** Whether a legacy algorithm may be used; otherwise it is recorded as wanted. */
  allows(algorithm: LegacyAlgorithm, assertion: string, reason: string): boolean {
    if (this.#allowed.has(algorithm)) return true;
    if (!this.#legacy.has(algorithm)) this.#legacy.set(algorithm, { algorithm, assertion, reason });
    return false;
  }

  /** The suite of a binding. One that is missing or not known is a gap. */
  suite(reference: SecurityOptions | undefined): AlgorithmSuite | undefined {
    const found = suiteNamed(reference?.name ?? '');
    if (found === undefined) {
      this.gap(
        reference?.name || 'AlgorithmSuite',
        reference === undefined
          ? 'the binding names no algorithm suite'
          : 'this algorithm suite is not known',
      );
    }
    return found;
  }

  finish(): PolicyDemands {
    const legacy = [...this.#legacy.values()];
    const gaps = [...this.#gaps.values()];
    return {
      state: gaps.length > 0 ? 'unsupported' : legacy.length > 0 ? 'legacy' : 'supported',
      wants: [...this.#wants],
      needs: [...this.#needs.values()],
      legacy,
      gaps,
      notes: [...this.#notes],
      template: Object.fromEntries(this.#template),
    };
  }
}
