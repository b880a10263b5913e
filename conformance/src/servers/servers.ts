import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasGsoap, hasJaxWs, JAX_WS_JARS, PYTHON, succeeds } from '../installed.js';
import { startNodeSoap } from './node-soap.js';
import { end, printedPort, type Started, startBuilt } from './start-server.js';

/** A third-party SOAP server that echoes what it received. */
export interface SoapServer {
  readonly name: string;
  /** The WSDL that describes it, next to this file. */
  readonly contract: 'echo.wsdl' | 'encoded.wsdl' | 'literal.wsdl' | 'open.wsdl';
  /** The required packages. */
  readonly needs: string;
  /** Whether it is sent MTOM. */
  readonly mtom?: true;
  /** Whether it is called with SOAP 1.2, as if the contract's bindings said so. */
  readonly soap12?: true;
  isInstalled(): boolean;
  start(): Promise<Started>;
}

const here = fileURLToPath(new URL('./', import.meta.url));
/** The jars of Debian's Axis 1.4. */
const AXIS_JARS = [
  ...['axis', 'axis-jaxrpc', 'axis-saaj', 'commons-discovery', 'commons-logging', 'wsdl4j'],
  ...['javax.activation', 'javax.mail'],
].map((name) => `/usr/share/java/${name}.jar`);

/** How to call a server. */
type Variant = (name: string) => Pick<SoapServer, 'name' | 'soap12' | 'mtom'>;

/** A server is called with each SOAP version that it supports. */
const VERSIONS: readonly Variant[] = [
  (name) => ({ name }),
  (name) => ({ name: `${name}, SOAP 1.2`, soap12: true }),
];

const WITH_MTOM: Variant = (name) => ({ name: `${name}, MTOM`, mtom: true });

/** The argument for a server that needs to know the version. */
function versionOf({ soap12 }: Pick<SoapServer, 'soap12'>): readonly string[] {
  return soap12 === true ? ['1.2'] : [];
}

