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
  /** 0 where the server isn't ours. */
  pid: number;
  stop(): Promise<void>;
}

const hasProgram = spawnSync("redis-server", ["--version"]).status === 0;

/** Whether there is a Redis to test with: REDIS_URL names one, or `redis-server` is installed. */
export const hasRedis = Boolean(process.env.REDIS_URL) || hasProgram;

/**
 * Tests that need Redis. Each such group has a server of its own, since Redis' channels know no databases: two groups
 * at once would hear each other. Without Redis, one failing-safe test says that they didn't run.
 */
export function describeWithRedis(title: string, tests: (redis: { readonly url: string }) => void): void {
  if (!hasRedis) {
    console.warn(`Not run, because there is no Redis here (set REDIS_URL or install redis-server): ${title}`);
    test(`${title}: not run without Redis`, () => {});
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

/** Starts a private server on a free port; with REDIS_URL set and no program installed, that one is used. */
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
  // The shell ends the server when the pipe from us closes: a killed test run leaves nothing behind.
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
    // Connected isn't ready: while it loads its file, Redis answers with an error that begins with a minus.
    socket.once("connect", () => socket.write("PING\r\n"));
    socket.once("data", (data) => answer(data.toString().startsWith("+PONG")));
  });
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
