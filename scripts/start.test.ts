import { readFileSync } from "node:fs";
import path from "node:path";
import { frugal } from "../tests/support/programs";

/** A process that is started another way holds a quarter more memory, and nobody would notice. */
const root = path.resolve(__dirname, "..");
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
const settings = Object.entries(frugal.env).map(([name, value]) => `${name}=${value}`);

test.each(["start", "server", "worker"])(
  "npm run %s is careful with memory, and what is measured is no other",
  (name) => {
    const program = name === "start" ? "" : ` ${name}`;
    const flags = frugal.flags.join(" ");
    expect(scripts[name]).toBe(`${settings.join(" ")} exec node ${flags} scripts/start.mjs${program}`);
  },
);

test("and so is the image", () => {
  const image = readFileSync(path.join(root, "Dockerfile"), "utf8");
  expect(image).toContain(`NODE_OPTIONS=${frugal.flags.join(" ")} ${settings.join(" ")}\n`);
});
