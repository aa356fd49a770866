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
  sort(tests) {
    const isLong = (/** @type {{ path: string, duration?: number }} */ test) =>
      test.duration === undefined && longFiles.test(test.path) ? 1 : 0;
    return [...super.sort(tests)].sort((a, b) => isLong(b) - isLong(a));
  }
};
