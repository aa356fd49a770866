import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "./scripts/chromium.mjs";

/**
 * Browser tests run against the built product with an embedded PostgreSQL in a temporary folder and the demo data. E2E_URL selects a
 * running instance instead; if E2E_DATA_DIR is its data folder, the operator command is tested as well.
 *
 * Every worker process evaluates this file again; values chosen here are passed on in environment variables.
 */
if (!process.env.E2E_URL) {
  process.env.E2E_PORT ??= String(await freePort());
  process.env.E2E_DATA_DIR ??= dataFolder();
  // Port of the identity provider used by the single sign-on test.
  process.env.E2E_ISSUER_PORT ??= String(await freePort());
  // Port of the server of Planka from which a board is imported.
  process.env.E2E_PLANKA_PORT ??= String(await freePort());
}
const url = process.env.E2E_URL ?? `http://localhost:${process.env.E2E_PORT}`;

/** Slow specs that only `npm test -- --full` runs (tests/README.md). Playwright run directly ignores this list. */
const beforeLanding = [
  "accessible/*",
  "guards",
  "menus",
  "refusals",
  "shell",
  "touch-targets",
  "typing",
  "typing-everywhere",
  "approval-rules",
  "bookings/door",
  "forms",
  "leave/leave-settings",
  "notices",
  "notification-settings",
  "operator",
  "people/import",
  "session/second-factor",
  "session/security",
  "session/sign-on",
  "subscription",
  "tenants",
].map((name) => `**/${name}.spec.ts`);

/** A large initial heap avoids garbage collection while a board opens: 750 instead of 900 ms of CPU time per page load. */
const roomyHeap = "--js-flags=--initial-heap-size=256 --min-semi-space-size=32";

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  testIgnore: process.env.TEST_QUICK ? beforeLanding : [],
  outputDir: "test-results",
  // Two workers saturate two cores; a third only slows down the others.
  workers: Number(process.env.E2E_WORKERS ?? 2),
  fullyParallel: false,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: process.env.E2E_REPORT ?? ".build/e2e.json" }]],
  use: {
    baseURL: url,
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1280, height: 800 },
    // Tracing doubles the time of every page load; rerun a failed test with `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: await chromiumPath(), args: [...chromiumArgs, roomyHeap] },
  },
  projects: [{ name: "chromium" }],
  ...(process.env.E2E_URL
    ? {}
    : {
        webServer: {
          // The log helps to analyze failures. `exec` lets the termination signal reach the server.
          command: "mkdir -p .build/reports && exec node scripts/start.mjs > .build/reports/e2e-server.log",
          url: `${url}/readyz`,
          timeout: 180_000,
          gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
          env: {
            PORT: String(process.env.E2E_PORT),
            DATA_DIR: String(process.env.E2E_DATA_DIR),
            SIGN_ON_ORIGINS: `http://127.0.0.1:${process.env.E2E_ISSUER_PORT}`,
            IMPORT_ORIGINS: `http://127.0.0.1:${process.env.E2E_PLANKA_PORT}`,
            LOG_LEVEL: "info",
          },
        },
      }),
});

/** World-readable because PostgreSQL runs as another operating-system user when the tests run as root. */
function dataFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "portal-e2e-"));
  chmodSync(folder, 0o755);
  // Not in a `globalTeardown`: the server outlives it, and its remaining writes would make the deletion fail.
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder is still in use; the operating system cleans its temporary folder.
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
