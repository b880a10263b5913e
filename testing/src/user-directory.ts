/** The example SOAP service on node-soap's server, as `npm start` runs it. */
export interface UserDirectory {
  readonly address: string;
  readonly wsdlAddress: string;
  stop(): Promise<void>;
}

/** Starts the example service on a free loopback port. It is JavaScript outside this package, because users read it as an example. */
export async function startUserDirectory(): Promise<UserDirectory> {
  const location = new URL('../../examples/user-directory/soap-server.mjs', import.meta.url);
  const { startSoapServer } = (await import(location.href)) as { startSoapServer(): Promise<UserDirectory> };
  return startSoapServer();
}
