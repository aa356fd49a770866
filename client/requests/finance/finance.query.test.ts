import { earlierRequestsQuery, readFinanceFilter, isFinanceFiltered, toFinanceQuery } from "./finance.query";
import { moneyStatuses } from "../../../shared/requests/money/money.workflow";

const read = (text: string) => readFinanceFilter(new URLSearchParams(text));

test("an empty query string sets no filter", () => {
  expect(isFinanceFiltered(read(""))).toBe(false);
  expect(read("").scope).toBe("mine");
});

test("every filter is read from the URL", () => {
  const filter = read(
    "scope=all&type=payment,purchase&status=paid&requester_id=7&department_id=2&currency=eur&supplier=Erbil&from=2026-01-01&to=2026-12-31&min=10&max=99.5&q=PUR",
  );
  expect(toFinanceQuery(filter)).toEqual({
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
  expect(isFinanceFiltered(filter)).toBe(true);
});

test("unknown filter values are ignored", () => {
  const filter = read("scope=theirs&type=gift&status=lost&requester_id=x&currency=doubloon&from=soon&min=1e9");
  expect(isFinanceFiltered(filter)).toBe(false);
});

test("earlier requests include all statuses except drafts", () => {
  expect(earlierRequestsQuery.status).toEqual(moneyStatuses.filter((status) => status !== "draft"));
});
