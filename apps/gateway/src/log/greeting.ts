/** The facts about a gateway that has just started. */
export interface Greeting {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** The certificate that the gateway created itself, if it did. */
  readonly certFile?: string;
  /** The link that creates the first administrator, if there is no account. */
  readonly link?: string;
}

/** Returns the text for a terminal that says where a gateway is and what to do next. It does not go to the log. */
export function greetingOf({ baseUrl, dataDir, certFile, link }: Greeting): string {
  const lines = [`Soapstone is running at ${baseUrl}/`, `Data: ${dataDir}`];
  if (link !== undefined) {
    const trust = certFile === undefined ? '' : ` --cacert ${certFile}`;
    lines.push(
      '',
      '1. Open this link to create the first administrator. It works once, within a day:',
      `   ${link}`,
      ...(certFile === undefined
        ? []
        : ['   Your browser will warn about the certificate, because the gateway created it itself.']),
      '2. Register a WSDL under Services. Private addresses are refused until EGRESS_ALLOW names them:',
      '   EGRESS_ALLOW=192.168.1.10,soap.intranet.example soapstone-gateway',
      '3. Create an API key under API keys, and call an operation:',
      `   curl${trust} ${baseUrl}/api/v1/ACCOUNT/SERVICE/OPERATION \\`,
      "        -H 'X-API-Key: KEY' -H 'Content-Type: application/json' -d '{}'",
      '',
      'Settings: soapstone-gateway --help',
    );
  }
  return `\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n  Ctrl+C stops it.\n\n`;
}
