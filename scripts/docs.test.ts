import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "..");
const documents = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "tests/README.md",
  ...readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.posix.join("docs", name.split(path.sep).join("/"))),
];

const areas = "client|server|shared|workers|tests|scripts|migrations|docs";
const endings = "tsx?|mjs|mts|css|md|json|png|conf";
const filePattern = new RegExp(`(?<![\\w/.-])(?:${areas})/[\\w./-]+\\.(?:${endings})\\b`, "g");
const linkPattern = /\]\((?!https?:|#|\/)([^)#\s]+)/g;

test.each(documents)("%s references existing files only", (document) => {
  const text = readFileSync(path.join(root, document), "utf8");
  const files = [...text.matchAll(filePattern)].map(([file]) => file);
  const links = [...text.matchAll(linkPattern)].map(([, to]) =>
    path.posix.join(path.posix.dirname(document), to as string),
  );
  expect([...files, ...links].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test("the patterns find file names and links in a Markdown text", () => {
  const text = "see `server/platform/nowhere.ts` and [this](../nothing.md)";
  expect([...text.matchAll(filePattern)].map(([file]) => file)).toEqual(["server/platform/nowhere.ts"]);
  expect([...text.matchAll(linkPattern)].map(([, to]) => to)).toEqual(["../nothing.md"]);
});
