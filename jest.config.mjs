/**
 * Projects: `unit` tests live next to the source and need no services; `database` tests are under tests/ and use a real PostgreSQL. A
 * client test that needs a DOM declares it in its first comment: @jest-environment jsdom.
 */
export const common = {
  rootDir: import.meta.dirname,
  modulePathIgnorePatterns: ["<rootDir>/\\.build", "<rootDir>/\\.data"],
  transform: {
    "\\.css$": "<rootDir>/tests/support/jest/css.cjs",
    "\\.(svg|png|jpg|webp|woff2?)$": "<rootDir>/tests/support/jest/asset.cjs",
    "\\.[cm]?[jt]sx?$": [
      compiler(),
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", tsx: true, decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: false,
            useDefineForClassFields: false,
            react: { runtime: "automatic" },
          },
          keepClassNames: true,
        },
        module: { type: "commonjs" },
        sourceMaps: "inline",
      },
    ],
  },
  // Jest loads CommonJS; these packages are published as ES modules only and must be transformed.
  transformIgnorePatterns: [
    "/node_modules/(?!(openid-client|oauth4webapi|jose|react-intl|@formatjs|intl-messageformat|fractional-indexing|d3-hierarchy|marked|@otplib|@scure|@noble)/)",
  ],
  setupFiles: ["<rootDir>/tests/support/jest/clock.ts", "<rootDir>/tests/support/jest/dom.ts"],
};

/** With WITHOUT_LOCK, compiles the source without that lock, to find the test that covers it (scripts/locks/try.mjs). */
function compiler() {
  return process.env.WITHOUT_LOCK ? "<rootDir>/scripts/locks/jest-transform.mjs" : "@swc/jest";
}

/** Test files without a DOM share one realm per process; see tests/support/jest/runtime.cjs. */
const oneRealm = {
  testEnvironment: "<rootDir>/tests/support/jest/environment.cjs",
  runtime: "<rootDir>/tests/support/jest/runtime.cjs",
};

/**
 * Tests of the part `killed` of `npm test -- --full` (tests/README.md): they start PostgreSQL, servers and workers as separate processes
 * and kill them. Jest run directly runs them like the others.
 */
export const killedTests = [
  "requests/finance/archive-killed",
  "live/shutdown",
  "communication/notifications/killed-worker",
  "platform/embedded-postgres",
  "operations/backup/backup",
  "operations/backup/backup-killed",
  "operations/backup/encrypted-backup",
  "operations/restore/restore",
  "operations/restore/restore-from-page",
  "operations/upgrade/upgrade",
].map((name) => `tests/${name}.test.ts`);

const config = {
  // Jest's default in watch mode is half the cores. More workers than cores are slower, as each worker loads all modules again.
  maxWorkers: "100%",
  // Sockets and timers that outlive a test keep what its file has loaded; a new process starts without them.
  workerIdleMemoryLimit: "1GB",
  projects: [
    {
      ...common,
      ...oneRealm,
      displayName: "unit",
      testMatch: ["<rootDir>/{shared,server,workers,client,scripts,migrations}/**/*.test.{ts,tsx}"],
    },
    {
      ...common,
      ...oneRealm,
      displayName: "database",
      testMatch: ["<rootDir>/tests/**/*.test.{ts,tsx}"],
      testPathIgnorePatterns: [
        "/node_modules/",
        "<rootDir>/tests/(e2e|bench|chaos)/",
        ...(process.env.TEST_WITHOUT_KILLED ? killedTests.map((file) => `<rootDir>/${file}`) : []),
      ],
      globalSetup: "<rootDir>/tests/support/postgres/start-postgres.ts",
      globalTeardown: "<rootDir>/tests/support/postgres/stop-postgres.ts",
    },
  ],
  testSequencer: "<rootDir>/tests/support/jest/sequencer.cjs",
  testTimeout: 120_000,
};

export default config;
