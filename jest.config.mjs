/**
 * Two kinds of tests: `unit` stands beside the source and needs nothing; `database` is under tests/ and runs against a
 * real PostgreSQL. A client test that needs a DOM says so in its first comment: @jest-environment jsdom.
 */
const common = {
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
  // Jest loads CommonJS; these packages exist as ES modules only.
  transformIgnorePatterns: [
    "/node_modules/(?!(openid-client|oauth4webapi|jose|react-intl|@formatjs|intl-messageformat|fractional-indexing|d3-hierarchy|@otplib|@scure|@noble)/)",
  ],
  setupFiles: ["<rootDir>/tests/support/jest/clock.ts", "<rootDir>/tests/support/jest/dom.ts"],
};

/**
 * One lock may be left out, to see which test misses it (scripts/locks/try.mjs); or a fault is put in, or tests write down where
 * they come to (scripts/faults/try.mjs).
 */
function compiler() {
  if (process.env.WITHOUT_LOCK) return "<rootDir>/scripts/locks/jest-transform.mjs";
  const { FAULT, REACH_PLACES } = process.env;
  return FAULT || REACH_PLACES ? "<rootDir>/scripts/faults/jest-transform.mjs" : "@swc/jest";
}

/** Where no DOM is asked for: one realm for all files of a process (tests/support/jest/runtime.cjs says why). */
const oneRealm = {
  testEnvironment: process.env.FAULT
    ? "<rootDir>/scripts/faults/first-red.cjs"
    : "<rootDir>/tests/support/jest/environment.cjs",
  runtime: "<rootDir>/tests/support/jest/runtime.cjs",
};

/**
 * What `npm test` leaves to `npm test -- --full` (tests/README.md): what starts PostgreSQL, servers and workers as processes of their own, in order
 * to kill them; and of the unit part, the tool that puts faults in, which reads every source. Jest alone runs whatever it is asked for.
 */
const beforeLanding = [
  "finance/archive-killed",
  "live/shutdown",
  "notifications/killed",
  "platform/embedded-postgres",
].map((name) => `<rootDir>/tests/${name}.test.ts`);

const config = {
  // Half a machine would be one process here. More than there are cores each learn the product for themselves: 107 seconds of the
  // processor for four processes where two took 85 (decision 0300).
  maxWorkers: "100%",
  testSequencer: "<rootDir>/tests/support/jest/longest-first.cjs",
  projects: [
    {
      ...common,
      ...oneRealm,
      displayName: "unit",
      testMatch: ["<rootDir>/{shared,server,workers,client,scripts,migrations}/**/*.test.{ts,tsx}"],
      testPathIgnorePatterns: ["/node_modules/", ...(process.env.TEST_QUICK ? ["<rootDir>/scripts/faults/"] : [])],
    },
    {
      ...common,
      ...oneRealm,
      displayName: "database",
      testMatch: ["<rootDir>/tests/**/*.test.{ts,tsx}"],
      testPathIgnorePatterns: [
        "/node_modules/",
        "<rootDir>/tests/(e2e|bench|chaos)/",
        ...(process.env.TEST_QUICK ? beforeLanding : []),
      ],
      globalSetup: "<rootDir>/tests/support/postgres/start-postgres.ts",
      globalTeardown: "<rootDir>/tests/support/postgres/stop-postgres.ts",
    },
  ],
  testTimeout: process.env.FAULT ? 30_000 : 120_000,
};

export default config;
