import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

interface Case {
  rule: string;
  file: string;
  code: string;
  /** Expected part of the message; null if nothing is reported. */
  says: string | null;
}

const cases: Case[] = [
  {
    rule: "vague-names",
    file: "server/work/tasks/statement.ts",
    code: 'const insert = sql("tasks.insert", "INSERT …"); export const one = insert;',
    says: 'The statement "insert" says nothing where it is run',
  },
  {
    rule: "vague-names",
    file: "client/work/tasks/vague.ts",
    code: "export const first = (known: Set<number>) => known.size;",
    says: '"known" doesn\'t say what it is',
  },
  {
    rule: "vague-names",
    file: "client/work/tasks/state.ts",
    code: "const [asked, setAsked] = useState(false); setAsked(asked);",
    says: '"asked" doesn\'t say what it is',
  },
  {
    rule: "vague-names",
    file: "client/work/tasks/field.ts",
    code: "export const widthOf = ({ shown }: { shown: number }) => shown;",
    says: null,
  },
  {
    rule: "imports",
    file: "client/work/tasks/a.ts",
    code: 'import "../../../server/app";',
    says: "a browser loads client/ and shared/ only",
  },
  {
    rule: "imports",
    file: "client/work/tasks/b.ts",
    code: 'import "../../../shared/work/tasks/tasks.rules";',
    says: null,
  },
  {
    rule: "imports",
    file: "client/work/projects/c.ts",
    code: 'import "../timeline/TaskBar";',
    says: "work/projects can't import client/work/timeline/TaskBar, because work/timeline comes after it",
  },
  { rule: "imports", file: "client/work/tasks/d.ts", code: 'import "../projects/ProjectPicker";', says: null },
  {
    rule: "imports",
    file: "shared/work/tasks/types.ts",
    code: 'import type { A } from "../../people/people/people.contract"; export type B = A;',
    says: "work/tasks can't import shared/people/people/people.contract",
  },
  {
    rule: "imports",
    file: "server/requests/leave/siblings.ts",
    code: 'import "../finance/finance.service";',
    says: "requests/leave can't import server/requests/finance/finance.service",
  },
  {
    rule: "imports",
    file: "server/requests/expenses/siblings.ts",
    code: 'import "../finance/finance.service";',
    says: "requests/expenses can't import server/requests/finance/finance.service",
  },
  { rule: "imports", file: "server/requests/expenses/money.ts", code: 'import "../money/rates.read";', says: null },
  {
    rule: "imports",
    file: "client/work/tasks/d2.ts",
    code: 'import "../../app/router";',
    says: "client/app/router puts features together",
  },
  {
    rule: "imports",
    file: "client/ui/d3.ts",
    code: 'import "../work/tasks/TaskTitle";',
    says: "client/ui/d3 belongs to a base layer, which knows no feature",
  },
  {
    rule: "imports",
    file: "client/platform/d4.ts",
    code: 'import "../ui/toast/toast";',
    says: "of client/ it may use only locales, platform.",
  },
  {
    rule: "imports",
    file: "client/undo/d5.ts",
    code: 'import "../ui/toast/toast"; import "../platform/query";',
    says: null,
  },
  { rule: "imports", file: "client/app/e.ts", code: 'import("../work/projects/projects.pages");', says: null },
  {
    rule: "imports",
    file: "shared/work/tasks/a.ts",
    code: 'import { sep } from "path"; export const x = sep;',
    says: 'no "path" in a browser',
  },
  { rule: "imports", file: "client/work/tasks/f.ts", code: 'import "node:path";', says: 'no "node:path" in a browser' },
  {
    rule: "imports",
    file: "server/work/tasks/a.ts",
    code: 'import "../../../client/main";',
    says: "Server code can't import client/main",
  },
  {
    rule: "imports",
    file: "server/work/tasks/b.ts",
    code: 'import "../../../workers/main";',
    says: "Server code can't import workers/main",
  },
  {
    rule: "imports",
    file: "server/people/people/c.ts",
    code: 'import "../../work/tasks/tasks.sql";',
    says: "server/work/tasks/tasks.sql is private to work/tasks",
  },
  { rule: "imports", file: "server/people/people/d.ts", code: 'import "../../work/tasks/tasks.move";', says: null },
  {
    rule: "imports",
    file: "server/main.ts",
    code: 'import "../workers/work"; import "./work/tasks/tasks.routes";',
    says: null,
  },
  {
    rule: "imports",
    file: "workers/people/people/a.ts",
    code: 'import "../../../server/work/tasks/tasks.routes";',
    says: "server/work/tasks/tasks.routes is private",
  },
  {
    rule: "imports",
    file: "workers/people/people/b.ts",
    code: 'import "../../../server/work/tasks/tasks.service"; import "../../../server/platform/mail/mail";',
    says: null,
  },
  {
    rule: "imports",
    file: "workers/work/tasks/c.ts",
    code: 'import("../../../client/main");',
    says: "Workers can't import client/main",
  },
  {
    rule: "imports",
    file: "shared/work/tasks/b.ts",
    code: 'import type { T } from "../../../server/work/tasks/task.entity"; export type U = T;',
    says: "shared/ can't import server/work/tasks/task.entity",
  },
  {
    rule: "imports",
    file: "shared/work/tasks/c.test.ts",
    code: 'import "node:fs"; import "../../../tests/support/random"; import "../../people/people/people.contract";',
    says: null,
  },
  {
    rule: "imports",
    file: "migrations/a.ts",
    code: 'import "../server/work/tasks/task.entity";',
    says: "A migration can't import server/work/tasks/task.entity",
  },
  {
    rule: "no-barrel",
    file: "shared/work/tasks/d.ts",
    code: 'export { x } from "./a";',
    says: "two addresses for one thing",
  },
  {
    rule: "no-barrel",
    file: "shared/work/tasks/e.ts",
    code: 'export * from "./a";',
    says: "two addresses for one thing",
  },
  { rule: "no-barrel", file: "shared/work/tasks/f.ts", code: "const y = 1; export { y };", says: null },
  {
    rule: "file-names",
    file: "shared/work/tasks/utils.ts",
    code: "export const a = 1;",
    says: "Name the file after its noun and role",
  },
  {
    rule: "file-names",
    file: "client/work/tasks/index.tsx",
    code: "export const a = 1;",
    says: "Name the file after its noun and role",
  },
  { rule: "file-names", file: "shared/work/tasks/live.types.ts", code: "export const a = 1;", says: null },
  {
    rule: "no-default-export",
    file: "server/work/tasks/e.ts",
    code: "export default 1;",
    says: "Export it by its name",
  },
  {
    rule: "day-lengths",
    file: "server/work/tasks/due.ts",
    code: "export const later = (at: number) => at + 86_400_000;",
    says: "addDaysAtLocalTime",
  },
  {
    rule: "day-lengths",
    file: "client/work/tasks/due.ts",
    code: "export const later = (at: number) => at + 7 * 24 * 60 * 60 * 1000;",
    says: "Calendar days have 23 to 25 hours",
  },
  {
    rule: "day-lengths",
    file: "shared/work/tasks/due.ts",
    code: "const hourMs = 3_600_000; export const later = (at: number) => at + 24 * hourMs;",
    says: "elapsedDayMs",
  },
  {
    rule: "day-lengths",
    file: "shared/work/tasks/minutes.ts",
    code: "const hourMs = 3_600_000; export const most = 24 * 60 + 26 * hourMs;",
    says: null,
  },
  { rule: "day-lengths", file: "shared/kernel/days.ts", code: "export const dayMs = 86_400_000;", says: null },
  {
    rule: "environment",
    file: "server/work/tasks/f.ts",
    code: "export const a = process.env.HOME;",
    says: "Only server/config.ts reads the environment",
  },
  { rule: "environment", file: "server/config.ts", code: "export const a = process.env.HOME;", says: null },
  {
    rule: "whole-tests",
    file: "shared/work/tasks/g.test.ts",
    code: 'test.only("a", () => {});',
    says: '".only" lets tests pass unseen',
  },
  {
    rule: "whole-tests",
    file: "shared/work/tasks/h.test.ts",
    code: 'describe.skip("a", () => {});',
    says: '".skip" lets tests pass unseen',
  },
  {
    rule: "whole-tests",
    file: "shared/work/tasks/i.test.ts",
    code: 'xit("a", () => {});',
    says: "without its first letter",
  },
  {
    rule: "utc-days",
    file: "client/work/templates/changed.ts",
    code: "export const changedOn = (template: { changed_at: string }) => template.changed_at.slice(0, 10);",
    says: '"changed_at" is a timestamp',
  },
  {
    rule: "utc-days",
    file: "client/work/templates/due.ts",
    code: "export const dueOn = (task: { due: string }) => task.due.slice(0, 10);",
    says: null,
  },
  {
    rule: "literal-texts",
    file: "client/work/tasks/A.tsx",
    code: "export const A = () => <p>Good morning</p>;",
    says: '"Good morning" would be English for everybody',
  },
  {
    rule: "literal-texts",
    file: "client/work/tasks/B.tsx",
    code: 'export const B = () => <p>{"Hello"}</p>;',
    says: '"Hello" would be English',
  },
  {
    rule: "literal-texts",
    file: "client/work/tasks/C.tsx",
    code: 'export const C = () => <input placeholder="Search" />;',
    says: '"Search" would be English',
  },
  {
    rule: "literal-texts",
    file: "client/work/tasks/D.tsx",
    code: "export const D = (p) => <b aria-label={`Task ${p.n}`} />;",
    says: "would be English",
  },
  {
    rule: "literal-texts",
    file: "client/work/tasks/E.tsx",
    code: 'export const E = () => <p className="wide">· 12 / WEB-12 {"—"}</p>;',
    says: null,
  },
  {
    rule: "logical-sides",
    file: "client/work/tasks/F.tsx",
    code: "export const F = () => <Box ml={2} />;",
    says: "Write ms",
  },
  {
    rule: "logical-sides",
    file: "client/work/tasks/G.tsx",
    code: "export const G = () => <p style={{ marginLeft: 2 }} />;",
    says: "Write marginInlineStart",
  },
  {
    rule: "logical-sides",
    file: "client/work/tasks/H.tsx",
    code: 'export const H = () => <p style={{ textAlign: "left" }} />;',
    says: 'Write "start"',
  },
  {
    rule: "logical-sides",
    file: "client/work/tasks/I.tsx",
    code: "export const I = () => <p style={{ marginInlineStart: 2 }} />; export const at = { left: 1 };",
    says: null,
  },
  {
    rule: "typed-texts",
    file: "client/work/tasks/I2.tsx",
    code: "export const I = ({ a }) => <h3>{a.title ?? a.key}</h3>;",
    says: "typed by users in any script",
  },
  {
    rule: "typed-texts",
    file: "client/work/tasks/I3.tsx",
    code: 'export const I = ({ a }) => <p><bdi>{a.title}</bdi><b dir="auto">{a.note}</b>{a.reason && <i />}{a.count}</p>;',
    says: null,
  },
  {
    rule: "colours",
    file: "client/work/tasks/J.tsx",
    code: 'export const J = () => <p color="#ff0000" />;',
    says: '"#ff0000" is one shade',
  },
  {
    rule: "fitted",
    file: "client/work/tasks/N.tsx",
    code: 'import { Menu } from "@mantine/core"; export const N = () => <Menu.Dropdown mah={320} />;',
    says: '"mah": Menus, popovers and lists fit',
  },
  {
    rule: "fitted",
    file: "client/work/tasks/O.tsx",
    code: 'import { useFloating } from "@floating-ui/react"; export const O = () => <i>{useFloating().x}</i>;',
    says: "Another way to float",
  },
  {
    rule: "fitted",
    file: "client/work/tasks/P.tsx",
    code: 'import { Menu } from "@mantine/core"; export const P = () => <Menu width={200} position="bottom-end" />;',
    says: null,
  },
  { rule: "colours", file: "client/app/theme/theme.ts", code: 'export const red = "#ff0000";', says: null },
  {
    rule: "colours",
    file: "client/work/tasks/k.ts",
    code: 'export const anchor = "#section-2"; export const n = "No #12345";',
    says: null,
  },
  {
    rule: "own-scalars",
    file: "shared/work/tasks/scalars.ts",
    code: 'import { array, string } from "yup"; array(string());',
    says: "shared/kernel/schemas.ts",
  },
  {
    rule: "own-scalars",
    file: "server/work/tasks/all.ts",
    code: 'import * as yup from "yup"; yup;',
    says: "a 422 belongs",
  },
  {
    rule: "own-scalars",
    file: "shared/work/tasks/kernel-scalars.ts",
    code: 'import { array, object, type InferType } from "yup"; import { string } from "../kernel/schemas"; object({ a: array(string()) });',
    says: null,
  },
  {
    rule: "what-is-expected",
    file: "tests/work/tasks/either.test.ts",
    code: 'test("either", () => expect(globalThis.name ?? 1).toBe(1));',
    says: "what is missing passes",
  },
  {
    rule: "what-is-expected",
    file: "tests/work/tasks/one.test.ts",
    code: 'test("one", () => expect([globalThis.name ?? 1]).toEqual([1]));',
    says: null,
  },
  {
    rule: "cut-texts",
    file: "client/work/tasks/Alt.tsx",
    code: "export const Alt = () => <TextInput maxLength={200} />;",
    says: "cuts off pasted text",
  },
  {
    rule: "people-options",
    file: "client/work/tasks/PersonSelect.tsx",
    code: "export const options = (people) => people.map(({ id, fullname }) => ({ value: id, label: fullname }));",
    says: "usePeopleOptions",
  },
  {
    rule: "people-options",
    file: "client/work/tasks/PersonFilter.tsx",
    code: "export const options = (people, me) => people.map((one) => ({ value: one.id, label: one.id === me ? one.fullname : <bdi>{one.fullname}</bdi> }));",
    says: "usePeopleOptions",
  },
  {
    rule: "people-options",
    file: "client/work/tasks/PersonName.tsx",
    code: "export const options = (people) => people.map((one) => ({ value: one.id, label: one.shownName, name: one.fullname }));",
    says: null,
  },
  {
    rule: "whole-address",
    file: "client/work/tasks/useFilter.ts",
    code: 'import { useSearchParams } from "react-router-dom"; const [, change] = useSearchParams(); change;',
    says: "useAddress",
  },
  {
    rule: "whole-address",
    file: "client/work/tasks/useShown.ts",
    code: 'import { useSearchParams } from "react-router-dom"; const [query] = useSearchParams(); query;',
    says: null,
  },
];

