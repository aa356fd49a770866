import fc from "fast-check";
import { readFileSync } from "node:fs";
import path from "node:path";
import { brandFault, brandGrounds, contrast, nearestBrand } from "./brand.rules";

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("colours that can't be read are refused with where, and the nearest is of the same kind", () => {
  expect(brandFault("#ffd400")).toBe("letters");
  expect(brandFault("#10102a")).toBe("dark");
  expect(brandFault("#0e7d95")).toBeNull();
  expect(nearestBrand("#0e7d95")).toBe("#0e7d95");
  for (const asked of ["#ffd400", "#10102a", "#ffffff", "#000000", "#c8102e"]) {
    expect(brandFault(nearestBrand(asked))).toBeNull();
  }
});

test.each([
  ["#ffd400", "#8b7417"],
  ["#ff8c00", "#ae631c"],
  ["#00ff00", "#178914"],
  ["#0000ff", "#2a61ed"],
  ["#ff00ff", "#cb22ca"],
  ["#10102a", "#676a8b"],
  ["#ffffff", "#767676"],
])("the nearest to %s is of its hue, and one that screens show: %s", (asked, nearest) => {
  expect(nearestBrand(asked)).toBe(nearest);
});

test("whatever is asked for, the nearest will do, and is itself its nearest", () => {
  fc.assert(
    fc.property(hex, (asked) => {
      const found = nearestBrand(asked);
      expect(contrast(found, "#ffffff")).toBeGreaterThanOrEqual(4.5);
      expect(brandFault(found)).toBeNull();
      expect(nearestBrand(found)).toBe(found);
    }),
    { numRuns: process.env.TEST_ALL ? 2_000 : 40 },
  );
});

test("the grounds are those of the tokens", () => {
  const css = readFileSync(path.join(__dirname, "../../client/app/theme/tokens.css"), "utf8");
  const [, light = "", dark = ""] = css.split(/\[data-mantine-color-scheme="(?:light|dark)"\] \{/);
  const ground = (block: string, name: string) => new RegExp(`--${name}:\\s*(#[0-9a-f]{6});`).exec(block)?.[1];
  const grounds = (block: string) => ["surface", "canvas", "raised"].map((name) => ground(block, name));
  expect(grounds(light)).toEqual(brandGrounds.light);
  expect(grounds(dark)).toEqual(brandGrounds.dark);
});
