import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { preparePostgresHome } from "../../platform/embedded-postgres/files";
import { type RestoreConfig, undoRestore } from "./restore";

test("an upgrade that was killed before its confirmation is undone first", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "portal-restore-"));
  const { cluster } = preparePostgresHome(dataDir);
  for (const [folder, content] of [
    [cluster, "migrated"],
    [`${cluster}.previous`, "as before the upgrade"],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "content"), content);
  }
  try {
    expect(await undoRestore({ dataDir } as RestoreConfig)).toBe(false);
    expect(readFileSync(path.join(cluster, "content"), "utf8")).toBe("as before the upgrade");
    expect(existsSync(`${cluster}.previous`)).toBe(false);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
