const { ModernFakeTimers } = require("@jest/fake-timers");
const { ModuleMocker } = require("jest-mock");

/**
 * Runs test files in the process's own realm, so that they can share loaded modules (runtime.cjs), and restores globals after each file.
 */
module.exports = class SharedEnvironment {
  /** @param {{ projectConfig: import("@jest/types").Config.ProjectConfig }} config */
  constructor({ projectConfig }) {
    this.before = {
      globals: Object.getOwnPropertyDescriptors(globalThis),
      variables: { ...process.env },
      exit: process.exit,
    };
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    process.exit = this.before.exit; // the runner wraps it again for each file
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks(); // spies on shared modules would reach the next file
    const { globals, variables } = this.before;
    for (const key of Reflect.ownKeys(globalThis)) {
      if (kept.has(String(key))) continue;
      const was = Reflect.get(globals, key);
      if (!was) Reflect.deleteProperty(globalThis, key);
      else if (was.configurable) Object.defineProperty(globalThis, key, was);
    }
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
  }

  exportConditions() {
    return ["node", "node-addons"];
  }

  /** Required by the runner; runtime.cjs compiles without a context. */
  getVmContext() {
    return {};
  }
};

/** TypeORM's registry of entities, which are loaded once per process, and the server of tests/support/server.ts. */
const kept = new Set(["typeormMetadataArgsStorage", "sharedTestServer"]);
