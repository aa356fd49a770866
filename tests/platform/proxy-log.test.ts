import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { testServer } from "../support/server";

const server = testServer();

/** Regular expression by which the example proxy recognizes paths with keys. */
function maskedPaths(): RegExp {
  const conf = readFileSync(join(__dirname, "../../scripts/docker/nginx.conf"), "utf8");
  const [, masked] = /"~(\S+)" "\$\{folder\}-";/.exec(conf) ?? [];
  return new RegExp(masked as string);
}

/** Paths of all feeds, from the printed tree of routes: each level is indented by four characters. */
function feedPaths(): string[] {
  const folders: string[] = [];
  const paths: string[] = [];
  for (const line of server.app.printRoutes({ method: "GET", commonPrefix: false }).split("\n")) {
    const [, indent = "", segment = ""] = /^([│ ]*)[├└]── (.*?)(?: \(.*)?$/.exec(line) ?? [];
    if (segment === "") continue;
    folders.splice(indent.length / 4, Infinity, segment);
    const path = folders.join("");
    if (path.endsWith(":secretFile")) paths.push(path);
  }
  return paths;
}

test("the example proxy masks the key of every feed in its log", () => {
  const paths = feedPaths();
  expect(paths).toContain("/leave/calendar/:secretFile");
  expect(paths.length).toBeGreaterThanOrEqual(5);
  const key = randomBytes(32).toString("base64url");
  for (const path of paths)
    for (const file of [`${key}.ics`, key]) {
      const url = path.replace(/:\w+$/, file).replace(/:\w+/g, "12");
      expect([url, maskedPaths().exec(url)?.groups?.folder]).toEqual([url, url.slice(0, -file.length)]);
    }
  expect(maskedPaths().test("/projects/12/tasks")).toBe(false);
});
