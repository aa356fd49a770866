/** CSS modules in tests: every class is named like its key. */
module.exports = {
  process: () => ({
    code: "module.exports = new Proxy({ __esModule: false }, { get: (classes, name) => (name in classes ? classes[name] : name) });",
  }),
};
