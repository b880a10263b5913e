import type { ExpandedName } from './names.js';

/**
 * The requirements that the WS-SecurityPolicy of a port makes on a caller's messages (WA-2): the policies of its service, port, binding, portType
 * and operations together, in their normal form.
 *
 * @see https://docs.oasis-open.org/ws-sx/ws-securitypolicy/v1.3/ws-securitypolicy.html
 */
export interface SecurityPolicy {
  /** In the order of the documents. A caller satisfies any one of them. */
  readonly alternatives: readonly SecurityAlternative[];
  /** True if there are more alternatives than are read. */
  readonly incomplete?: true;
}

/** One alternative: everything in it must hold. */
export interface SecurityAlternative {
  readonly binding?: SecurityBinding;
  readonly supportingTokens: readonly SupportingToken[];
  readonly request: MessageProtection;
  readonly response: MessageProtection;
  /** Operations whose responses are protected otherwise than `response` says, which has the parts of all operations. */
  readonly differing?: readonly string[];
  /** `Wss10` or `Wss11` with the local names of the assertions in it, such as `RequireSignatureConfirmation`. */
  readonly wss?: SecurityOptions;
  /** `Trust10` or `Trust13`. */
  readonly trust?: SecurityOptions;
  /** Clark names of the assertions that belong to no other member. */
  readonly others: readonly string[];
}

/** An assertion and the local names of the assertions in its policy. */
export interface SecurityOptions {
  readonly name: string;
  readonly options: readonly string[];
}

/** A security binding assertion: which keys protect the messages, and how. */
export interface SecurityBinding {
  readonly kind: 'transport' | 'symmetric' | 'asymmetric';
  /**
   * The WS-SecurityPolicy that it is written in: `1.1`, which goes with WS-SecureConversation of 2005/02, or `1.2`, whose namespace 1.3
   * shares. Absent in older models, for which it was not read.
   */
  readonly version?: '1.1' | '1.2';
  readonly tokens: readonly BindingToken[];
  /** `Basic256Sha256` and so on, with options such as `InclusiveC14N`. */
  readonly algorithmSuite?: SecurityOptions;
  /** `Strict`, `Lax`, `LaxTsFirst` or `LaxTsLast`. */
  readonly layout?: string;
  /** Local names of the other assertions: `IncludeTimestamp`, `EncryptSignature`, `OnlySignEntireHeadersAndBody`, …. */
  readonly options: readonly string[];
}

/** A token of a binding. `role` is the local name of the assertion around it: `TransportToken`, `InitiatorToken`, …. */
export interface BindingToken {
  readonly role: string;
  readonly token: SecurityToken;
}

/** A token assertion. */
export interface SecurityToken {
  /** The local name: `UsernameToken`, `X509Token`, `HttpsToken`, `SamlToken`, `IssuedToken`, …. */
  readonly name: string;
  /** The messages that contain the token itself. */
  readonly inclusion: 'never' | 'once' | 'always-to-recipient' | 'always-to-initiator' | 'always';
  /** Local names of the assertions in its policy: `WssX509V3Token10`, `RequireThumbprintReference`, `HashPassword`, …. */
  readonly options: readonly string[];
  /** The address or name of the issuer that the token must come from. */
  readonly issuer?: string;
  /** `IssuedToken`: the request to its token service. */
  readonly request?: TokenRequestTemplate;
}

/** The `RequestSecurityTokenTemplate` of an `IssuedToken`, with the members that it states. */
export interface TokenRequestTemplate {
  /** The namespace of WS-Trust. */
  readonly trust?: string;
  /** The URI of the kind of token. */
  readonly tokenType?: string;
  /** The URI of the kind of key. */
  readonly keyType?: string;
  /** The URIs of the claims that the token must hold. */
  readonly claims?: readonly string[];
  /** Local names of other elements of the template. */
  readonly others?: readonly string[];
}

/** A token that requests carry besides those of the binding. */
export interface SupportingToken {
  /** Whether the token is covered by the message signature. */
  readonly signed: boolean;
  /** Whether its key signs the message signature or, over TLS, the Timestamp. */
  readonly endorsing: boolean;
  readonly encrypted: boolean;
  readonly token: SecurityToken;
  /** The parts that an endorsing token signs in addition. */
  readonly signedParts: readonly ProtectedPart[];
}

/** The parts of a message that are signed, encrypted or present. */
export interface MessageProtection {
  readonly signed: readonly ProtectedPart[];
  readonly encrypted: readonly ProtectedPart[];
  readonly required: readonly ProtectedPart[];
}

/** A part of a message. */
export type ProtectedPart =
  | { readonly kind: 'body' }
  /** Every header block of a namespace, or of a name, that a message has. */
  | { readonly kind: 'header'; readonly namespace: string; readonly name?: string }
  | { readonly kind: 'all-headers' }
  | { readonly kind: 'attachments' }
  /** The elements at a path from the Envelope; with `anywhere`, at any depth. `content`: what is inside them. */
  | {
      readonly kind: 'path';
      readonly path: readonly ExpandedName[];
      readonly anywhere?: true;
      readonly content?: true;
    }
  /** An XPath expression that is not such a path, as it is written. */
  | { readonly kind: 'xpath'; readonly expression: string };
