/** One hostile service, message or document at one size. */
export interface HostileService {
  readonly wsdl: string;
  /** The operation that is called. */
  readonly operation: string;
  /** The JSON body of the call, if it is not `{}`. */
  readonly request?: string;
  /** The query string of a GET of the same operation, without `?`. */
  readonly query?: string;
  /** The response of the SOAP service, if it is not an empty result. */
  readonly answer?: HostileAnswer;
  /** Request headers to send with the body, such as `X-SOAP-Headers`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HostileAnswer {
  readonly body: Buffer;
  readonly contentType: string;
  readonly status?: number;
}

/** A kind of hostile input. `make(1)` is half as large as `make(2)`. */
export interface HostileShape {
  readonly name: string;
  make(size: number): HostileService;
}
