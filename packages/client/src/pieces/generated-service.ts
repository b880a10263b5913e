import type { MapperParts } from '@soapstone/json-xml-mapper/internal';
import type { ExposedOperation, ServiceModel } from '@soapstone/soap-model';
import type { ClientOptions } from '../api/options.js';
import type { DesignedClient } from '../create/assemble.js';

/** A service as `soapstone client` writes it, with the optional parts of the mapper that it needs, so that no other client bundles them. */
export interface GeneratedService extends MapperParts {
  readonly model: ServiceModel;
  /** The names of the ports with the operations that they offer. */
  readonly ports: readonly (readonly [name: string, exposed: readonly ExposedOperation[]])[];
  /** The design of the client, if it has one. */
  readonly designed?: GeneratedDesign | undefined;
}

/** The design of a generated client, with the code that it needs: `designOf` of `@soapstone/client/designed`. */
export interface GeneratedDesign extends DesignedClient {
  readonly designs: MapperParts['designs'];
  /** The options with the design, and with what it needs beside the secrets. */
  readonly filling: (options: ClientOptions) => ClientOptions;
}

/** One operation of a service as `soapstone client --split` writes it: pieces of JSON, some of which its modules share. */
export interface GeneratedOperation extends MapperParts {
  /** The service without its operations and types. */
  readonly frame: string;
  readonly operation: string;
  /** The types that the operation can contain. */
  readonly types: readonly string[];
  /** `joinPieces`, which no other client bundles. */
  readonly join: (pieces: GeneratedOperation) => JoinedPieces;
}

/** A service, with the options that were decided when its client was generated. */
export interface JoinedPieces extends GeneratedService {
  readonly decided: Pick<GeneratedClientOptions, 'binary' | 'dates' | 'numbers'>;
}

/** The options of a generated client. Those for reading a WSDL are missing: it was read at build time, and so was its design. */
export type GeneratedClientOptions = Omit<
  ClientOptions,
  'service' | 'port' | 'soapVersion' | 'root' | 'cache' | 'signal' | 'design' | 'fills' | 'sessionStore'
>;

/** The same for a client with a design: with the values that the design fills in. */
export type DesignedClientOptions = GeneratedClientOptions & Pick<ClientOptions, 'fills' | 'sessionStore'>;
