/** A CSS module in tests: every class is called what it is called in the file. */
module.exports = {
  process: () => ({
    code: "module.exports = new Proxy({ __esModule: false }, { get: (classes, name) => (name in classes ? classes[name] : name) });",
  }),
};
