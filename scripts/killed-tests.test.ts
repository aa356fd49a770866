import { existsSync } from "node:fs";
import path from "node:path";
import { killedTests } from "../jest.config.mjs";

// Only `npm test -- --full` runs these files, so a renamed one would go unnoticed.
test.each(killedTests)("%s exists", (file) => {
  expect(existsSync(path.resolve(__dirname, "..", file))).toBe(true);
});
