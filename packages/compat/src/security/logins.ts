import { readFileSync } from 'node:fs';
import { isRecord, type Loose, type LooseObject } from '../loosely-typed-values.js';

/** The argument of `setSecurity`: an object with any of these functions. Programs can pass their own. */
export interface ISecurity {
  /** Adds options of the HTTP request, such as a certificate. */
  addOptions?(options: LooseObject): void;
  /** The header block. */
  toXML?(): string;
  /** Adds HTTP headers. */
  addHeaders?(headers: LooseObject): void;
  /** Returns the message to send instead. `toXML` is then not called. */
  postProcess?(xml: string, envelopeKey: string): string;
}

/** HTTP Basic authentication. `defaults` are options of every call. */
export class BasicAuthSecurity implements ISecurity {
  readonly #authorization: string;
  readonly defaults: LooseObject;

  constructor(username: string, password: string, defaults: LooseObject = {}) {
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    this.defaults = { ...defaults };
  }

  addHeaders(headers: LooseObject): void {
    headers['Authorization'] = this.#authorization;
  }

  toXML(): string {
    return '';
  }

  addOptions(options: LooseObject): void {
    Object.assign(options, this.defaults);
  }
}

/** An `Authorization: Bearer` header. `defaults` are options of every call. */
export class BearerSecurity implements ISecurity {
  readonly #token: string;
  readonly defaults: LooseObject;

  constructor(token: string, defaults: LooseObject = {}) {
    this.#token = token;
    this.defaults = { ...defaults };
  }

  addHeaders(headers: LooseObject): void {
    headers['Authorization'] = `Bearer ${this.#token}`;
  }

  toXML(): string {
    return '';
  }

  addOptions(options: LooseObject): void {
    Object.assign(options, this.defaults);
  }
}

/** NTLM. Takes the four values, or one object with them. */
export class NTLMSecurity implements ISecurity {
  readonly defaults: LooseObject;

  constructor(username: string | LooseObject, password?: string, domain?: string, workstation?: string) {
    this.defaults = isRecord(username)
      ? { ...username, ntlm: true }
      : { ntlm: true, username, password, domain, workstation };
  }

  toXML(): string {
    return '';
  }

  addOptions(options: LooseObject): void {
    Object.assign(options, this.defaults);
  }
}

/** Bytes, or the content of the file that a string names. */
function bytesOf(value: unknown, what: string): Buffer | undefined {
  if (!value) return undefined;
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === 'string') return readFileSync(value);
  throw new Error(`${what} should be a buffer or ${what.endsWith('file') ? 'a file location' : 'a string!'}`);
}

/** A TLS client certificate: PEM in a buffer, or the path of a file. */
export class ClientSSLSecurity implements ISecurity {
  readonly key: Buffer | undefined;
  readonly cert: Buffer | undefined;
  readonly ca: Loose;
  readonly defaults: LooseObject;

  constructor(key: Buffer | string, cert: Buffer | string, ca?: Loose, defaults?: LooseObject) {
    this.key = bytesOf(key, 'key');
    this.cert = bytesOf(cert, 'cert');
    const isDefaults = isRecord(ca);
    this.ca = isDefaults || !ca ? undefined : Array.isArray(ca) ? ca : bytesOf(ca, 'ca');
    this.defaults = { ...(isDefaults ? ca : defaults) };
  }

  toXML(): string {
    return '';
  }

  addOptions(options: LooseObject): void {
    Object.assign(options, { key: this.key, cert: this.cert, ca: this.ca }, this.defaults);
  }
}

/** A TLS client certificate in a PKCS#12 file: its bytes, or its path. */
export class ClientSSLSecurityPFX implements ISecurity {
  readonly pfx: Buffer | undefined;
  readonly passphrase: string | undefined;
  readonly defaults: LooseObject;

  constructor(pfx: Buffer | string, passphrase?: string | LooseObject, defaults?: LooseObject) {
    this.pfx = bytesOf(pfx, 'supplied pfx file');
    this.passphrase = typeof passphrase === 'string' ? passphrase : undefined;
    this.defaults = { ...(isRecord(passphrase) ? passphrase : defaults) };
  }

  toXML(): string {
    return '';
  }

  addOptions(options: LooseObject): void {
    Object.assign(options, { pfx: this.pfx, passphrase: this.passphrase }, this.defaults);
  }
}
