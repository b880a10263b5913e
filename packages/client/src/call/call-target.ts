import type { Exchange } from '@soapstone/json-xml-mapper/internal';
import type { Port } from '@soapstone/soap-model';
import type { ClientOptions } from '../api/options.js';
import type { ClientSession } from '../client-session.js';
import type { Channel } from '../platform/platform.js';
import type { Security } from '../security/security.js';

/** Everything that the calls of one operation share. */
export interface CallTarget {
  /** The operation, compiled on first use. */
  readonly compiled: () => Exchange;
  /** Loads the code that header blocks not declared in the WSDL need. */
  readonly loadUncommonContent: () => Promise<void>;
  /** Loads what reads finished elements (XM-1). */
  readonly loadRawXml: () => Promise<void>;
  /** Loads what reads responses. */
  readonly loadDecoders: () => Promise<void>;
  /** Loads what reads responses of any size. */
  readonly loadStreaming: () => Promise<void>;
  /** The same operation compiled for responses of any size. */
  readonly streaming: () => Exchange;
  readonly name: string;
  readonly service: string;
  readonly port: Port;
  readonly options: ClientOptions;
  readonly security: Security | undefined;
  readonly channel: Channel;
  /** The session that the design describes. */
  readonly session?: ClientSession | undefined;
}
