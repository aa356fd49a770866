const { appendFileSync } = require("node:fs");

/** What has been written down already, by this test file. */
const known = new Set();

/** Writes down that a guard was come to, and what its condition was; gives the condition back. See try.mjs. */
module.exports = (/** @type {string} */ id, /** @type {unknown} */ value) => {
  const line = `${id} ${value === undefined ? "reached" : Boolean(value)}\n`;
  if (!known.has(line)) appendFileSync(process.env.GUARDS_SEEN ?? "/dev/null", line);
  known.add(line);
  return value;
};
