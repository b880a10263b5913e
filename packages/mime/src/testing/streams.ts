interface Streamed {
  readonly body: AsyncIterable<Uint8Array>;
}

/** The whole body of a message. */
export async function bytesOf({ body }: Streamed): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The whole body of a message as UTF-8. */
export async function textOf(message: Streamed): Promise<string> {
  return (await bytesOf(message)).toString('utf8');
}
