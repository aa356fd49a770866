import { object } from "yup";
import { plainInput } from "./plain-input";
import { string } from "./schemas";

test("keys named like Object.prototype methods are dropped at every depth", () => {
  const sent = JSON.parse('{"name": "a", "valueOf": {}, "list": [{"toString": 1, "id": 2}], "none": null}') as unknown;
  expect(plainInput(sent)).toEqual({ name: "a", list: [{ id: 2 }], none: null });
  const when = new Date(0);
  expect(plainInput({ when })).toEqual({ when });
});

test("after plainInput an object schema validates such keys without a TypeError", () => {
  const schema = object({ name: string() });
  const sent = { name: "a", valueOf: {} };
  expect(() => schema.validateSync(sent)).toThrow(TypeError); // Yup's behavior without plainInput
  expect(schema.validateSync(plainInput(sent), { stripUnknown: true })).toEqual({ name: "a" });
});
