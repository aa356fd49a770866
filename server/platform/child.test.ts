import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { buildSync } from "esbuild";
import { processStatOf } from "../../tests/support/programs";
import { waitUntil } from "../../tests/support/wait-until";
import { ChildProcessHandle } from "./child";
import { type ChildProcesses, createChildProcesses } from "./child-processes";

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
const child = () => new ChildProcessHandle(file, 24);

describe("child process", () => {
  test("a child process preserves dates and buffers and survives a failed task", async () => {
    const one = child();
    expect(await one.run({ name: "a" }, 60_000)).toEqual(["a", new Date(0), Buffer.from("x")]);
    await expect(one.run({ name: "throw" }, 60_000)).rejects.toThrow("no such file");
    expect(await one.run({ name: "b" }, 60_000)).toContain("b");
    expect(one.alive).toBe(true);
    await one.end();
    expect(one.alive).toBe(false);
  });

  test("a child process is killed on timeout or excessive memory", async () => {
    const spinning = child();
    await expect(spinning.run({ name: "spin" }, 1)).rejects.toThrow("too long");
    expect(spinning.alive).toBe(false);
    const growing = child();
    await expect(growing.run({ name: "grow" }, 60_000)).rejects.toThrow("memory");
    expect(growing.alive).toBe(false);
  });

  test("a program that can't start rejects the task", async () => {
    const missing = new ChildProcessHandle(path.join(folder, "missing.js"), 24);
    await expect(missing.run({ name: "a" }, 60_000)).rejects.toThrow();
    expect(missing.alive).toBe(false);
    await missing.end();
  });

  test("the child's environment contains no secrets", async () => {
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

describe("child process watchdog", () => {
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
       const buffers = [];
       process.send({ began: process.pid }, () => {
         for (;;) if (process.argv[3] === "grow" && buffers.length < 50) buffers.push(Buffer.alloc(2 ** 24, 1));
       });`,
    );
  });

  test("the watchdog kills a child whose buffers exceed the memory limit", async () => {
    const growing = fork(busy, ["24", "grow"], { stdio: "ignore" });
    expect(await once(growing, "exit")).toEqual([null, "SIGKILL"]);
  });

  test("the watchdog kills a busy child when its parent has exited", async () => {
    const parent = `require("node:child_process").fork(${JSON.stringify(busy)}, ["1000"]).on("message", (message) => console.log(message.began))`;
    const program = spawn(process.execPath, ["-e", parent], { stdio: ["ignore", "pipe", "inherit"] });
    const [pid] = (await once(program.stdout, "data")) as [Buffer];
    program.kill("SIGKILL");
    while (!["Z", undefined].includes(processStatOf(Number(pid))?.[0])) await delay(20);
  });
});

describe("fair use of child processes", () => {
  const program = path.join(folder, "held.js");
  writeFileSync(
    program,
    `const { existsSync, writeFileSync } = require("node:fs");
     process.on("disconnect", () => process.exit());
     process.on("message", ({ input }) => process.send({ began: true }, () => {
       writeFileSync(input + ".began", "");
       const end = () => (existsSync(input + ".end") ? process.send({ result: input }) : setTimeout(end, 2));
       end();
     }));`,
  );
  const [short, medium, long] = [9_000, 15_000, 60_000];
  let count = 0;

  function createPool(processes: { short?: number; medium?: number; long?: number } = {}) {
    const children = createChildProcesses(processes, program);
    const run = children.run as unknown as (
      ...given: [name: string, input: string, caller: string, patienceMs: number]
    ) => ReturnType<ChildProcesses["run"]>;
    const all: Promise<unknown>[] = [];
    const want = (caller: string, patienceMs: number) => {
      const name = path.join(folder, `held-${count++}`);
      const done = run("held", name, caller, patienceMs);
      all.push(done);
      done.catch(() => {}); // the error is reported by `close`
      const began = () => existsSync(`${name}.began`);
      return { done, began, begins: () => waitUntil("it begins", began), end: () => writeFileSync(`${name}.end`, "") };
    };
    const close = async () => {
      await Promise.all(all);
      await children.close();
    };
    return { want, close };
  }
  /**
   * Asserts that these jobs haven't begun. Call it after a later job of another caller and the same kind has finished: a job that could
   * start would have started by then.
   */
  const notBegan = (...ones: { began(): boolean }[]) =>
    expect(ones.map((one) => one.began())).toEqual(ones.map(() => false));

  test.each([
    ["short", short],
    ["medium", medium],
    ["long", long],
  ])("a tenant's second %s job waits without delaying another tenant's job", async (_, patienceMs) => {
    const { want, close } = createPool();
    const [first, second, third] = ["1/1", "1/2", "1/3"].map((caller) => want(caller, patienceMs)) as [
      Held,
      Held,
      Held,
    ];
    await first.begins();
    const other = want("2/1", patienceMs);
    other.end();
    await other.done;
    notBegan(second, third);
    for (const one of [first, second, third]) one.end();
    await close();
  });

  test("when all processes are busy, the next free one alternates between tenants", async () => {
    const { want, close } = createPool({ short: 1 });
    const order: string[] = [];
    const requests = ["1/1", "1/2", "1/3", "2/1"].map((caller) => {
      const one = want(caller, short);
      one.done.then(() => order.push(caller)).catch(() => {});
      return one;
    });
    await requests[0]?.begins();
    for (const one of requests) one.end();
    await close();
    expect(order).toEqual(["1/1", "2/1", "1/2", "1/3"]);
  });

  test("long work doesn't block medium and short work of the same user", async () => {
    const { want, close } = createPool({ short: 1, medium: 1, long: 1 });
    const [exported, next] = ["1/1", "2/1"].map((caller) => want(caller, long)) as [Held, Held];
    await exported.begins();
    for (const caller of ["1/1", "2/1", "3/1"])
      for (const patienceMs of [short, medium]) {
        const other = want(caller, patienceMs);
        other.end();
        await other.done;
      }
    notBegan(next);
    for (const one of [exported, next]) one.end();
    await close();
  });

  type Held = ReturnType<ReturnType<typeof createPool>["want"]>;
});
