import { acyclicLinks } from "./acyclic-links";

test("leaves out links that close a cycle, and counts doubled ones once", () => {
  expect(
    acyclicLinks([
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
      ["a", "b"],
      ["d", "d"],
      ["a", "c"],
    ]),
  ).toEqual({
    acyclic: [
      ["a", "b"],
      ["b", "c"],
      ["a", "c"],
    ],
    cyclicCount: 2,
  });
});

test("existing links count in cycles and aren't returned", () => {
  expect(
    acyclicLinks(
      [
        ["b", "a"],
        ["a", "b"],
        ["b", "c"],
      ],
      [["a", "b"]],
    ),
  ).toEqual({ acyclic: [["b", "c"]], cyclicCount: 1 });
});

test("a chain of 20,000 cards keeps all links, and a ring of them none", () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => [`${at + 1}`, `${at}`] as const);
  expect(acyclicLinks(chain).acyclic).toEqual(chain);
  expect(acyclicLinks([...chain, ["0", "20000"], ["x", "0"]])).toEqual({
    acyclic: [["x", "0"]],
    cyclicCount: 20_001,
  });
});
