import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether a command succeeds: detects an installed third-party server or client. */
export const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;

/** Debian's own Python, which has Debian's packages, even if the PATH has another Python. */
export const PYTHON = '/usr/bin/python3';

/** The jars of Debian's JAX-WS RI, in /usr/share/java. */
export const JAX_WS_JARS: readonly string[] = [
  ...[
    'jaxws-tools',
    'jaxws-rt',
    'jaxws-api',
    'jaxb-api',
    'jaxb-impl',
    'jaxb-core',
    'jaxb-runtime',
    'jaxb-xjc',
  ],
  ...[
    'saaj-impl',
    'istack-commons-runtime',
    'istack-commons-tools',
    'stax-ex',
    'streambuffer',
    'gmbal',
    'mimepull',
  ],
  ...['FastInfoset', 'javax.activation', 'jws-api', 'codemodel', 'xsom', 'rngom', 'txw2', 'relaxngDatatype'],
  ...['dtd-parser', 'xml-resolver', 'metro-policy'],
].map((name) => `/usr/share/java/${name}.jar`);

export const hasJaxWs = (): boolean =>
  JAX_WS_JARS.every((jar) => existsSync(jar)) && succeeds('javac', '-version');

export const hasGsoap = (): boolean => succeeds('soapcpp2', '-V') && succeeds('g++', '--version');
