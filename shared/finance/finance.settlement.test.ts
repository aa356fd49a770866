import { array, assert, bigInt, constantFrom, property } from "fast-check";
import { compareAmounts, currencyCodes, decimalsOf, sumOfMoney } from "../kernel/money";
import { settlementOf } from "./finance.settlement.rules";

const text = (value: bigint, decimals: number) => {
  const digits = value.toString().padStart(decimals + 1, "0");
  return decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
};

test("more was given than spent: the rest goes back", () => {
  const half = { given: "500", receipts: ["120.40", "79.60"], returned: "100", reimbursed: null };
  expect(settlementOf(half, "USD")).toEqual({
    given: "500.00",
    spent: "200.00",
    returned: "100.00",
    reimbursed: "0.00",
    to_return: "200.00",
    to_reimburse: "0.00",
    settled: false,
  });
  expect(settlementOf({ ...half, returned: "300" }, "USD")).toMatchObject({ to_return: "0.00", settled: true });
});

test("more was spent than given: it is paid on top", () => {
  const over = { given: "100", receipts: ["130.255"], returned: "", reimbursed: "" };
  expect(settlementOf(over, "EUR")).toMatchObject({ to_reimburse: "30.26", to_return: "0.00", settled: false });
  expect(settlementOf({ ...over, reimbursed: "30.26" }, "EUR")).toMatchObject({ to_reimburse: "0.00", settled: true });
});

test("partly brought back and still spent too much: each is counted once", () => {
  const account = { given: "100", receipts: ["80"], returned: "40", reimbursed: "" };
  expect(settlementOf(account, "EUR")).toMatchObject({ to_reimburse: "20.00", to_return: "0.00" });
});

test("the ledger sums to zero, always, and one side at most is open", () => {
  const amount = () => bigInt({ min: 0n, max: 10n ** 12n });
  assert(
    property(
      amount(),
      array(amount(), { maxLength: 30 }),
      amount(),
      amount(),
      constantFrom(...currencyCodes),
      (given, receipts, returned, reimbursed, code) => {
        const say = (value: bigint) => text(value, decimalsOf(code));
        const all = settlementOf(
          { given: say(given), receipts: receipts.map(say), returned: say(returned), reimbursed: say(reimbursed) },
          code,
        );
        expect(sumOfMoney([all.given, all.reimbursed, all.to_reimburse], code)).toBe(
          sumOfMoney([all.spent, all.returned, all.to_return], code),
        );
        expect(compareAmounts(all.to_return, "0") > 0 && compareAmounts(all.to_reimburse, "0") > 0).toBe(false);
        expect(all.settled).toBe(given + reimbursed === receipts.reduce((sum, one) => sum + one, 0n) + returned);
      },
    ),
  );
});
