/** The second message of NTLM. `pairs`: the description of the target, by `AvId`. */
export function printChallenge(
  pairs: readonly (readonly [id: number, value: Buffer])[] = [[2, Buffer.from('CORP', 'utf16le')]],
): Buffer {
  const info = Buffer.concat(
    [...pairs, [0, Buffer.alloc(0)] as const].map(([id, value]) => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(id);
      head.writeUInt16LE(value.length, 2);
      return Buffer.concat([head, value]);
    }),
  );
  const message = Buffer.alloc(56);
  message.write('NTLMSSP\0', 'latin1');
  message.writeUInt32LE(2, 8);
  message.writeUInt32LE(0xe2898215, 20);
  message.write('0123456789abcdef', 24, 'hex');
  message.writeUInt16LE(info.length, 40);
  message.writeUInt16LE(info.length, 42);
  message.writeUInt32LE(message.length, 44);
  return Buffer.concat([message, info]);
}
