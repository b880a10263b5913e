import { bytes, type Check, flag, listOf, members, text } from '@soapstone/options';

/** A secured request, and the evidence that distinguishes its response from any other. */
export interface SecuredRequest {
  readonly envelope: Uint8Array;
  readonly evidence: RequestEvidence;
}

/** The evidence that only the response to one request can refer to. */
export interface RequestEvidence {
  /** The values of the signatures that the request carries, in base64. */
  readonly signatures: readonly string[];
  /** The session key, which may also sign and encrypt the response. */
  readonly session?: SessionKey | undefined;
}

/** The key of one request and its response. A secret. */
export interface SessionKey {
  readonly secret: Uint8Array;
  /** The name of the key in messages: Base64 of the SHA-1 of the encrypted key (`EncryptedKeySHA1`). */
  readonly name: string;
  /** Whether AES-CBC is accepted with it. */
  readonly allowCbc: boolean;
}

/** The evidence of a request without a signature. */
export const NO_EVIDENCE: RequestEvidence = { signatures: [] };

/** The members of a `RequestEvidence` and their types. */
export const requestEvidence: Check = members<RequestEvidence>(
  {
    signatures: listOf(text),
    session: members<SessionKey>({ secret: bytes, name: text, allowCbc: flag }, [
      'secret',
      'name',
      'allowCbc',
    ]),
  },
  ['signatures'],
);
