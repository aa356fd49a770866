// Preloaded into a process of the product (node --require): shifts its clock by the milliseconds in the file CHAOS_CLOCK, like a wrong
// system clock. Timers and performance.now() are monotonic and not affected.
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
