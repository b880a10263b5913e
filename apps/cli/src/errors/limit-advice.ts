/** Matches the end of a library's error about a limit. */
const RAISED_BY = / \((?:option "limits\.([A-Za-z]+)"[^)]*|raised by the option (?:limits\.)?([A-Za-z]+))\)/g;

/** The options that raise the limits of fetched documents. */
export const DOCUMENT_FLAGS: Readonly<Record<string, string>> = { maxResponseBytes: '--document-bytes' };

/** The options that raise the limits of messages and descriptions. */
const FLAGS: Readonly<Record<string, string>> = {
  requestBytes: '--request-bytes',
  requestNodes: '--request-bytes',
  responseBytes: '--response-bytes',
  responseNodes: '--response-bytes',
  maxResponseBytes: '--response-bytes',
  messageBytes: '--message-bytes',
  deadlineMs: '--timeout',
  bytes: '--document-bytes',
  documents: '--document-bytes',
  schemaDocuments: '--document-bytes',
  elements: '--document-bytes',
  operations: '--document-bytes',
  types: '--document-bytes',
  particles: '--document-bytes',
  effectiveText: '--document-bytes',
};

/** The same for limits that grow with the size of a message. */
const GROWS_WITH = / \(limits? "(work|outputBytes)"[^)]*\)/g;

/** Returns a message in terms of the command line: with the flag that raises a limit, in place of the library's option. */
export function namingFlags(message: string, flags: Readonly<Record<string, string>> = FLAGS): string {
  return message
    .replace(RAISED_BY, (_, ...[one, other]: (string | undefined)[]) => {
      const flag = flags[one ?? other ?? ''];
      return flag === undefined ? '' : ` (${flag} raises this limit)`;
    })
    .replace(GROWS_WITH, (_, limit: string) =>
      limit === 'work'
        ? ' (--request-bytes and --response-bytes raise this limit)'
        : ' (--response-bytes raises this limit)',
    );
}
