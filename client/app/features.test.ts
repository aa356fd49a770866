import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { matchPath } from "react-router-dom";
import { features } from "./features";
import { pages } from "./pages";

test("every client manifest is listed", () => {
  const client = path.join(__dirname, "..");
  const manifests = readdirSync(client, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".feature.ts"))
    .map((file) => `../${file.split(path.sep).join("/").replace(/\.ts$/, "")}`);
  const listed = [...readFileSync(path.join(__dirname, "features.list.ts"), "utf8").matchAll(/from "(.*\.feature)"/g)];
  expect(listed.map(([, file]) => String(file)).toSorted()).toEqual(manifests.toSorted());
});

test("each screen has its own letter after G", () => {
  const letters = features.flatMap(({ menu = [] }) => menu.flatMap(({ goKey }) => goKey ?? []));
  expect(letters.length).toBeGreaterThan(8);
  expect(new Set(letters).size).toBe(letters.length);
  expect(letters.filter((letter) => !/^[a-z]$/.test(letter))).toEqual([]);
});

test("what users can create has a page that they may open", () => {
  const wrong = features
    .flatMap(({ creates = [] }) => creates)
    .filter(({ to }) => !pages.some(({ path: where }) => matchPath(where, to.replace(/\?.*/, ""))));
  expect(wrong).toEqual([]);
});
