const asyncHooks = require("node:async_hooks");

/**
 * Which test is running, for the runner, whose own is an `AsyncLocalStorage`: with one in use, Node 20 looks at every promise of the
 * process as it is made, settled and awaited, which took a tenth of the database part, and timers and sockets that outlive a test keep
 * it. Tests of a file run one after the other here, so that the one that was begun last is the one. An error that comes after its
 * test has ended is told of the next, and makes it red just as well.
 * @template Store
 */
class OneAtATime {
  /** @type {Store | undefined} */
  #store;

  getStore() {
    return this.#store;
  }

  /**
   * @template Result
   * @param {Store} store
   * @param {() => Promise<Result>} callback
   */
  async run(store, callback) {
    const before = this.#store;
    this.#store = store;
    try {
      return await callback();
    } finally {
      this.#store = before;
    }
  }
}

/** What the runner finds as `node:async_hooks`. */
module.exports = { ...asyncHooks, AsyncLocalStorage: OneAtATime };
