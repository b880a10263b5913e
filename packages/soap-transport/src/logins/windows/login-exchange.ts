import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Connection } from '../../connection/connection.js';
import {
  type ExchangeOwner,
  HttpExchange,
  type HttpRequest,
  type HttpResponse,
  type ResponseHeaders,
} from '../../http/http-exchange.js';
import type { CallScope } from '../../reliability/call-scope.js';
import { isTransportError, type TransportError } from '../../transport-error.js';
import { serverEndPoint } from './channel-binding.js';
import { type Challenges, challengeOf, type Login, type LoginPlace, loginFailed } from './login.js';

/** The maximum number of bytes of a response that only carries a challenge. */
const MAX_BYTES = 65_536;

/** Why a login ends that needs another exchange on its connection. */
const SPOILT =
  'its response broke the syntax of HTTP, so that the connection is not used again, and the login needs the same one';

/**
 * - `trusting`: the request on a connection that is logged in
 * - `unasked`: the request to a server that asked for no login
 * - `opening`: a request without a body, which the server answers with a challenge
 * - `proving`: the request, with the answer to the challenge
 */
type Leg = 'trusting' | 'unasked' | 'opening' | 'proving';

/**
 * One exchange on a connection whose server wants a login: at most a request that turns out to need one, one that opens it, and one
 * that proves it. The body is sent once, with the proof; twice only to a server that forgets the login of a connection. Passes the
 * final response to the owner of the call, and every failure as one before a response. A class for the same reasons as `HttpExchange`.
 */
export class LoginExchange implements ExchangeOwner {
  readonly #scope: CallScope;
  readonly #owner: ExchangeOwner;
  readonly #maxBytes: number;
  readonly #connection: Connection;
  readonly #login: Login;
  #request: HttpRequest | undefined;
  #leg: Leg = 'opening';
  /** The next leg, once the response to the one before has been read. */
  #next: (() => void) | undefined;
  #passedOn = false;
  /** Whether the challenge that is answered came with a response of this exchange. */
  #asked = false;
  /** Whether a challenge that came with a response of this exchange has been replaced by another. */
  #renewed = false;

  constructor(
    scope: CallScope,
    owner: ExchangeOwner,
    maxBytes: number,
    connection: Connection,
    login: Login,
  ) {
    this.#scope = scope;
    this.#owner = owner;
    this.#maxBytes = maxBytes;
    this.#connection = connection;
    this.#login = login;
  }

