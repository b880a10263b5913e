import type { MimePart } from '@soapstone/json-xml-mapper';
import { assertMethod } from '../../domain/services/method-policy.js';
import { authenticate, type Caller } from './authenticate.js';
import type { AgentDoor, Door, Meta, ProxyRequest, ProxyResponse } from './http.js';
import { limitTexts } from './limit-headers.js';
import { agentResponse, successResponse } from './respond.js';

/** The way in of a client of the JSON API. */
const API: Door = {
  digits: 'canonical',
  identify: (request, deps, now) => authenticate(request, deps, now),
  checkMethod({ method }, allowed) {
    assertMethod(method, allowed);
    return method === 'GET';
  },
  respond: (request, result, meta, left, { quota, minute }, now) =>
    successResponse(request, result, meta, left, limitTexts(quota, minute, now)),
};

/** Returns the way in of a request. */
export function doorOf({ agent, route }: ProxyRequest): Door {
  return agent ?? route ?? API;
}

/** The facts about a tool call. */
interface ToolCaller {
  /** The name that the agent's program gave itself. */
  readonly client: string | undefined;
  /** The holder of the key, which has already been checked for this message. */
  readonly caller: Caller;
  readonly onAttachments: (attachments: readonly MimePart[]) => void;
  readonly onSent: (() => void) | undefined;
}

/** The way in of a tool call. */
export class ToolDoor implements AgentDoor {
  readonly digits = 'lexical';
  readonly client: string | undefined;
  readonly onAttachments: (attachments: readonly MimePart[]) => void;
  readonly onSent: (() => void) | undefined;
  readonly #caller: Caller;

  constructor({ client, caller, onAttachments, onSent }: ToolCaller) {
    this.client = client;
    this.#caller = caller;
    this.onAttachments = onAttachments;
    this.onSent = onSent;
  }

  identify(): Caller {
    return this.#caller;
  }

  /** A tool call has no HTTP method to check; the owner has said whether agents may call the operation. */
  checkMethod(_request: ProxyRequest, { methods }: Parameters<Door['checkMethod']>[1]): boolean {
    return methods.includes('GET');
  }

  respond(_request: ProxyRequest, result: Uint8Array, meta: Meta): ProxyResponse {
    return agentResponse(result, meta);
  }
}
