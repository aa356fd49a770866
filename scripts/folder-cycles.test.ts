import { spawnSync } from "node:child_process";
import path from "node:path";

test("sibling folders of the product code have no import cycles", () => {
  const { stdout, status } = spawnSync(process.execPath, [path.join(__dirname, "folder-cycles.mjs")], {
    encoding: "utf8",
  });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
});
