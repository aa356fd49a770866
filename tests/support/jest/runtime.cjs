const { readFileSync } = require("node:fs");
const { createRequire, isBuiltin } = require("node:module");
const path = require("node:path");
const { compileFunction } = require("node:vm");
const { default: Runtime } = require("jest-runtime");
const OneRealm = require("./environment.cjs");
const asyncHooksOfRunner = require("./test-context.cjs");

/** Counts in a registry of its own that a second server in one process would find filled. */
const loadedPerFile = new Set(["prom-client"]);

/** What keeps nothing between two calls that a test could find; screens and what tests stand on do. */
const product = ["shared", "server", "workers", "migrations"].map((folder) =>
  path.join(__dirname, "../../..", folder, path.sep),
);

/** A file that puts something else in a module's place, or wants it new, has modules of its own. */
const wantsItsOwn = /\bjest\.(mock|doMock|unstable_mockModule|resetModules|isolateModules)/;

/** Where a fault is put in, a lock left out, or written down who comes to what, each file is to meet it by itself. */
const eachByItself = ["FAULT", "WITHOUT_LOCK", "REACH_PLACES"].some((name) => process.env[name]);

/** @type {Map<string, { source: string, compiled: Function }>} */
const compiledFiles = new Map();

/** What loads the product for all files of a process, by project. @type {Map<string, SharingRuntime>} */
const loaders = new Map();

/**
 * Files of one process share what is the same for all of them: packages are loaded once, by Node, the product's own modules once as
 * well, and what else is ours is compiled once. So what V8 has learned of the product serves all files, and its contract and entities
 * are made once. Modules of tests and screens are evaluated anew for every test file, so none finds another's state.
 */
class SharingRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} given */
  constructor(...given) {
    super(...given);
    const [config, environment, , , , , file] = given;
    this.shares = environment instanceof OneRealm;
    /** @type {SharingRuntime | null} */
    this.loader = null;
    if (!this.shares) return;
    Reflect.set(Reflect.get(this, "executor"), "compile", compile);
    if (eachByItself || new.target !== SharingRuntime || wantsItsOwn.test(readFileSync(file, "utf8"))) return;
    if (!loaders.has(config.id)) loaders.set(config.id, new Loader(...given));
    this.loader = loaders.get(config.id) ?? null;
  }

  /**
   * The runner's own, which is evaluated for each file: it finds another `AsyncLocalStorage` (test-context.cjs says why).
   * @override
   * @template T
   * @param {string} from
   * @param {string} [to]
   * @returns {T}
   */
  requireInternalModule(from, to) {
    const core = Reflect.get(this, "coreModule");
    const usual = core.require;
    core.require = (/** @type {string} */ name) =>
      name.endsWith("async_hooks") ? asyncHooksOfRunner : usual.call(core, name);
    try {
      return super.requireInternalModule(from, to);
    } finally {
      core.require = usual;
    }
  }

  /**
   * @override
   * @template T
   * @param {string} from
   * @param {string} name
   * @returns {T}
   */
  requireModuleOrMock(from, name) {
    if (this.shares && this.isShared(from, name)) return createRequire(from)(name);
    if (this.loader && isOfProduct(from, name)) return this.loader.requireModuleOrMock(from, name);
    return super.requireModuleOrMock(from, name);
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

  /**
   * Lines in a stack are those of the source, also of what others have loaded.
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

/** Outlives the file for which it was made: what the product requires only when it is needed is asked of it much later. */
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
  return product.some((folder) => file.startsWith(folder));
}

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

module.exports = SharingRuntime;
