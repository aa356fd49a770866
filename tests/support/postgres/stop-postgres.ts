import { rmSync } from "node:fs";

export default async function stopPostgres(): Promise<void> {
  const shared = await globalThis.sharedTestServer?.running; // if the files ran in this process
  await shared?.close();
  const run = globalThis.testRun;
  if (!run) return;
  await run.postgres.stop();
  rmSync(run.folder, { recursive: true, force: true });
}