  /** Hands the request to the connection. Called once. */
  run(request: HttpRequest): void {
    this.#request = request;
    const { loggedIn, socket } = this.#connection;
    const isOpen = socket !== undefined && !socket.destroyed;
    const { opening } = this.#login;
    if (this.#login.challenges?.isKnown(request.origin) === true) this.#prove('', socket);
    else if (isOpen && loggedIn === socket) this.#send('trusting', request, this.#maxBytes);
    // Over TLS, the certificate of the connection is part of the proof.
    else if (opening === undefined && (isOpen || request.origin.startsWith('http:'))) this.#prove('', socket);
    else this.#open();
  }

  exchangeAnswered(response: HttpResponse): void {
    const wanted = response.status === 401;
    const { challenges } = this.#login;
    if (challenges !== undefined && wanted) {
      this.#challenged(response, challenges);
    } else if (this.#leg === 'opening') {
      const { socket } = this.#connection;
      const challenge = wanted ? challengeOf(response.headers, this.#login.scheme) : undefined;
      const isComplete = challenge !== '' || this.#login.opening === undefined;
      if (wanted && (challenge === undefined || !isComplete)) {
        this.#refuse(response, notOffered(response.headers, this.#login.scheme));
        return;
      }
      // A server that asks for no login gets the request as it is.
      this.#skip(response, () =>
        challenge === undefined
          ? this.#send('unasked', this.#request as HttpRequest, this.#maxBytes)
          : this.#answer(challenge, socket),
      );
    } else if (wanted && this.#leg === 'trusting') {
      this.#connection.loggedIn = undefined;
      this.#skip(response, () => this.#open());
    } else if (wanted && this.#leg === 'proving') {
      this.#login.forget((this.#request as HttpRequest).origin);
      this.#refuse(response, this.#login.refused);
    } else {
      const hasProved = this.#leg === 'proving';
      if (hasProved) challenges?.accepted(response.headers, (this.#request as HttpRequest).origin);
      const isLoggedIn = hasProved && challenges === undefined && this.#login.opening !== undefined;
      if (isLoggedIn) this.#connection.loggedIn = this.#connection.socket;
      this.#passedOn = true;
      this.#owner.exchangeAnswered(response);
    }
  }

  /**
   * Answers a challenge to a request: once, and once more if it was known before or has expired since. That sends the body again, which is
   * safe, because a server that answers 401 has not processed it.
   */
  #challenged(response: HttpResponse, challenges: Challenges): void {
    const { origin } = this.#request as HttpRequest;
    const { headers } = response;
    const isFinal =
      this.#leg === 'proving' && this.#asked && (this.#renewed || !challenges.isExpired(headers));
    if (isFinal) {
      this.#login.forget(origin);
      this.#refuse(response, this.#login.refused);
    } else if (challenges.take(headers, origin)) {
      this.#renewed = this.#leg === 'proving' && this.#asked;
      this.#asked = true;
      this.#skip(response, () => this.#prove('', this.#connection.socket));
    } else {
      const { scheme } = this.#login;
      const isNamed = challengeOf(headers, scheme) !== undefined;
      this.#refuse(response, isNamed ? challenges.unusable : notOffered(headers, scheme));
    }
  }

  exchangeDone(error: TransportError | undefined, answered: boolean): void {
    const next = this.#next;
    this.#next = undefined;
    if (this.#passedOn) this.#owner.exchangeDone(error, answered);
    else if (error !== undefined) this.#owner.exchangeDone(error, false);
    else if (next === undefined) return;
    else if (this.#connection.spoilt) this.#fail(loginFailed(SPOILT));
    else this.#later(next);
  }

  #open(): void {
    const { headers, ...request } = this.#request as HttpRequest;
    const { scheme, opening } = this.#login;
    const bodiless = without('content-length', headers);
    const opened = opening === undefined || opening === '' ? bodiless : withToken(bodiless, scheme, opening);
    this.#send('opening', { ...request, headers: opened, body: null }, MAX_BYTES);
  }

  #answer(challenge: string, socket: Connection['socket']): void {
    if (socket === undefined || socket.destroyed || this.#connection.socket !== socket) {
      throw loginFailed('it closed the connection between the messages of the login, which needs keep-alive');
    }
    this.#prove(challenge, socket);
  }

  #prove(challenge: string, socket: Connection['socket']): void {
    const request = this.#request as HttpRequest;
    const send = (token: string): void => {
      const headers = withToken(request.headers, this.#login.scheme, token);
      this.#send('proving', { ...request, headers }, this.#maxBytes);
    };
    const token = this.#login.answer(challenge, placeOf(request, socket));
    if (typeof token === 'string') {
      send(token);
      return;
    }
    const scope = this.#scope;
    let isOver = false;
    scope.phase = 'connect';
    scope.waiting = {
      cancel: (error) => {
        isOver = true;
        this.#owner.exchangeDone(error, false);
      },
    };
    token.then(
      (value) => isOver || send(value),
      (error: unknown) => isOver || this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    this.#owner.exchangeDone(isTransportError(error) ? error : loginFailed('no login could be made'), false);
  }

  #send(leg: Leg, request: HttpRequest, maxBytes: number): void {
    this.#leg = leg;
    new HttpExchange(this.#scope, this, maxBytes).run(this.#connection.client, request);
  }

  /** Reads a response that is not the one of the call. */
  #skip({ body }: HttpResponse, next: () => void): void {
    this.#next = next;
    const drain = async (): Promise<void> => {
      for await (const _ of body);
    };
    // Its failure is that of the exchange.
    drain().catch(() => {});
  }

  #refuse({ body, status }: HttpResponse, why: string): void {
    body.abandon(loginFailed(why, status));
  }

  /** Runs a leg once the HTTP client has noticed whether the connection stays open. */
  #later(next: () => void): void {
    const scope = this.#scope;
    const timer = setImmediate(() => {
      scope.waiting = undefined;
      try {
        next();
      } catch (error) {
        this.#fail(error);
      }
    });
    scope.waiting = {
      cancel: (error) => {
        clearImmediate(timer);
        this.#owner.exchangeDone(error, false);
      },
    };
    if (scope.cancelled !== undefined) scope.waiting.cancel(scope.cancelled);
  }
}

function notOffered(headers: ResponseHeaders, scheme: string): string {
  if (challengeOf(headers, scheme) === '')
    return `it answers the first message of ${scheme} with no challenge`;
  const known = ['Basic', 'Bearer', 'Digest', 'Negotiate', 'NTLM'];
  const offered = known.filter((name) => challengeOf(headers, name) !== undefined);
  return `it does not offer ${scheme}${offered.length === 0 ? '' : `, but ${offered.join(', ')}`}`;
}

function placeOf({ origin, method, path }: HttpRequest, socket: Connection['socket']): LoginPlace {
  const { hostname } = new URL(origin);
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.raw : undefined;
  const host = isIP(hostname.replace(/^\[|\]$/g, '')) === 6 ? hostname.slice(1, -1) : hostname;
  return { host, origin, method, path, binding: certificate && serverEndPoint(certificate) };
}

function withToken(headers: readonly string[], scheme: string, token: string): string[] {
  return [...without('authorization', headers), 'authorization', `${scheme} ${token}`];
}

/** The headers, alternating names and values, without one. */
function without(name: string, headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== name);
}
