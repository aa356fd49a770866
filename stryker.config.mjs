/** Mutation tests of pure rules: `npm run mutation`, or `npm run mutation -- --mutate <file>` for one file. */
export default {
  mutate: ["shared/**/*.{rules,workflow}.ts"],
  testRunner: "jest",
  jest: { projectType: "custom", configFile: "stryker.jest.config.mjs" },
  coverageAnalysis: "perTest",
  // A static mutant runs every test again: 9 % of the mutants took 91 % of the time.
  ignoreStatic: true,
  reporters: ["clear-text", "progress"],
  concurrency: 2,
  tempDirName: ".build/stryker",
  // Stryker would rewrite tsconfig.json with the compiler API of TypeScript 5, which TypeScript 7 does not have. Nothing in it needs that.
  tsconfigFile: "none.json",
};
