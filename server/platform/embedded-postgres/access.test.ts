import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { forgetAddress } from "./access";
import type { PostgresHome } from "./files";

test("a socket's folder goes with what is left in it where it lies elsewhere, and stays in the database's own", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-access-"));
  const home = { folder: path.join(folder, "postgres") } as PostgresHome;
  const [own, elsewhere] = [path.join(home.folder, "socket"), path.join(folder, "elsewhere", "socket")];
  for (const host of [own, elsewhere]) {
    mkdirSync(host, { recursive: true });
    writeFileSync(path.join(host, ".s.PGSQL.5432.lock"), "1");
    forgetAddress(home, { host, port: 5432 });
  }
  expect([own, elsewhere].map((host) => existsSync(host))).toEqual([true, false]);
  rmSync(folder, { recursive: true });
});
