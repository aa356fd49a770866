import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { folderPlace } from "../backup/folder-place";
import { preparePlace } from "../backup/place-marker";
import { checkBackups, checkDataFolder, checkDisk, checkProxy, assessBackups, assessFreeSpace } from "./machine.checks";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "portal-doctor-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a data folder that other users can read needs attention", async () => {
  const dataDir = path.join(folder, "open");
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  expect(await checkDataFolder({ dataDir })).toMatchObject([
    { state: "attention", todo: expect.stringMatching(/^chmod 7[01][01] /) },
  ]);
  chmodSync(dataDir, 0o700);
  expect(await checkDataFolder({ dataDir })).toMatchObject([{ state: "ok" }]);
});

test("a data folder that is a file fails", async () => {
  const dataDir = path.join(folder, "file");
  writeFileSync(dataDir, "");
  expect(await checkDataFolder({ dataDir })).toMatchObject([{ state: "failed" }]);
});

test("a missing data folder is created by the first start", async () => {
  const dataDir = path.join(folder, "missing", "data");
  expect(await checkDataFolder({ dataDir })).toMatchObject([{ state: "ok" }]);
  expect(await checkDisk({ dataDir })).toHaveLength(1);
});

const gigabytes = (count: number) => count * 1024 ** 3;

test.each([
  ["failed", 0.9, 500],
  ["attention", 20, 500],
  ["ok", 60, 500],
] as const)("the disk is %s with %d of %d GB free", (state, free, total) => {
  expect(assessFreeSpace(gigabytes(free), gigabytes(total)).state).toBe(state);
});

const behindProxy = { publicUrl: "https://portal.example", trustedProxies: 1, host: null, port: 1337 };
const healthy = async () => Response.json({ status: "ok" });

test("a public address that answers is ok", async () => {
  expect(await checkProxy(behindProxy, healthy)).toMatchObject([{ state: "ok" }]);
});

test.each([
  ["https without a trusted proxy", { trustedProxies: 0 }, healthy, /TRUSTED_PROXIES is 0/],
  ["an address without encryption", { publicUrl: "http://portal.example" }, healthy, /not encrypted/],
  ["a public host without an address", { publicUrl: null, host: "0.0.0.0" }, healthy, /links in mails/],
  ["another program's answer", {}, async () => new Response("hello", { status: 404 }), /answers with status 404/],
  ["no answer", {}, () => Promise.reject(new Error("fetch failed")), /doesn't answer/],
])("%s needs attention", async (_, change, request, text) => {
  const findings = await checkProxy({ ...behindProxy, ...change }, request);
  expect(findings).toEqual([{ state: "attention", text: expect.stringMatching(text), todo: expect.any(String) }]);
});

const noon = new Date("2026-11-26T12:00:00Z");
const backup = (state: "verified" | "failed" | "unverified", taken_at: string | null) => ({
  id: "2026-11-25T02-00-00Z",
  state,
  taken_at,
  problem: state === "failed" ? "base.tar is damaged" : null,
});

test.each([
  ["ok", "a fresh verified one", [backup("verified", "2026-11-26T02:00:00Z")], /10 hours old/],
  ["failed", "an old one", [backup("verified", "2026-11-23T02:00:00Z")], /82 hours old/],
  ["failed", "only failed ones", [backup("failed", null)], /no backup could be verified .*base.tar is damaged/],
  ["failed", "only unverified ones", [backup("unverified", "2026-11-26T02:00:00Z")], /no backup could be verified/],
  ["attention", "none", [], /no backup yet/],
] as const)("backups are %s with %s", (state, _, backups, text) => {
  expect(assessBackups(backups, true, noon)).toMatchObject({ state, text: expect.stringMatching(text) });
});

test("an external database without a backup folder needs attention", async () => {
  const dir = path.join(folder, "no-backups");
  expect(
    await checkBackups({ dataDir: folder, backup: { dir, bucket: null, keys: [], days: 7, nightly: false } }),
  ).toMatchObject([{ state: "attention" }]);
});

test("a backup folder that has lost its backups fails", async () => {
  const [dir, dataDir] = [path.join(folder, "disk"), path.join(folder, "data")];
  const config = { dataDir, backup: { dir, bucket: null, keys: [], days: 7, nightly: true } };
  await preparePlace(folderPlace(dir), dataDir);
  rmSync(dir, { recursive: true });
  expect(await checkBackups(config)).toMatchObject([
    { state: "failed", text: expect.stringContaining("Mount its disk") },
  ]);
});

test("a backup from the future needs attention", () => {
  const currentBackup = {
    id: "2026-11-20T02-00-00Z",
    state: "verified",
    taken_at: "2026-11-20T02:00:00Z",
    problem: null,
  } as const;
  const future = {
    id: "2029-01-01T02-00-00Z",
    state: "failed",
    taken_at: null,
    problem: "It is from the future.",
  } as const;
  expect(assessBackups([future, currentBackup], true, new Date("2026-11-20T12:00:00Z"))).toMatchObject({
    state: "attention",
  });
});
