import type { WsdlCache } from './description/wsdl.js';
import type { Loose, LooseObject } from './loosely-typed-values.js';
import type { CompatOptions } from './options/options.js';
import type { ISecurity } from './security/logins.js';

// The types that node-soap exports, by their names there, so that a program in TypeScript compiles after its import has changed.

/** HTTP headers by name. */
export interface IHeaders {
  [name: string]: Loose;
}

/** The options of one call. */
export interface IExOptions {
  [option: string]: Loose;
}

/** An HTTP client of the program: the option `httpClient`. */
export interface IHttpClient {
  request(
    address: string,
    data: Loose,
    callback: (error: Loose, response?: Loose, body?: Loose) => Loose,
    headers?: IHeaders,
    options?: IExOptions,
    caller?: Loose,
  ): Promise<Loose>;
}

/** The MIME parts of a response. */
export interface IMTOMAttachments {
  parts: { body: Buffer; headers: { [name: string]: string } }[];
}

/** An operation of a client, with a callback. */
export type SoapMethod = (
  args: Loose,
  callback: (
    error: Loose,
    result: Loose,
    rawResponse: Loose,
    soapHeader: Loose,
    rawRequest: Loose,
    mtomAttachments?: IMTOMAttachments,
  ) => void,
  options?: Loose,
  extraHeaders?: Loose,
  mtomAttachments?: IMTOMAttachments,
) => void;

/** The name of {@link SoapMethod} in earlier versions of node-soap. */
export type ISoapMethod = SoapMethod;

/** An operation of a client, with a promise. */
export type SoapMethodAsync = (
  args: Loose,
  options?: Loose,
  extraHeaders?: Loose,
) => Promise<[Loose, Loose, Loose, Loose, IMTOMAttachments?]>;

/** A function of a service, for `listen`. */
export type ISoapServiceMethod = (
  args: Loose,
  callback?: (data: Loose) => void,
  headers?: Loose,
  request?: Loose,
  response?: Loose,
  sender?: Loose,
) => Loose;

/** The functions of a port. */
export interface IServicePort {
  [method: string]: ISoapServiceMethod;
}

/** The ports of a service. */
export interface IService {
  [port: string]: IServicePort;
}

/** The services of `listen`. */
export interface IServices {
  [service: string]: IService;
}

/** The fault of SOAP 1.1 that a function of a service throws. */
export interface ISoapFault11 {
  faultcode: number | string;
  faultstring: string;
  detail?: Loose;
  statusCode?: number;
}

/** The fault of SOAP 1.2 that a function of a service throws. */
export interface ISoapFault12 {
  Code: { Value: string; Subcode?: { Value: string } };
  Reason: { Text: string };
  Detail?: Loose;
  statusCode?: number;
}

/** A fault that a function of a service throws. */
export type ISoapFault = ISoapFault11 | ISoapFault12;

/** The exception of a function of a service. */
export interface ISoapFaultError {
  Fault: ISoapFault;
}

/** An attribute of the option `overrideRootElement`. */
export interface IXmlAttribute {
  name: string;
  value: string;
}

/** The options of clients and servers. */
export type IWsdlBaseOptions = CompatOptions;

/** The options of a client. */
export type IOptions = CompatOptions;

/** The name of {@link IOptions} in earlier versions of node-soap. */
export type Option = IOptions;

/** The option `oneWay` of a server. */
export interface IOneWayOptions {
  responseCode?: number;
  emptyBody?: boolean;
}

/** The options of `listen`. */
export type IServerOptions = CompatOptions;

/** The request of a server without HTTP. */
export interface IServerlessRequest {
  url?: string;
  method?: string;
  headers?: IHeaders;
  connection?: Loose;
}

/** The response of a server without HTTP. */
export interface IServerlessResponse {
  body: string;
  statusCode: number;
  headers: LooseObject;
}

/** A cache of WSDLs. */
export type IWSDLCache = WsdlCache;

/** The name of {@link ISecurity} in earlier versions of node-soap. */
export type Security = ISecurity;
