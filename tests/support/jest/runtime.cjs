const { createRequire, isBuiltin } = require("node:module");
const { compileFunction } = require("node:vm");
const { default: Runtime } = require("jest-runtime");
const OneRealm = require("./environment.cjs");

/** Counts in a registry of its own that a second server in one process would find filled. */
const loadedPerFile = new Set(["prom-client"]);

/** @type {Map<string, { source: string, compiled: Function }>} */
const compiledFiles = new Map();

/**
 * Files of one process share what is the same for all of them: packages are loaded once, by Node, and our own files are
 * compiled once. Our own modules are evaluated anew for every test file, so none finds another's state.
 */
module.exports = class SharingRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} given */
  constructor(...given) {
    super(...given);
    this.shares = given[1] instanceof OneRealm;
    if (this.shares) Reflect.set(Reflect.get(this, "executor"), "compile", compile);
  }

  /**
   * @override
   * @param {string} from
   * @param {string} name
   */
  requireModuleOrMock(from, name) {
    return this.shares && this.isShared(from, name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }

  /**
   * @param {string} from
   * @param {string} name
   */
  isShared(from, name) {
    const ours = name.startsWith(".") || name.startsWith("/");
    if (ours || isBuiltin(name) || name.startsWith("@jest/") || loadedPerFile.has(name)) return false;
    return !Reflect.get(this, "mockState").shouldMockCjs(from, name).shouldMock;
  }
};

/**
 * @this {{ injectedModuleParameters: string[] }}
 * @param {string} source
 * @param {string} filename
 */
function compile(source, filename) {
  const known = compiledFiles.get(filename);
  if (known?.source === source) return known.compiled;
  const compiled = compileFunction(source, this.injectedModuleParameters, { filename });
  compiledFiles.set(filename, { source, compiled });
  return compiled;
}
