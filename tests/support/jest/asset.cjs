const path = require("node:path");

/** Replaces an imported image or font by its file name. */
module.exports = {
  /**
   * @param {string} _content
   * @param {string} file
   */
  process: (_content, file) => ({ code: `module.exports = ${JSON.stringify(path.basename(file))};` }),
};
