import type { SelectionCriteria } from '@soapstone/wsdl-parser';
import { type Command, Option } from 'commander';
import { type AccessOptions, accessOf, addAccessOptions } from '../options/access-options.js';
import { readSize } from '../options/option-values.js';
import type { LoadOptions } from './load-description.js';

/** The options that say where documents may be read from. */
export interface SourceOptions extends AccessOptions {
  readonly root?: string;
  readonly allowHost?: readonly string[];
  readonly documentBytes?: number;
  readonly offline?: true;
  readonly cache?: string;
}

/** The options of every command that reads one description. */
export interface DescriptionOptions extends SourceOptions {
  readonly port?: string;
  readonly wsdlService?: string;
  readonly engine?: 'saxes' | 'libxmljs2';
}

/** The help text of an argument `<wsdl>`. */
export const WSDL_ARGUMENT =
  'a WSDL file, a directory or zip archive with one in it, a URL, or - for standard input';

/** The help text about the server that access options apply to, for a command that sends no calls. */
export const WSDL_SERVER = 'the server of a WSDL at a URL';

/** The help text of an argument `[input]`. */
export const JSON_ARGUMENT =
  'JSON that begins with {, a JSON file (name or @name), or - for standard input (default: {})';

/** The help text of an argument for a SOAP message. */
export const XML_ARGUMENT = 'the SOAP envelope: a file (name or @name), or - for standard input';

/** The option that continues without a document that an operation needs. */
export function incompleteOption(): Option {
  return new Option(
    '--incomplete',
    'go on although a schema or WSDL of an operation cannot be loaded; its errors name the document',
  );
}

/** The option for the digits of decimals. */
export function digitsOption(): Option {
  return new Option('--digits <form>', 'the digits of decimals; lexical: as they are written, such as 0.10')
    .choices(['canonical', 'lexical'])
    .default('canonical');
}

/** The option for content of a response that the schema does not know. */
export function unknownOption(): Option {
  return new Option(
    '--unknown <treatment>',
    'elements and text that the schema does not know; keep: put them into "$unknown"',
  )
    .choices(['drop', 'keep'])
    .default('drop');
}

/** Adds the options that say where documents may be read from. */
export function addSourceOptions(command: Command): Command {
  return command
    .option('--root <directory>', 'read local documents only from this directory; with -, relative to it')
    .option(
      '--allow-host <host>',
      'fetch documents from this private host, too (name, address or network, with or without :port; can be repeated)',
      (host: string, before: readonly string[] = []) => [...before, host],
    )
    .option('--offline', 'fetch nothing that a local WSDL imports from http(s) addresses')
    .option(
      '--cache <directory>',
      'keep the parsed WSDL in this directory, and parse it again only when a document has changed',
    )
    .option(
      '--document-bytes <size>',
      'the maximum size of all documents together: bytes, or with a unit such as 50MiB (default: 20MiB)',
      readSize,
    );
}

/** Adds the options of a command that reads a description and sends no calls. */
export function addDescriptionOptions(command: Command): Command {
  return addAccessOptions(addSelectionOptions(command), WSDL_SERVER);
}

/** Adds the options that select a part of the description. */
export function addSelectionOptions(command: Command): Command {
  command
    .option('--port <port>', 'the wsdl:port to use (default: the first SOAP port of each portType)')
    .option('--wsdl-service <service>', 'the wsdl:service to use (default: the first with a SOAP operation)');
  return addSourceOptions(command).addOption(
    new Option('--engine <engine>', 'the XML parser; libxmljs2 must be installed')
      .choices(['saxes', 'libxmljs2'])
      .hideHelp(),
  );
}

/** Returns the options in the form that the loader takes. Does not use `defined`, because this file is loaded for every help text. */
export function loadOptionsOf(options: DescriptionOptions): LoadOptions {
  const { port, wsdlService, root, allowHost, documentBytes, engine, offline, cache } = options;
  const access = accessOf(options);
  const select: SelectionCriteria = {
    ...(port !== undefined && { port }),
    ...(wsdlService !== undefined && { service: wsdlService }),
  };
  return {
    ...(Object.keys(select).length > 0 && { select }),
    ...(root !== undefined && { root }),
    ...(allowHost !== undefined && { allowHosts: allowHost }),
    ...(documentBytes !== undefined && { documentBytes }),
    ...(engine !== undefined && { engine }),
    ...(offline !== undefined && { offline }),
    ...(cache !== undefined && { cache }),
    ...(access !== undefined && { access }),
  };
}
