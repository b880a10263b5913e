import type { HeaderBlocks } from '@soapstone/soap-call';
import type { ParsedWsdl, ParseOptions, Resolver } from '@soapstone/wsdl-parser';
import type { ClientOptions, SoapTransport } from '../api/options.js';

/** The connection to a server, as far as it depends on the runtime. */
export interface Channel extends SoapTransport {
  /** Whether messages can be sent in pieces, of which some are read in the meantime. */
  readonly sendsPieces?: boolean;
  /** WS-Addressing and WS-Security as XML, created for each message. */
  headerBlocks(blocks: HeaderBlocks): string[] | Promise<string[]>;
  close(): Promise<void>;
}

/** The functions that differ between Node and other runtimes. */
export interface Platform {
  openChannel(options: ClientOptions): Channel;
  /** Locates the documents at a path. Throws `WsdlError` if there are none, or `OptionError` if the runtime has no files. */
  openPath(
    path: string,
    root: string | undefined,
  ): Promise<{ readonly location: string; readonly resolve: Resolver }>;
  /** Reads a description, or finds it in a directory of parsed models. Throws `OptionError` if the runtime has no files. */
  parseCached(location: string, options: ParseOptions, cache: string): Promise<ParsedWsdl>;
}
