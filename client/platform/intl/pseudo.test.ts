import { pseudoCatalogue } from "./pseudo";

test("pseudo-locale brackets follow the reading direction", () => {
  const catalogue = { "a.b": "text" } as never;
  expect([pseudoCatalogue(catalogue, "xa"), pseudoCatalogue(catalogue, "xb")]).toEqual([
    { "a.b": "⟦a.b⟧" },
    { "a.b": "⟧a.b⟦" },
  ]);
});
