// Loaded into a process of the product before anything else (node --require): its clock goes wrong by as many milliseconds
// as the file CHAOS_CLOCK says, as when a machine's is put wrong and right again. What is measured rather than told, timers
// and performance.now(), goes on as it did, as it does there.
const { readFileSync } = require("node:fs");

let offset = 0;
const look = () => {
  try {
    offset = Number(readFileSync(process.env.CHAOS_CLOCK ?? "", "utf8")) || 0;
  } catch {
    offset = 0;
  }
};
look();
setInterval(look, 50).unref();

globalThis.Date = new Proxy(Date, {
  construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [real.now() + offset] : given, made),
  apply: (real) => new real(real.now() + offset).toString(),
  get: (real, name) => (name === "now" ? () => real.now() + offset : Reflect.get(real, name)),
});
