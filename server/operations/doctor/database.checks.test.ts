import { checkClock, checkOwner, checkSettings, checkVersion, type DatabaseFacts } from "./database.checks";

const good: DatabaseFacts = {
  version: 180_004,
  encoding: "UTF8",
  hasIcu: true,
  isSuperuser: true,
  canCreateRoles: true,
  missingExtensions: [],
  settings: { fsync: "on", full_page_writes: "on", synchronous_commit: "on", max_connections: "100" },
  clockDifferenceMs: 20,
  pending: [],
};
const configured = { databaseLogins: null };

test("all checks of a good database are ok", () => {
  const findings = [checkVersion(good), checkSettings(good), checkOwner(good, configured), checkClock(good)].flat();
  expect(findings.map(({ state }) => state)).toEqual(["ok", "ok", "ok", "ok"]);
});

test.each([
  ["an old PostgreSQL", { version: 140_011 }, "failed", "PostgreSQL 14 is too old"],
  ["another encoding", { encoding: "SQL_ASCII" }, "failed", "the database is encoded in SQL_ASCII"],
  ["no ICU", { hasIcu: false }, "failed", "PostgreSQL has no ICU"],
  ["a missing extension", { missingExtensions: ["pg_trgm"] }, "failed", "extensions are not installed: pg_trgm"],
  ["a newer version's migrations", { pending: new Error("it is newer") }, "failed", "it is newer"],
  ["pending migrations", { pending: ["Later0011"] }, "attention", "1 migrations have not run: Later0011"],
] as const)("checkVersion reports %s", (_, change, state, text) => {
  expect(checkVersion({ ...good, ...change } as DatabaseFacts)).toMatchObject([{ state, text }]);
});

test.each([
  ["fsync", "off", "failed"],
  ["full_page_writes", "off", "failed"],
  ["synchronous_commit", "off", "attention"],
  ["max_connections", "60", "attention"],
])("checkSettings reports %s = %s", (name, value, state) => {
  expect(checkSettings({ ...good, settings: { ...good.settings, [name]: value } })).toMatchObject([{ state }]);
});

test("checkOwner reports an owner that may not create roles, unless logins are set", () => {
  const limited = { ...good, isSuperuser: false, canCreateRoles: false };
  expect(checkOwner(limited, configured)).toMatchObject([{ state: "failed" }]);
  const logins = { portal_app: "postgres://a", portal_worker: "postgres://b" };
  expect(checkOwner(limited, { databaseLogins: logins })).toMatchObject([{ state: "attention" }]);
});

test.each([
  [3_000, "attention"],
  [-20_000, "failed"],
])("checkClock reports a difference of %d ms", (clockDifferenceMs, state) => {
  expect(checkClock({ ...good, clockDifferenceMs })).toMatchObject([{ state }]);
});
