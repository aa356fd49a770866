import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPreviousRelease } from "./previous-release";

test("the previous release runs with the same arguments and without PREVIOUS_RELEASE", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-release-"));
  mkdirSync(path.join(folder, "scripts"));
  const output = path.join(folder, "output.json");
  writeFileSync(
    path.join(folder, "scripts", "start.mjs"),
    `import { writeFileSync } from "node:fs";
     const { PREVIOUS_RELEASE } = process.env;
     writeFileSync(${JSON.stringify(output)}, JSON.stringify([process.argv.slice(2), PREVIOUS_RELEASE]));
     process.exit(7);`,
  );
  expect(await startPreviousRelease(folder, ["--with-workers"])).toBe(7);
  expect(JSON.parse(readFileSync(output, "utf8"))).toEqual([["server", "--with-workers"], ""]);
  rmSync(folder, { recursive: true });
});
