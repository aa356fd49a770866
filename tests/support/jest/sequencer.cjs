const { default: TestSequencer } = require("@jest/test-sequencer");

/** Short files that test every call or compile the product. */
const longFiles = /[\\/]tests[\\/](matrix[\\/]|platform[\\/]statement-rows)/;

/**
 * Starts the files that take longest first, so that no worker waits for the last file. Jest knows the durations of earlier runs on the same
 * machine; a first run would order by file size, and these files are short.
 */
module.exports = class LongFilesFirst extends TestSequencer {
  /**
   * @override
   * @param {Parameters<TestSequencer["sort"]>[0]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    /** @type {(test: { path: string, duration?: number }) => number} */
    const isLong = ({ path, duration }) => Number(duration === undefined && longFiles.test(path));
    return sorted.toSorted((a, b) => isLong(b) - isLong(a));
  }
};
