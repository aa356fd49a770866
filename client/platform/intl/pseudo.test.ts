import { marked } from "./pseudo";

test("marks open and close in the direction in which one reads", () => {
  const catalogue = { "a.b": "text" } as never;
  expect([marked(catalogue, "xa"), marked(catalogue, "xb")]).toEqual([{ "a.b": "⟦a.b⟧" }, { "a.b": "⟧a.b⟦" }]);
});
