/** The example service of this repository, served by node-soap on the loopback address. */
export interface DirectoryServer {
  readonly address: string;
  readonly wsdlAddress: string;
  stop(): Promise<void>;
}

const module = new URL('../../../../examples/user-directory/soap-server.mjs', import.meta.url);

export async function startDirectory(): Promise<DirectoryServer> {
  const { startSoapServer } = (await import(module.href)) as {
    startSoapServer: () => Promise<DirectoryServer>;
  };
  return await startSoapServer();
}
