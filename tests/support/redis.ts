import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

export interface TestRedis {
  url: string;
  /** Process id; 0 if the server was not started by the tests. */
  pid: number;
  stop(): Promise<void>;
}

let triedPorts = 0;

const hasProgram = spawnSync("redis-server", ["--version"]).status === 0;

/** In CI, tests that need Redis must fail instead of being skipped. */
export const inCi = Boolean(process.env.CI) && process.env.CI !== "false";

export const hasRedis = Boolean(process.env.REDIS_URL) || hasProgram;

/**
 * Tests that need Redis. Each group starts its own server, since Redis channels are shared by all databases and concurrent groups would
 * receive each other's messages. Without Redis the group is skipped, or fails in CI.
 */
export function describeWithRedis(title: string, tests: (redis: { readonly url: string }) => void): void {
  if (!hasRedis) {
    const sentence = `There is no Redis here (set REDIS_URL or install redis-server): ${title}`;
    if (!inCi) console.warn(sentence);
    (inCi ? test : test.skip)(`${title}: needs Redis`, () => {
      throw new Error(sentence);
    });
    return;
  }
  describe(title, () => {
    let server: TestRedis | undefined;
    beforeAll(async () => {
      server = await startRedis();
    });
    afterAll(() => server?.stop());
    tests({
      get url() {
        if (!server) throw new Error("Redis is known inside tests and hooks only.");
        return server.url;
      },
    });
  });
}

/** Starts a private server on a free port; if redis-server isn't installed, REDIS_URL is used. */
export async function startRedis(
  options: { appendOnly?: boolean; folder?: string; port?: number } = {},
): Promise<TestRedis> {
  if (!hasProgram) return { url: process.env.REDIS_URL ?? "", pid: 0, stop: async () => {} };
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), "portal-redis-"));
  const port = options.port ?? (await freePort());
  const settings = {
    port,
    bind: "127.0.0.1",
    dir: folder,
    save: "",
    appendonly: options.appendOnly ? "yes" : "no",
    "maxmemory-policy": "noeviction",
    loglevel: "warning",
  };
  // The shell kills the server when its stdin closes, so a killed test run leaves nothing running.
  const script = 'redis-server "$@" >/dev/null & echo $!; read -r _; kill -9 $! 2>/dev/null';
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const shell = spawn("/bin/sh", ["-c", script, "redis", ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const [pid] = (await once(createInterface(shell.stdout), "line")) as [string];
  await untilListening(port);
  const stop = async () => {
    const ended = once(shell, "exit");
    shell.stdin.end("stop\n");
    await ended;
    if (!options.folder) rmSync(folder, { recursive: true, force: true });
  };
  return { url: `redis://127.0.0.1:${port}`, pid: Number(pid), stop };
}

async function untilListening(port: number): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await accepts(port))) {
    if (Date.now() > deadline) throw new Error(`redis-server doesn't listen on port ${port}.`);
    await delay(5);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("error", () => answer(false));
    socket.once("close", () => answer(false)); // without an error if Redis exits while it loads its file
    // A connection isn't sufficient: while Redis loads its file, it answers with an error.
    socket.once("connect", () => socket.write("PING\r\n"));
    socket.once("data", (data) => answer(data.toString().startsWith("+PONG")));
  });
}

/**
 * A free port for a program that can't choose one itself. It is below the ephemeral range, so that no outgoing connection gets it in
 * between; each test process uses another part of the range.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + ((process.pid * 37 + triedPorts++) % 18_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const free = await Promise.race([
      once(probe, "listening").then(() => true),
      new Promise<boolean>((resolve) => probe.once("error", () => resolve(false))),
    ]).catch(() => false);
    if (!free) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
