const { readFileSync } = require("node:fs");
const { createRequire, isBuiltin } = require("node:module");
const path = require("node:path");
const { compileFunction } = require("node:vm");
const { default: Runtime } = require("jest-runtime");
const SharedEnvironment = require("./environment.cjs");

/** Packages with global state that a second server in the same process would collide with. */
const loadedPerFile = new Set(["prom-client"]);

const productFolders = ["shared", "server", "workers", "migrations"].map((folder) =>
  path.join(__dirname, "../../..", folder, path.sep),
);

/** A file that mocks or reloads modules gets its own copies. */
const mocksModules = /\bjest\.(mock|doMock|unstable_mockModule|resetModules|isolateModules)/;

/** Loads the product for all files of a process, by project. @type {Map<string, SharingRuntime>} */
const loaders = new Map();

/**
 * Loads packages and the product's own modules once per process instead of once per test file: with Jest's own runtime the database
 * tests take three times as much processor time. Modules of tests and screens are still evaluated for each file.
 */
class SharingRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} given */
  constructor(...given) {
    super(...given);
    const [config, environment, , , , , file] = given;
    this.shares = environment instanceof SharedEnvironment;
    /** @type {SharingRuntime | null} */
    this.loader = null;
    if (!this.shares) return;
    Reflect.set(Reflect.get(this, "executor"), "compile", compile);
    if (new.target !== SharingRuntime || mocksModules.test(readFileSync(file, "utf8"))) return;
    if (!loaders.has(config.id)) loaders.set(config.id, new Loader(...given));
    this.loader = loaders.get(config.id) ?? null;
  }

  /**
   * @override
   * @template T
   * @param {string} from
   * @param {string} name
   * @returns {T}
   */
  requireModuleOrMock(from, name) {
    if (this.shares && this.isSharedPackage(from, name)) return createRequire(from)(name);
    if (this.loader && isOfProduct(from, name)) return this.loader.requireModuleOrMock(from, name);
    return super.requireModuleOrMock(from, name);
  }

  /**
   * @param {string} from
   * @param {string} name
   */
  isSharedPackage(from, name) {
    const isFile = name.startsWith(".") || name.startsWith("/");
    if (isFile || isBuiltin(name) || name.startsWith("@jest/") || loadedPerFile.has(name)) return false;
    return !Reflect.get(this, "mockState").shouldMockCjs(from, name).shouldMock;
  }

  /**
   * Includes the source maps of modules that the loader has loaded.
   * @override
   * @returns {ReturnType<Runtime["getSourceMaps"]>}
   */
  getSourceMaps() {
    const own = super.getSourceMaps();
    const { loader } = this;
    if (!loader) return own;
    return Object.assign(new Map(), {
      get: (/** @type {string} */ file) => own.get(file) ?? loader.getSourceMaps().get(file),
    });
  }
}

/** Outlives the file that it was created for, since the product requires some modules later. */
class Loader extends SharingRuntime {
  /** @override */
  teardown() {}
}

/**
 * @param {string} from
 * @param {string} name
 */
function isOfProduct(from, name) {
  if (!name.startsWith(".") && !name.startsWith("/")) return false;
  const file = path.resolve(path.dirname(from), name);
  return productFolders.some((folder) => file.startsWith(folder));
}

/**
 * Compiles into the process's own realm.
 * @this {{ injectedModuleParameters: string[] }}
 * @param {string} source
 * @param {string} filename
 */
function compile(source, filename) {
  return compileFunction(source, this.injectedModuleParameters, { filename });
}

module.exports = SharingRuntime;
