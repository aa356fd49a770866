import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { removeAddress } from "./access";
import type { PostgresHome } from "./files";

test("deletes a socket folder outside the database folder and keeps one inside", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-access-"));
  const home = { folder: path.join(folder, "postgres") } as PostgresHome;
  const [own, elsewhere] = [path.join(home.folder, "socket"), path.join(folder, "elsewhere", "socket")];
  for (const host of [own, elsewhere]) {
    mkdirSync(host, { recursive: true });
    writeFileSync(path.join(host, ".s.PGSQL.5432.lock"), "1");
    removeAddress(home, { host, port: 5432 });
  }
  expect([own, elsewhere].map((host) => existsSync(host))).toEqual([true, false]);
  rmSync(folder, { recursive: true });
});
