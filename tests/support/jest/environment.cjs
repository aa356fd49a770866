const { ModernFakeTimers } = require("@jest/fake-timers");
const { ModuleMocker } = require("jest-mock");
const keepConnections = require("./connections.cjs");

/**
 * Database tests run in the process's own realm instead of a fresh one per file: what is loaded from node_modules, and
 * the product's own modules serve all files of a process (see runtime.cjs). A file still finds the globals and the
 * environment variables that the first one found.
 */
module.exports = class OneRealm {
  /** @param {{ projectConfig: import("@jest/types").Config.ProjectConfig }} config */
  constructor({ projectConfig }) {
    this.before = remember();
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    keepConnections();
    process.exit = this.before.exit; // the runner's own message around it would be around the last file's
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    // What a file has put in a function's place would stay in the product's own modules, which are the next file's as well.
    this.moduleMocker.restoreAllMocks();
    restore(this.before);
  }

  exportConditions() {
    return ["node", "node-addons"];
  }

  /** Asked for by the runner; runtime.cjs compiles without one. */
  getVmContext() {
    return {};
  }
};

/** TypeORM's notes of all entities, which are made once in a process (see runtime.cjs). */
const kept = new Set(["typeormMetadataArgsStorage"]);

function remember() {
  return {
    globals: Object.getOwnPropertyDescriptors(globalThis),
    variables: { ...process.env },
    exit: process.exit,
  };
}

/** @param {ReturnType<typeof remember>} before */
function restore({ globals, variables }) {
  for (const key of Reflect.ownKeys(globalThis)) {
    if (kept.has(String(key))) continue;
    const was = Reflect.get(globals, key);
    if (!was) Reflect.deleteProperty(globalThis, key);
    else if (was.configurable) Object.defineProperty(globalThis, key, was);
  }
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
}
