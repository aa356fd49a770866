import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "./scripts/chromium.mjs";

/**
 * Browser tests run against the real product: built, with an embedded PostgreSQL in a folder of its own, filled with
 * the demo. E2E_URL names a running one instead; with its E2E_DATA_DIR the operator's command is tested as well.
 *
 * This file is read again by every worker process; what is chosen once is handed on in the environment.
 */
if (!process.env.E2E_URL) {
  process.env.E2E_PORT ??= String(await freePort());
  process.env.E2E_DATA_DIR ??= dataFolder();
  // Where the story of signing on from elsewhere has its issuer.
  process.env.E2E_ISSUER_PORT ??= String(await freePort());
}
const url = process.env.E2E_URL ?? `http://localhost:${process.env.E2E_PORT}`;

/**
 * What `npm test` leaves to `npm test -- --full` (tests/README.md): walks over many screens, what is typed with every key, what frames all of
 * them, and what an organisation sets up once. Playwright alone runs whatever it is asked for.
 */
const beforeLanding = [
  "accessible/*",
  "guards",
  "menus",
  "refusals",
  "shell",
  "touch-targets",
  "typing",
  "approval-rules",
  "bookings/door",
  "forms",
  "leave/leave-settings",
  "notification-settings",
  "people/import",
  "session/second-factor",
  "session/security",
  "session/sign-on",
  "subscription",
  "tenants",
].map((name) => `**/${name}.spec.ts`);

/**
 * The memory that a board fills is there from the start, so that it isn't searched for what can go while one is opened: 750 instead of
 * 900 ms of the processor for each time (decision 0300).
 */
const roomyHeap = "--js-flags=--initial-heap-size=256 --min-semi-space-size=32";

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  testIgnore: process.env.TEST_QUICK ? beforeLanding : [],
  outputDir: "test-results",
  // Where each story begins in a new browser, two keep two cores busy, and a third only makes each slower (decision 0260).
  workers: Number(process.env.E2E_WORKERS ?? (process.env.TEST_QUICK ? 3 : 2)),
  fullyParallel: false,
  forbidOnly: true,
  timeout: 90_000,
  // A machine under load is slow now and then; what never comes fails all the same.
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: process.env.E2E_REPORT ?? ".build/e2e.json" }]],
  use: {
    baseURL: url,
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1280, height: 800 },
    // A trace costs half of every page's load, on all tests for the one that fails: run that again with `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: await chromiumPath(), args: [...chromiumArgs, roomyHeap] },
  },
  projects: [{ name: "chromium" }],
  ...(process.env.E2E_URL
    ? {}
    : {
        webServer: {
          // The log is kept for the case that something fails; `exec`, so that the signal to end reaches the server.
          command: "mkdir -p .build/reports && exec node scripts/start.mjs > .build/reports/e2e-server.log",
          url: `${url}/readyz`,
          timeout: 180_000,
          gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
          env: {
            PORT: String(process.env.E2E_PORT),
            DATA_DIR: String(process.env.E2E_DATA_DIR),
            SIGN_ON_ORIGINS: `http://127.0.0.1:${process.env.E2E_ISSUER_PORT}`,
            LOG_LEVEL: "info",
          },
        },
      }),
});

/** Readable for others, because PostgreSQL runs as another user when we are root. */
function dataFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "portal-e2e-"));
  chmodSync(folder, 0o755);
  // Not in a `globalTeardown`: the server outlives that, and whatever it still writes would make the run fail.
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Somebody still has it; it lies among what is temporary.
    }
  });
  return folder;
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
