import { common } from "./jest.config.mjs";

/** The unit tests beside shared and server code, in Stryker's environment, which records the mutants that each test reaches. */
export default {
  ...common,
  testEnvironment: "@stryker-mutator/jest-runner/jest-env/node",
  testMatch: ["<rootDir>/{shared,server}/**/*.test.ts"],
};
