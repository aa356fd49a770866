import { array, assert, bigInt, constantFrom, integer, property } from "fast-check";
import { compareAmounts, currencyCodes, decimalsOf, minusMoney, sumOfMoney, toMoney } from "../../kernel/money";
import { coveredByAdvance, settlementOf } from "./finance.settlement.rules";

const text = (value: bigint, decimals: number) => {
  const digits = value.toString().padStart(decimals + 1, "0");
  return decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
};

test("the unspent part of an advance has to be returned", () => {
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

test("spending beyond the advance has to be reimbursed", () => {
  const over = { given: "100", receipts: ["130.255"], returned: "", reimbursed: "" };
  expect(settlementOf(over, "EUR")).toMatchObject({ to_reimburse: "30.26", to_return: "0.00", settled: false });
  expect(settlementOf({ ...over, reimbursed: "30.26" }, "EUR")).toMatchObject({ to_reimburse: "0.00", settled: true });
});

test("spending beyond the advance after a partial return is counted once", () => {
  const account = { given: "100", receipts: ["80"], returned: "40", reimbursed: "" };
  expect(settlementOf(account, "EUR")).toMatchObject({ to_reimburse: "20.00", to_return: "0.00" });
});

test("the account always balances, and at most one amount is outstanding", () => {
  const amount = () => bigInt({ min: 0n, max: 10n ** 12n });
  assert(
    property(
      amount(),
      array(amount(), { maxLength: 30 }),
      amount(),
      amount(),
      constantFrom(...currencyCodes),
      (paidOut, receipts, returned, reimbursed, code) => {
        const say = (value: bigint) => text(value, decimalsOf(code));
        const all = settlementOf(
          { given: say(paidOut), receipts: receipts.map(say), returned: say(returned), reimbursed: say(reimbursed) },
          code,
        );
        expect(sumOfMoney([all.given, all.reimbursed, all.to_reimburse], code)).toBe(
          sumOfMoney([all.spent, all.returned, all.to_return], code),
        );
        expect(compareAmounts(all.to_return, "0") > 0 && compareAmounts(all.to_reimburse, "0") > 0).toBe(false);
        expect(all.settled).toBe(paidOut + reimbursed === receipts.reduce((sum, one) => sum + one, 0n) + returned);
      },
    ),
  );
});

describe("a claim that an advance covers", () => {
  const euros = { currency: "EUR", rate: "1.0834", home: "USD" };
  test("uses up the advance exactly, or only what was claimed", () => {
    expect(coveredByAdvance({ ...euros, left: "500.00" }, "620.00")).toEqual({ receipt: "500.00", covered: "541.70" });
    expect(coveredByAdvance({ ...euros, left: "500.00" }, "300.00")).toEqual({ receipt: "276.91", covered: "300.00" });
    expect(coveredByAdvance({ ...euros, left: "0.00" }, "300.00")).toEqual({ receipt: "0.00", covered: "0.00" });
  });

  test("never covers more than is left or claimed, and the rest adds up", () => {
    const cents = integer({ min: 0, max: 10_000_000 }).map((of) => (of / 100).toFixed(2));
    assert(
      property(cents, cents, constantFrom("1", "1.0834", "0.9"), (left, claimed, rate) => {
        const { receipt, covered } = coveredByAdvance({ ...euros, rate, left }, claimed);
        expect(compareAmounts(receipt, left)).toBeLessThanOrEqual(0);
        expect(compareAmounts(covered, claimed)).toBeLessThanOrEqual(0);
        expect(sumOfMoney([covered, minusMoney(claimed, covered, "USD")], "USD")).toBe(toMoney(claimed, "USD"));
        const after = settlementOf({ given: left, receipts: [receipt], returned: "0", reimbursed: "0" }, "EUR");
        expect(after.to_reimburse).toBe("0.00");
      }),
    );
  });
});
