import { common } from "./jest.config.mjs";

/**
 * The unit tests beside shared code, in Stryker's environment, which records the mutants that each test reaches. Tests of the server would load
 * most of it for each mutant, which takes ten times longer.
 */
export default {
  ...common,
  // Jest looks for files once per mutant.
  roots: ["<rootDir>/shared"],
  testEnvironment: "@stryker-mutator/jest-runner/jest-env/node",
  testMatch: ["<rootDir>/shared/**/*.test.ts"],
};
