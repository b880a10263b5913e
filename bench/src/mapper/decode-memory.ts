export async function measureMemory(): Promise<string[]> {
  return [];
}
