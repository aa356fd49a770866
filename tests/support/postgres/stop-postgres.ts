import { rmSync } from "node:fs";

export default async function stopPostgres(): Promise<void> {
  const run = globalThis.testRun;
  if (!run) return;
  await run.postgres.stop();
  rmSync(run.folder, { recursive: true, force: true });
}
