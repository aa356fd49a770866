import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { buildSync } from "esbuild";
import { statOf } from "../../tests/support/programs";
import { Child } from "./child";

const folder = mkdtempSync(path.join(tmpdir(), "portal-child-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = path.join(folder, "program.js");
writeFileSync(
  file,
  `process.on("disconnect", () => process.exit());
   process.on("message", ({ name }) => {
     process.send({ began: true }, () => {
       if (name === "spin") for (;;) {}
       if (name === "throw") return process.send({ error: "no such file" });
       if (name === "grow") return process.send({ result: "a".repeat(2 ** 24).split("").map(() => ({})).length });
       process.send({ result: name === "environment" ? Object.keys(process.env) : [name, new Date(0), Buffer.from("x")] });
     });
   });`,
);
const child = () => new Child(file, 24);

describe("a process beside this one", () => {
  test("does one thing after the other, and gives back what only programs know", async () => {
    const one = child();
    expect(await one.run({ name: "a" }, 60_000)).toEqual(["a", new Date(0), Buffer.from("x")]);
    await expect(one.run({ name: "throw" }, 60_000)).rejects.toThrow("no such file");
    expect(await one.run({ name: "b" }, 60_000)).toContain("b");
    expect(one.alive).toBe(true);
    await one.end();
    expect(one.alive).toBe(false);
  });

  test("what doesn't come back is ended, and so is what needs too much memory; we go on", async () => {
    const spinning = child();
    await expect(spinning.run({ name: "spin" }, 1)).rejects.toThrow("too long");
    expect(spinning.alive).toBe(false);
    const growing = child();
    await expect(growing.run({ name: "grow" }, 60_000)).rejects.toThrow("memory");
    expect(growing.alive).toBe(false);
  });

  test("what can't be started says so", async () => {
    const missing = new Child(path.join(folder, "missing.js"), 24);
    await expect(missing.run({ name: "a" }, 60_000)).rejects.toThrow();
    expect(missing.alive).toBe(false);
    await missing.end();
  });

  test("knows none of our secrets", async () => {
    process.env.DATABASE_URL = "postgres://somebody:secret@localhost/x";
    const one = child();
    const names = (await one.run({ name: "environment" }, 60_000)) as string[];
    await one.end();
    delete process.env.DATABASE_URL;
    const harmless = ["NODE_ENV", "TZ", "LANG", "SystemRoot", "TMPDIR", "TEMP"];
    expect(names.filter((name) => !harmless.includes(name))).toEqual([]);
    expect(names).toContain("NODE_ENV");
  });
});

describe("a process that looks after itself", () => {
  const watch = path.join(folder, "watch.js");
  const busy = path.join(folder, "busy.js");
  beforeAll(() => {
    buildSync({
      entryPoints: [path.join(__dirname, "child-watch.ts")],
      bundle: true,
      platform: "node",
      outfile: watch,
    });
    writeFileSync(
      busy,
      `require(${JSON.stringify(watch)}).watchMemoryAndParent(Number(process.argv[2]));
       const kept = [];
       process.send({ began: process.pid }, () => {
         for (;;) if (process.argv[3] === "grow" && kept.length < 50) kept.push(Buffer.alloc(2 ** 24, 1));
       });`,
    );
  });

  test("ends for bytes that V8 doesn't count", async () => {
    const growing = fork(busy, ["24", "grow"], { stdio: "ignore" });
    expect(await once(growing, "exit")).toEqual([null, "SIGKILL"]);
  });

  test("ends when its parent has gone, busy as it is", async () => {
    const parent = `require("node:child_process").fork(${JSON.stringify(busy)}, ["1000"]).on("message", (said) => console.log(said.began))`;
    const program = spawn(process.execPath, ["-e", parent], { stdio: ["ignore", "pipe", "inherit"] });
    const [pid] = (await once(program.stdout, "data")) as [Buffer];
    program.kill("SIGKILL");
    while (!["Z", undefined].includes(statOf(Number(pid))?.[0])) await delay(20);
  });
});
