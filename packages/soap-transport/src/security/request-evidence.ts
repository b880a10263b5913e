import { type Check, listOf, members, text } from '@soapstone/soap-model/options';

/** A secured request, and what tells its response from any other. */
export interface SecuredRequest {
  readonly envelope: Uint8Array;
  readonly evidence: RequestEvidence;
}

/** What only the response to one request can refer to. */
export interface RequestEvidence {
  /** The values of the signatures that the request carries, in base64. */
  readonly signatures: readonly string[];
}

/** The evidence of a request without a signature. */
export const NO_EVIDENCE: RequestEvidence = { signatures: [] };

/** The members of a `RequestEvidence` and their types. */
export const requestEvidence: Check = members<RequestEvidence>({ signatures: listOf(text) }, ['signatures']);
