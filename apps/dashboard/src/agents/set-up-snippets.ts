/** The set-up instructions for one kind of client. */
export interface ClientSetUp {
  readonly client: string;
  /** The file or place for the snippet. */
  readonly place: string;
  readonly code: string;
}

/**
 * The set-up of common clients for an address of the gateway, with `YOUR_KEY` for the API key.
 *
 * @param name the server's name in the client: the slug of the service
 */
export function clientSetUps(name: string, url: string): readonly ClientSetUp[] {
  const bearer = 'Bearer YOUR_KEY';
  const headers = { Authorization: bearer };
  return [
    {
      client: 'Cursor',
      place: 'In .cursor/mcp.json of the project:',
      code: print({ mcpServers: { [name]: { url, headers } } }),
    },
    {
      client: 'VS Code',
      place: 'In .vscode/mcp.json of the project:',
      code: print({ servers: { [name]: { type: 'http', url, headers } } }),
    },
    {
      client: 'Claude Code',
      place: 'In a shell:',
      code: `claude mcp add --transport http ${name} ${url} --header "Authorization: ${bearer}"`,
    },
    {
      client: 'Standard I/O',
      place:
        'For clients that start a command, such as Claude Desktop. mcp-remote, from npm, forwards to the gateway:',
      code: print({
        mcpServers: {
          [name]: {
            command: 'npx',
            // No space in the argument, because some clients on Windows split it there.
            // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote replaces it
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${AUTHORIZATION}'],
            env: { AUTHORIZATION: bearer },
          },
        },
      }),
    },
    {
      client: 'Inspector',
      place: 'Lists the tools in a shell:',
      code: `npx @modelcontextprotocol/inspector --cli ${url} --transport http --method tools/list --header "Authorization: ${bearer}"`,
    },
  ];
}

function print(value: object): string {
  return JSON.stringify(value, null, 2);
}
