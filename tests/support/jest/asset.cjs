const path = require("node:path");

/** An imported picture or font in tests: its file name instead of its address. */
module.exports = {
  /**
   * @param {string} _content
   * @param {string} file
   */
  process: (_content, file) => ({ code: `module.exports = ${JSON.stringify(path.basename(file))};` }),
};
