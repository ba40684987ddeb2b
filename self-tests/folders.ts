import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A fresh folder, removed after the test that makes it. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-self-test-'));
  made.push(folder);
  return folder;
}

/** Calls `play`, then removes the folders that were made meanwhile. */
export async function removingFolders(play: () => Promise<void>): Promise<void> {
  const before = made.length;
  try {
    await play();
  } finally {
    for (const folder of made.splice(before)) rmSync(folder, { recursive: true, force: true });
  }
}
