import { object } from "yup";
import { plainInput } from "./plain-input";
import { string } from "./schemas";

test("keys named like methods of every object are dropped, at every depth; everything else stays", () => {
  const sent = JSON.parse('{"name": "a", "valueOf": {}, "list": [{"toString": 1, "id": 2}], "none": null}') as unknown;
  expect(plainInput(sent)).toEqual({ name: "a", list: [{ id: 2 }], none: null });
  const when = new Date(0);
  expect(plainInput({ when })).toEqual({ when });
});

test("a schema of an object takes them without breaking down", () => {
  const schema = object({ name: string() });
  const sent = { name: "a", valueOf: {} };
  expect(() => schema.validateSync(sent)).toThrow(TypeError); // what it is for
  expect(schema.validateSync(plainInput(sent), { stripUnknown: true })).toEqual({ name: "a" });
});
