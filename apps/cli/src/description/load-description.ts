import { access, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defined } from '@soapstone/options/defined';
import type { FetchDocumentOptions, Transport, TransportOptions } from '@soapstone/soap-transport';
import { isTransportError } from '@soapstone/soap-transport/fetch';
import {
  bundleResolver,
  DEFAULT_PARSE_LIMITS,
  type Diagnostic,
  isWsdlError,
  type ParsedWsdl,
  type ParseLimits,
  type ParseOptions,
  parseWsdl,
  type Resolver,
  type SelectionCriteria,
} from '@soapstone/wsdl-parser';
import { directoryResolver, fileResolver, openLocal, parseWsdlCached } from '@soapstone/wsdl-parser/file';
import { identifySource, inTurn, localThenRemote } from '@soapstone/wsdl-parser/internal';
import { CliError, reasonOf, usageError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { inOptionsOf } from '../errors/transport-advice.js';
import type { DocumentAccess } from '../options/access-options.js';
import type { Terminal } from '../terminal/terminal.js';

/** A loaded description. */
export interface Description extends ParsedWsdl {
  /** The name that the user gave. */
  readonly input: string;
}

/** The parts of the terminal that loading uses. Without `status`, no progress is shown. */
export type LoadingTerminal = Pick<Terminal, 'cwd' | 'readInput'> & Partial<Pick<Terminal, 'status'>>;

/** Options for finding and reading a description. */
export interface LoadOptions extends DocumentAccess {
  readonly select?: SelectionCriteria;
  /** The directory that local documents must be in. Default: see `localResolver`. */
  readonly root?: string | undefined;
  /** Private hosts that documents may be fetched from, besides the one of the URL. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Whether to fetch nothing that a local WSDL imports. Default false. */
  readonly offline?: boolean | undefined;
  /** The directory that keeps parsed WSDLs. Default: none, so that each is parsed. */
  readonly cache?: string | undefined;
  /** The maximum size of all documents together. Default 20 MiB. */
  readonly documentBytes?: number | undefined;
  readonly engine?: 'saxes' | 'libxmljs2';
}

const REMOTE = /^https?:\/\//i;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
/** The name of a WSDL from standard input in messages. */
const STANDARD_INPUT = 'stdin';
/** Names that a schema document outside the WSDL's directory may have. */
const DOCUMENT_NAME = /\.(?:wsdl|wsdl2|wsdl20|xsd|xml)$/i;

/**
 * Reads the description that `input` names: a WSDL file, a directory or zip archive that contains one, a URL, or `-` for a WSDL from
 * standard input.
 *
 * @throws {WsdlError} if there is none, or it cannot be read
 * @throws {TransportError} if a URL returns no document
 * @throws {CliError} if there is nothing readable by that name, or the credentials are unusable
 */
export async function loadDescription(
  input: string,
  terminal: LoadingTerminal,
  options: LoadOptions = {},
): Promise<Description> {
  const parseOptions = {
    ...defined({ select: options.select, engine: options.engine }),
    limits: documentLimits(options.documentBytes),
  };
  const read = readerFor(options.cache, terminal.cwd);
  if (REMOTE.test(input)) {
    if (!URL.canParse(input)) throw usageError(`cannot read ${input}: it is not a valid address`);
    const { readDocumentAccess } = await import('../credentials/credentials.js');
    const { credentials, insecureTls } = await readDocumentAccess(input, options, process.env, terminal.cwd);
    const transport = await transportFor(input, {
      allowHosts: options.allowHosts,
      insecureTls,
      lenientHttp: options.access?.lenientHttp === true,
      compatibility: options.access?.compatibility,
      // Documents may be as large as all together: the parser counts their bytes.
      limits: { maxResponseBytes: parseOptions.limits.bytes },
    });
    try {
      const parsed = await read(input, {
        ...parseOptions,
        resolve: remoteResolver(transport, terminal, defined({ credentials, credentialsFor: input })),
      });
      return { input, ...parsed };
    } finally {
      terminal.status?.(undefined);
      await transport.close();
    }
  }
  const remote = lazyRemote(terminal, options, parseOptions.limits.bytes);
  const parse = async (location: string, local: Resolver): Promise<Description> => {
    try {
      const resolver = localThenRemote(local, options.offline === true ? undefined : remote.resolve);
      return { input, ...(await read(location, { ...parseOptions, resolve: resolver })) };
    } finally {
      terminal.status?.(undefined);
      await remote.close();
    }
  };
  if (input === '-') {
    const given = await standardInput(await terminal.readInput(), terminal.cwd, options.root);
    return await parse(given.location, given.resolve);
  }
  const path = resolve(terminal.cwd, pathOf(input));
  const unreadable = (reason: string, cause?: unknown): CliError =>
    new CliError({
      code: 'LOAD_FAILED',
      message: `cannot read ${input}: ${reason}`,
      exitCode: EXIT.unreadable,
      cause,
    });
  await access(path).catch((cause: unknown) => {
    throw unreadable(reasonOf(cause), cause);
  });
  const root =
    options.root === undefined
      ? undefined
      : await directoryOf(resolve(terminal.cwd, options.root), options.root);
  const local = await openLocal(path, root, parseOptions.limits.bytes + 1).catch((error: unknown) => {
    if (!isWsdlError(error)) throw error;
    throw unreadable(error.message.replace(`cannot read ${path}: `, ''), error);
  });
  const isFile = local.location.startsWith('file:');
  if (!isFile || options.root !== undefined) return await parse(local.location, local.resolve);
  const file = fileURLToPath(local.location);
  const beside = localResolver(file, terminal.cwd);
  // A directory is searched; what it does not have may still be next to it.
  const isDirectory = file !== path;
  const resolver: Resolver = isDirectory ? inTurn(local.resolve, beside) : beside;
  return await parse(local.location, resolver);
}

/** The function that parses a description, or finds it in the directory of `--cache`. */
function readerFor(
  cache: string | undefined,
  cwd: string,
): (location: string, options: ParseOptions) => Promise<ParsedWsdl> {
  if (cache === undefined) return parseWsdl;
  if (cache === '') throw usageError('cannot use --cache: expected the path of a directory');
  return (location, options) => parseWsdlCached(location, options, resolve(cwd, cache));
}

/**
 * Fetches what a local WSDL imports by http(s), without credentials, because these belong to a server that the user named. The transport
 * is created for the first such document.
 */
function lazyRemote(
  terminal: LoadingTerminal,
  { allowHosts, access }: LoadOptions,
  bytes: number,
): { readonly resolve: Resolver; close(): Promise<void> } {
  let opened: Promise<Transport> | undefined;
  let fetching: Resolver | undefined;
  return {
    async resolve(uri) {
      opened ??= transportFor(undefined, {
        allowHosts,
        insecureTls: access?.insecure === true,
        lenientHttp: access?.lenientHttp === true,
        limits: { maxResponseBytes: bytes },
      });
      const transport = await opened;
      fetching ??= remoteResolver(transport, terminal, {});
      return await fetching(uri);
    },
    close: async () => await (await opened)?.close(),
  };
}

/**
 * A WSDL, or a zip archive with one, from standard input. With `--root` a WSDL is treated as a file in that directory, so that its references
 * are found there, and what an archive does not have may be there too; otherwise a WSDL has no location, and every relative reference is
 * reported as missing.
 */
async function standardInput(
  bytes: Uint8Array,
  cwd: string,
  root: string | undefined,
): Promise<{ readonly location: string; readonly resolve: Resolver }> {
  const source = await identifySource(bytes, 'read standard input');
  const directory = root === undefined ? undefined : await directoryOf(resolve(cwd, root), root);
  const files = directory === undefined ? undefined : directoryResolver(directory);
  if (source.kind === 'bundle') {
    const { location, resolve: within } = source;
    if (files === undefined) return { location, resolve: within };
    return { location, resolve: inTurn(within, files) };
  }
  if (directory === undefined || files === undefined) {
    return { location: STANDARD_INPUT, resolve: bundleResolver(new Map([[STANDARD_INPUT, bytes]])) };
  }
  const location = pathToFileURL(resolve(directory, STANDARD_INPUT)).href;
  const given: Resolver = async (uri) => {
    if (uri === location) return { bytes };
    throw new Error('it is not the standard input');
  };
  return { location, resolve: inTurn(given, files) };
}

/** The directory that `--root` names. */
async function directoryOf(path: string, given: string): Promise<string> {
  const info = await stat(path).catch((cause: unknown) => {
    throw usageError(`cannot use --root ${given}: ${reasonOf(cause)}`);
  });
  if (!info.isDirectory()) throw usageError(`cannot use --root ${given}: it is not a directory`);
  return path;
}

function pathOf(input: string): string {
  if (!ADDRESS.test(input)) return input;
  try {
    return fileURLToPath(input);
  } catch {
    throw usageError(`cannot read ${input}: only http, https and local files are supported`);
  }
}

/**
 * Creates a resolver for the references of a WSDL file. Next to it and below the current directory, any file; elsewhere only files
 * named like a schema document. Real WSDLs refer to `../common/types.xsd`, but no WSDL makes this program read `/etc/passwd` or
 * `~/.ssh/config` and quote it.
 */
function localResolver(file: string, cwd: string): Resolver {
  const directories = [dirname(file), cwd];
  const anywhere = fileResolver(resolve('/'));
  return async (uri) => {
    const path = uri.startsWith('file:') ? fileURLToPath(uri) : resolve(dirname(file), uri);
    if (uri !== pathToFileURL(file).href && !DOCUMENT_NAME.test(path)) {
      const real = await realpath(path).catch(() => path);
      const roots = await Promise.all(directories.map((directory) => realpath(directory)));
      if (!roots.some((root) => isInside(root, real))) {
        throw new Error(
          'it is outside the directory of the WSDL and its name is not that of a schema; --root allows a larger directory',
        );
      }
    }
    return anywhere(uri);
  };
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || !(isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`));
}

/** Returns the limits of a description. If the user raises the maximum size, the other limits grow with it. */
function documentLimits(bytes: number | undefined): Partial<ParseLimits> & Pick<ParseLimits, 'bytes'> {
  const usual = DEFAULT_PARSE_LIMITS;
  if (bytes === undefined || bytes <= usual.bytes) return { bytes: bytes ?? usual.bytes };
  const grown = GROWING.map((name) => [name, Math.ceil((usual[name] * bytes) / usual.bytes)] as const);
  return { bytes, ...Object.fromEntries(grown) };
}

const GROWING = [
  'documents',
  'schemaDocuments',
  'elements',
  'operations',
  'types',
  'particles',
  'effectiveText',
] as const satisfies readonly (keyof ParseLimits)[];

/**
 * Creates a transport for the documents of `url`, if there is one. The user named its host, so it may be private. Hosts that documents refer to may
 * not be, unless the user names them too.
 */
export async function transportFor(
  url: string | undefined,
  options: Pick<TransportOptions, 'insecureTls' | 'lenientHttp' | 'compatibility' | 'limits'> &
    Pick<LoadOptions, 'allowHosts'> = {},
): Promise<Transport> {
  const { allowHosts = [], ...transport } = options;
  // Loaded on demand: most commands read a file and never connect.
  const { createEgressGuard, createTransport } = await import('@soapstone/soap-transport');
  try {
    createEgressGuard({ allow: allowHosts });
  } catch (error) {
    throw usageError(`cannot use --allow-host: ${reasonOf(error)}`);
  }
  return createTransport({
    ...transport,
    egress: { allow: [...(url === undefined ? [] : [new URL(url).host]), ...allowHosts] },
  });
}

function remoteResolver(
  transport: Transport,
  { status }: Pick<LoadingTerminal, 'status'>,
  options: FetchDocumentOptions,
): Resolver {
  let count = 0;
  return async (uri) => {
    status?.(`Fetching document ${++count}: ${uri}`);
    return transport.fetchDocument(uri, options).catch((error: unknown) => {
      throw isTransportError(error) ? inOptionsOf('document', error) : error;
    });
  };
}

/** Counts the findings that change or lose something for a client, so that they are shown by default. */
export function countFindings(diagnostics: readonly Diagnostic[]): { errors: number; warnings: number } {
  let errors = 0;
  let warnings = 0;
  for (const { severity } of diagnostics) {
    if (severity === 'error') errors++;
    else if (severity === 'warning') warnings++;
  }
  return { errors, warnings };
}

/** Returns the missing documents whose content is lost, each once, by the names in the description. */
export function missingDocuments(diagnostics: readonly Diagnostic[]): readonly string[] {
  const lost = diagnostics.filter(({ code, severity }) => code === 'LOAD_FAILED' && severity === 'error');
  return [...new Set(lost.map(({ component, message }) => component ?? message))];
}

/** Explains in a sentence, with the first reason, that a description has no operation to offer. */
export function describeEmpty(input: string, diagnostics: readonly Diagnostic[]): string {
  const reason = diagnostics.find(
    ({ severity, code }) => severity === 'error' && code !== 'NO_SOAP_OPERATION',
  );
  const first = reason === undefined ? '' : `: ${reason.message}`;
  return `${input} has no operation that can be offered${first}. \`soapstone report\` lists the reasons`;
}

/**
 * Throws `NO_OPERATION` for a description without an operation to offer: output from it would be useless, and a pipeline that
 * publishes it would not notice.
 *
 * @param hint the end of the error message
 */
export function assertNotEmpty({ input, model, diagnostics }: Description, hint = ''): void {
  if (model.exposed.length > 0) return;
  const message = `${describeEmpty(input, diagnostics)}${hint}`;
  throw new CliError({ code: 'NO_OPERATION', message, exitCode: EXIT.finding });
}
