import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Native inputs follow the browser's language, so they may show a 12-hour clock and the month first next to a 24-hour grid. */
const ofTheBrowser = /type="(time|datetime-local|month|week)"/;

test("times are entered in the product's own field, never in a native one", () => {
  const root = path.resolve(__dirname, "../..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => ofTheBrowser.test(readFileSync(path.join(root, file), "utf8")))).toEqual([]);
});
