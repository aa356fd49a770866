import { filterOf, isFiltered, queryOf } from "./finance.query";

const read = (text: string) => filterOf(new URLSearchParams(text));

test("an address that says nothing filters nothing", () => {
  expect(isFiltered(read(""))).toBe(false);
  expect(read("").scope).toBe("mine");
});

test("everything that can be filtered by is read from the address", () => {
  const filter = read(
    "scope=all&type=payment,purchase&status=paid&requester_id=7&department_id=2&currency=eur&supplier=Erbil&from=2026-01-01&to=2026-12-31&min=10&max=99.5&q=PUR",
  );
  expect(queryOf(filter)).toEqual({
    scope: "all",
    type: ["purchase", "payment"],
    status: ["paid"],
    requester_id: 7,
    department_id: 2,
    currency: "EUR",
    supplier: "Erbil",
    from: "2026-01-01",
    to: "2026-12-31",
    min: "10",
    max: "99.5",
    q: "PUR",
  });
  expect(isFiltered(filter)).toBe(true);
});

test("what nobody knows is left out", () => {
  const filter = read("scope=theirs&type=gift&status=lost&requester_id=x&currency=doubloon&from=soon&min=1e9");
  expect(isFiltered(filter)).toBe(false);
});
