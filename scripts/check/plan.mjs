import path from "node:path";
import { stories } from "./stories.mjs";

/** Database tests per run: with the browser tests, about two minutes on two cores. */
const maxDatabaseFiles = 20;
const maxBrowserFiles = 3;

const domains =
  "administration|approvals|billing|bookings|communication|identity|insights|operations|people|requests|work";
const featurePath = new RegExp(`^(client|server|shared|workers|tests)/((?:${domains})/[^/.]+)/`);
const basePath = /^(?:(?:client|server|shared|workers|migrations)\/|tests\/(?:support|factories|matrix)\/|[^/]+$)/;
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file);
const isCode = (/** @type {string} */ file) => /\.(?:[cm]?[jt]sx?|css|json)$/.test(file);

/** @param {string} file @returns {string | null} such as "requests/expenses"; null outside features */
export const featureOf = (file) => featurePath.exec(file)?.[2] ?? null;

/**
 * Files and tests that a change can affect.
 * @typedef {object} CheckPlan
 * @property {string[]} changed files to format and lint
 * @property {string[]} features
 * @property {"related" | "all"} unit
 * @property {string[]} database test files
 * @property {string[]} calls prefixes of the calls to run in the matrix
 * @property {string[]} browser test files
 * @property {string[]} leftOut what isn't run, each with its reason
 * @property {string[]} base changed files that every feature depends on
 *
 * @param {object} project
 * @param {readonly string[]} project.changed files relative to the project, without deleted ones
 * @param {readonly string[]} project.files all files of the project
 * @param {(file: string) => string} project.read
 * @returns {CheckPlan}
 */
export function planCheck({ changed, files, read }) {
  const code = changed.filter(isCode);
  const features = unique(code.flatMap((file) => featureOf(file) ?? []));
  const base = code.filter((file) => basePath.test(file) && featureOf(file) === null);
  const onServer = unique(
    code
      .filter((file) => !file.startsWith("client/") && !file.startsWith("tests/"))
      .flatMap((file) => featureOf(file) ?? []),
  );
  const database = planDatabaseTests({ changed: code, onServer, files, read });
  const browser = planBrowserTests(code, features);
  return {
    changed: [...changed],
    features,
    unit: base.length > 0 ? "all" : "related",
    database: database.run,
    calls: unique(onServer.flatMap((feature) => callPrefixesOf(feature, files, read))),
    browser: browser.run,
    leftOut: [...database.leftOut, ...browser.leftOut],
    base,
  };
}

/** @typedef {{ run: string[], leftOut: string[] }} Selection */

/**
 * The changed tests, those of the touched features, those of features that import a touched one and name it, and those that import its
 * fixtures.
 * @param {{ changed: readonly string[], onServer: readonly string[], files: readonly string[], read: (file: string) => string }} project
 * @returns {Selection}
 */
function planDatabaseTests({ changed, onServer, files, read }) {
  const databaseTests = files.filter((file) => file.startsWith("tests/") && isTest(file));
  const changedTests = changed.filter((file) => databaseTests.includes(file));
  const words = unique(changed.filter((file) => !file.startsWith("tests/")).flatMap(wordsOf));
  const own = databaseTests
    .filter((file) => onServer.includes(featureOf(file) ?? ""))
    .map((file) => ({ file, score: scoreOf(file, words, read) }))
    .sort((one, other) => other.score - one.score || (one.file < other.file ? -1 : 1))
    .map(({ file }) => file);
  const dependents = unique(onServer.flatMap((feature) => importersOf(feature, files, read)));
  const nouns = onServer.map((feature) => path.basename(feature).replace(/s$/, ""));
  const indirect = databaseTests.filter((file) => {
    const isOfDependent = dependents.includes(featureOf(file) ?? "");
    return nouns.some((noun) => new RegExp(isOfDependent ? noun : `from "[./a-z]+/${noun}s?/`).test(read(file)));
  });
  const candidates = unique([...changedTests, ...own, ...indirect]);
  const run = candidates.slice(0, Math.max(maxDatabaseFiles, changedTests.length));
  const rest = candidates.length - run.length;
  return { run, leftOut: rest > 0 ? [`${rest} more database test files of the touched features and their users`] : [] };
}

/** @param {readonly string[]} code @param {readonly string[]} features @returns {Selection} */
function planBrowserTests(code, features) {
  const changedStories = code.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file));
  const touched = features.filter((feature) =>
    code.some((file) => featureOf(file) === feature && !file.startsWith("tests/") && !isTest(file)),
  );
  // The first story of each feature comes before the second one of any.
  const ofFeatures = [0, 1, 2].flatMap((place) =>
    touched.flatMap((feature) => stories[feature]?.[place] ?? []).map((name) => `tests/e2e/${name}.spec.ts`),
  );
  const candidates = unique([...changedStories, ...ofFeatures]);
  const run = candidates.slice(0, Math.max(maxBrowserFiles, changedStories.length));
  return {
    run,
    leftOut: candidates.slice(run.length).map((file) => `${file}: at most ${maxBrowserFiles} browser tests`),
  };
}

/**
 * Features whose server or worker code imports the given one directly.
 * @param {string} feature
 * @param {readonly string[]} files
 * @param {(file: string) => string} read
 */
function importersOf(feature, files, read) {
  const importing = new RegExp(`from "(?:\\.\\./)+(?:[a-z]+/)?${path.basename(feature)}/`);
  return unique(
    files.flatMap((file) => {
      const importer = /^(?:server|workers)\//.test(file) && file.endsWith(".ts") ? featureOf(file) : null;
      return importer !== null && importer !== feature && importing.test(read(file)) ? importer : [];
    }),
  );
}

/**
 * Prefixes of the calls of a feature, from its manifest.
 * @param {string} feature
 * @param {readonly string[]} files
 * @param {(file: string) => string} read
 */
const callPrefixesOf = (feature, files, read) =>
  files
    .filter((file) => file.startsWith(`shared/${feature}/`) && /\.(?:feature|calls)\.ts$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/import \* as (\w+) from "[^"]+\.contract"/g)].map((match) => match[1] ?? ""),
    );

const generalWords = new Set([
  "service",
  "rules",
  "routes",
  "read",
  "sql",
  "test",
  "present",
  "policy",
  "workflow",
  "contract",
]);

/** @param {string} file @returns {string[]} the words of its name that say what it is about */
const wordsOf = (file) =>
  path
    .basename(file)
    .split(/[-.]/)
    .slice(0, -1)
    .filter((word) => word.length > 2 && !generalWords.has(word));

/** Counts how often a test names the changed files: tests of a large feature that are about the change come first.
 * @param {string} file
 * @param {readonly string[]} words
 * @param {(file: string) => string} read
 */
const scoreOf = (file, words, read) =>
  words.reduce(
    (score, word) => score + (file.includes(word) ? 10 : 0) + Math.min(read(file).split(word).length - 1, 5),
    0,
  );

/** @param {readonly string[]} items */
const unique = (items) => [...new Set(items)];