/** Every known server. */
export const SERVERS: readonly SoapServer[] = [
  ...VERSIONS.map((version) => phpServer(version('PHP SoapServer'), 'echo.wsdl')),
  ...(['literal', 'encoded'] as const).flatMap((use) =>
    VERSIONS.map((version) => phpServer(version(`PHP SoapServer, rpc/${use}`), `${use}.wsdl`)),
  ),
  nodeSoapServer('node-soap', 'echo'),
  nodeSoapServer('node-soap, rpc/literal', 'literal'),
  ...VERSIONS.map((version) => gsoapServer(version('gSOAP'), 'echo')),
  ...(['literal', 'encoded'] as const).flatMap((use) =>
    VERSIONS.map((version) => gsoapServer(version(`gSOAP, rpc/${use}`), use)),
  ),
  ...[...VERSIONS, WITH_MTOM].map((variant) => jaxWsServer(variant('JAX-WS RI'), 'echo')),
  ...VERSIONS.map((version) => jaxWsServer(version('JAX-WS RI, open'), 'open')),
  ...VERSIONS.map((version) => jaxWsServer(version('JAX-WS RI, rpc/literal'), 'literal')),
  axisServer('Axis 1.4, rpc/encoded'),
  ...VERSIONS.map(
    (version): SoapServer => ({
      ...version('spyne'),
      contract: 'echo.wsdl',
      needs: 'the Debian package python3-spyne',
      isInstalled: () => succeeds(PYTHON, '-c', 'import spyne.server.wsgi, lxml'),
      async start() {
        const script = join(here, 'spyne', 'server.py');
        const child = spawn(PYTHON, [script, ...versionOf(version('spyne'))], {
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        return { url: `http://127.0.0.1:${await printedPort(child, child.stdout)}/`, stop: () => end(child) };
      },
    }),
  ),
  {
    name: 'SOAP::Lite',
    contract: 'encoded.wsdl',
    needs: 'the Debian package libsoap-lite-perl',
    isInstalled: () => succeeds('perl', '-MSOAP::Lite', '-MSOAP::Transport::HTTP', '-e', '1'),
    async start() {
      const child = spawn('perl', [join(here, 'perl', 'server.pl')], { stdio: ['ignore', 'pipe', 'ignore'] });
      return { url: `http://127.0.0.1:${await printedPort(child, child.stdout)}/`, stop: () => end(child) };
    },
  },
];

/** PHP's built-in web server with a page that implements one contract. */
function phpServer(variant: ReturnType<Variant>, contract: SoapServer['contract']): SoapServer {
  return {
    ...variant,
    contract,
    needs: 'the Debian packages php-cli and php-soap',
    isInstalled: () => succeeds('php', '-r', 'exit(class_exists("SoapServer") ? 0 : 1);'),
    async start() {
      const child = spawn('php', ['-S', '127.0.0.1:0', '-t', join(here, 'php')], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const port = await printedPort(child, child.stderr, /\(http:\/\/127\.0\.0\.1:(\d+)\) started/);
      return { url: `http://127.0.0.1:${port}/server.php?contract=${contract}`, stop: () => end(child) };
    },
  };
}

function nodeSoapServer(name: string, contract: 'echo' | 'literal'): SoapServer {
  return {
    name,
    contract: `${contract}.wsdl`,
    needs: 'the npm package soap',
    isInstalled: () => true,
    start: () => startNodeSoap(join(here, `${contract}.wsdl`)),
  };
}

/** gSOAP with what its generator creates from the contract. */
function gsoapServer(variant: ReturnType<Variant>, contract: 'echo' | 'literal' | 'encoded'): SoapServer {
  return {
    ...variant,
    contract: `${contract}.wsdl`,
    needs: 'the Debian packages gsoap, libgsoap-dev and g++',
    isInstalled: hasGsoap,
    start: () =>
      startBuilt('gsoap', (run) => {
        copyFileSync(join(here, `${contract}.wsdl`), join(run.folder, 'contract.wsdl'));
        run('wsdl2h', '-o', 'contract.h', 'contract.wsdl');
        run('soapcpp2', '-S', '-L', '-x', '-I/usr/share/gsoap/import', 'contract.h');
        const sources = [`${contract}.cpp`, 'soapC.cpp', 'soapServer.cpp'];
        run('g++', '-w', '-I.', '-o', 'server', ...sources, '-lgsoap++');
        return ['./server', []];
      }),
  };
}

/** JAX-WS RI with classes that its generator creates from the contract. */
function jaxWsServer(variant: ReturnType<Variant>, contract: 'echo' | 'open' | 'literal'): SoapServer {
  const path = [...JAX_WS_JARS, '.'].join(':');
  const main = `${contract[0]?.toUpperCase()}${contract.slice(1)}Server`;
  return {
    ...variant,
    contract: `${contract}.wsdl`,
    needs: 'the Debian packages libjaxws-java and default-jdk-headless',
    isInstalled: hasJaxWs,
    start: () =>
      startBuilt(
        'jaxws',
        (run) => {
          copyFileSync(join(here, `${contract}.wsdl`), join(run.folder, 'contract.wsdl'));
          const generator = ['com.sun.tools.ws.WsImport', '-Xnocompile', '-quiet', '-b', 'bindings.xml'];
          run('java', '-cp', path, ...generator, '-p', contract, '-d', '.', 'contract.wsdl');
          const generated = readdirSync(join(run.folder, contract)).map((file) => join(contract, file));
          run('javac', '-nowarn', '-cp', path, `${main}.java`, ...generated);
          return ['java', ['-cp', path, main, ...versionOf(variant)]];
        },
        '/echo',
      ),
  };
}

/**
 * Axis 1.4 with classes that its generator creates from the contract. It responds with references (EN-4) and writes a character
 * beyond U+FFFF as two references (TR-10).
 */
function axisServer(name: string): SoapServer {
  const path = [...AXIS_JARS, '.'].join(':');
  return {
    name,
    contract: 'encoded.wsdl',
    needs: 'the Debian packages libaxis-java and default-jdk-headless',
    isInstalled: () => AXIS_JARS.every((jar) => existsSync(jar)) && succeeds('javac', '-version'),
    start: () =>
      startBuilt(
        'axis',
        (run) => {
          copyFileSync(join(here, 'encoded.wsdl'), join(run.folder, 'contract.wsdl'));
          const generator = [
            'org.apache.axis.wsdl.WSDL2Java',
            '-s',
            '-S',
            'true',
            '-p',
            'encoded',
            '-o',
            '.',
          ];
          run('java', '-cp', path, ...generator, 'contract.wsdl');
          const implementation = join('encoded', 'EncodedBindingImpl.java');
          copyFileSync(join(run.folder, 'EncodedBindingImpl.java'), join(run.folder, implementation));
          const generated = ['encoded', join('encoded', 'holders')].flatMap((folder) =>
            readdirSync(join(run.folder, folder))
              .filter((file) => file.endsWith('.java'))
              .map((file) => join(folder, file)),
          );
          run('javac', '-nowarn', '-cp', path, 'EncodedServer.java', ...generated);
          return ['java', ['-cp', path, 'EncodedServer']];
        },
        '/axis/services/EncodedPort',
      ),
  };
}
