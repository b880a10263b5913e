/** Turns a name from a WSDL into a name of a file or directory that every file system accepts. */
export function fileName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._-]/gu, '_').replace(/^[.-]+|\.+$/g, '_');
  // Windows reserves these, with any extension.
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(safe);
  return (reserved ? `_${safe}` : safe).slice(0, 120) || '_';
}
