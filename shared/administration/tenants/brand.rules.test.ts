import fc from "fast-check";
import { readFileSync } from "node:fs";
import path from "node:path";
import { brandProblem, brandBackgrounds, contrast, nearestBrandColor } from "./brand.rules";

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("nearestBrandColor replaces colors that have a brandProblem", () => {
  expect(brandProblem("#ffd400")).toBe("letters");
  expect(brandProblem("#10102a")).toBe("dark");
  expect(brandProblem("#0e7d95")).toBeNull();
  expect(nearestBrandColor("#0e7d95")).toBe("#0e7d95");
  for (const color of ["#ffd400", "#10102a", "#ffffff", "#000000", "#c8102e"]) {
    expect(brandProblem(nearestBrandColor(color))).toBeNull();
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
])("the nearest usable color to %s keeps its hue: %s", (requestedColor, nearest) => {
  expect(nearestBrandColor(requestedColor)).toBe(nearest);
});

test("nearestBrandColor returns a usable color that is its own nearest color", () => {
  fc.assert(
    fc.property(hex, (requestedColor) => {
      const found = nearestBrandColor(requestedColor);
      expect(contrast(found, "#ffffff")).toBeGreaterThanOrEqual(4.5);
      expect(brandProblem(found)).toBeNull();
      expect(nearestBrandColor(found)).toBe(found);
    }),
    { numRuns: process.env.TEST_ALL ? 2_000 : 40 },
  );
});

test("brandBackgrounds equals the backgrounds of the design tokens", () => {
  const css = readFileSync(path.join(__dirname, "../../../client/app/theme/tokens.css"), "utf8");
  const [, light = "", dark = ""] = css.split(/\[data-mantine-color-scheme="(?:light|dark)"\] \{/);
  const ground = (block: string, name: string) => new RegExp(`--${name}:\\s*(#[0-9a-f]{6});`).exec(block)?.[1];
  const grounds = (block: string) => ["surface", "canvas", "raised"].map((name) => ground(block, name));
  expect(grounds(light)).toEqual(brandBackgrounds.light);
  expect(grounds(dark)).toEqual(brandBackgrounds.dark);
});