const root = path.resolve(__dirname, "../..");
let messages: { rule: string; file: string; message: string }[];

beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-lint-"));
  try {
    for (const { file, code } of cases) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), `${code}\n`);
    }
    const rules = Object.fromEntries(cases.map(({ rule }) => [`portal/${rule}`, "error"]));
    const plugin = path.join(root, "scripts/lint/plugin.mjs");
    const config = { jsPlugins: [plugin], categories: { correctness: "off" }, rules };
    writeFileSync(path.join(folder, ".oxlintrc.json"), JSON.stringify(config));
    const oxlint = path.join(root, "node_modules/oxlint/bin/oxlint");
    const { stdout } = spawnSync(process.execPath, [oxlint, "--format=json"], { cwd: folder, encoding: "utf8" });
    const found = JSON.parse(stdout) as { diagnostics: { code: string; filename: string; message: string }[] };
    messages = found.diagnostics.map(({ code, filename, message }) => ({
      rule: /^portal\((.*)\)$/.exec(code)?.[1] ?? code,
      file: path.relative(folder, path.resolve(folder, filename)),
      message,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each(cases)("$rule: $file", ({ rule, file, says }) => {
  const reported = messages.filter((each) => each.rule === rule && each.file === file).map((each) => each.message);
  if (says === null) expect(reported).toEqual([]);
  else expect(reported).toEqual([expect.stringContaining(says)]);
});

test.each([
  ["a { margin-left: 4px }", "margin-left"],
  ["a { left: 0 }", "inset-inline-start"],
  ["a {\n  text-align: right;\n}", "client/a.css:2"],
  ["a { border-top-left-radius: 2px }", "border-(start|end)-(start|end)-radius"],
  ["a { color: #fff }", "#fff"],
  ["a > * + * { margin: 0 }", ":where(:not(:first-child))"],
  ["a:empty ~ * { margin: 0 }", "any element"],
])("style sheets: %p is reported", (content, says) => {
  expect(checkedStyles(content)).toEqual([expect.stringContaining(says)]);
});

test("style sheets: logical sides, comments, tokens and image URLs are accepted", () => {
  const content =
    'a { margin-inline-start: 1px; /* left: 1px; #fff */ background: url("a.svg#abc"); color: var(--c); inline-size: calc(1px + 2 * 3px) }\na + a { top: 0 }\n#abc { top: 0 }';
  expect(checkedStyles(content)).toEqual([]);
});

const checkedStyles = (content: string) =>
  checked("styles", `checkStyleSheet("client/a.css", ${JSON.stringify(content)})`);

/** The checkers are ES modules, which Jest cannot load directly. */
function checked(module: string, call: string): string[] {
  const script = `import * as module from "./scripts/lint/${module}.mjs";
    console.log(JSON.stringify(module.${call}));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: root,
    encoding: "utf8",
  });
  return JSON.parse(stdout) as string[];
}
