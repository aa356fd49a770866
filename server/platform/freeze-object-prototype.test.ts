import { createContext, runInContext } from "node:vm";
import { freezeObjectPrototype } from "./freeze-object-prototype";

test("Object.prototype can't be extended, and objects keep their own properties", () => {
  const context = createContext({});
  const run = (script: string): unknown => runInContext(script, context);
  run("({}).__proto__.before = 1");
  expect(run("({}).before")).toBe(1);
  freezeObjectPrototype(run("globalThis") as typeof globalThis);
  run("({}).__proto__.after = 1; Reflect.set({}.constructor.prototype, 'later', 1)");
  expect(run("[({}).after, ({}).later]")).toEqual([undefined, undefined]);
  expect(() => run("'use strict'; ({}).__proto__.after = 1")).toThrow("not extensible");
  expect(run("({ own: 1, toString: () => 'mine' }) + ''")).toBe("mine");
});
