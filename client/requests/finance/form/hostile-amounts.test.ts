import fc from "fast-check";
import { type AnyObjectSchema, object, ValidationError } from "yup";
import { conditionShape, dryRunSchema } from "../../../../shared/approvals/approvals/approval-rules.schema";
import {
  grandTotals,
  homeAmount,
  itemTotal,
  roundQuantity,
  findTooLargeAmount,
} from "../../../../shared/requests/finance/finance.items.rules";
import {
  budgetChangeSchema,
  budgetSchema,
  financeListQuery,
  financePreviewQuery,
  financeRequestSchema,
  settleSchema,
} from "../../../../shared/requests/finance/finance.schema";
import { checkAnswers } from "../../../../shared/requests/forms/forms.answers.rules";
import { newField } from "../../../../shared/requests/forms/forms.definition";
import { currencyCodes, isDecimal, isWithinMax } from "../../../../shared/kernel/money";
import { createProjectSchema } from "../../../../shared/work/projects/projects.schema";
import { readTypedNumber, valueOfTyped } from "../../../../shared/kernel/typed-numbers";
import { financeFormSchema, initialFinanceValues } from "./finance.values";
import { displayedAmounts, pricedItem, quantityOf, quantityRules } from "./items/items.sheet";

// Generated hostile amounts for every field and calculation that accepts one: each amount is rejected at its field or accepted within the
// maximum, and no other error is thrown.

/** Generated amounts per field; 17 fields result in 10,000 amounts. */
const runs = 625;

const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 90 });
const numeric = fc
  .tuple(
    fc.constantFrom("", "-", "+", " ", "--"),
    digits,
    fc.option(digits),
    fc.constantFrom("", "e5", "E-400", "n", "%"),
  )
  .map(([sign, whole, part, tail]) => `${sign}${whole}${part === null ? "" : `.${part}`}${tail}`);
const edges = fc.constantFrom(
  "999999999999",
  "999999999999.99",
  "1000000000000",
  "999999999999.9999",
  "0.00005",
  "-0",
  "-0.00",
  "00012.5",
  ".5",

  "5.",
  "1,5",
  "1_000",
  "0x1f",
  "1e999",
  "Infinity",
  "-Infinity",
  "NaN",
  "null",
  "١٢٫٥",
  "๑๒",
  "１２",
  "−5",
  "\u202e5",

  "5\u0000",
  "\ud800",
  "",
  " ",
  "\n7\n",
  "9".repeat(5_000),
  `0.${"0".repeat(500)}1`,
  "__proto__",
  "[object Object]",
);
const odd = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(1e21, -1e-7, Number.MAX_VALUE, Number.MIN_VALUE, true, false, null, undefined, Symbol.iterator),
  fc.bigInt(),
  fc.constantFrom<unknown>({ toString: "" }, { valueOf: 7 }, { toString: () => "5" }, ["5"], [["5"]], {}, [], {
    length: 3,
  }),
  fc.anything(),
);
const hostile = fc.oneof(numeric, edges, odd, fc.string());

interface MoneyField {
  schema: AnyObjectSchema;
  input(amount: unknown): object;
  place: readonly (string | number)[];
}

const at = (schema: AnyObjectSchema, name: string, otherFields: object = {}): MoneyField => ({
  schema,
  input: (amount) => ({ ...otherFields, [name]: amount }),
  place: [name],
});
const listed = (schema: AnyObjectSchema, list: string, name: string): MoneyField => ({
  schema,
  input: (amount) => ({ [list]: [{ details: "x", quantity: 1, [name]: amount }] }),
  place: [list, 0, name],
});

const fields: Record<string, MoneyField> = {
  price: listed(financeRequestSchema, "items", "price"),
  discount: listed(financeRequestSchema, "items", "discount"),
  receipt: listed(settleSchema, "receipts", "amount"),
  returned: at(settleSchema, "returned"),
  reimbursed: at(settleSchema, "reimbursed"),
  budget: at(budgetSchema, "amount", { department_id: 1, year: 2030 }),
  "changed budget": at(budgetChangeSchema, "amount"),
  preview: at(object(financePreviewQuery), "amount"),
  "at least": at(object(financeListQuery), "min"),
  "at most": at(object(financeListQuery), "max"),
  "rule from": at(object(conditionShape), "from_amount"),
  "rule to": at(object(conditionShape), "to_amount"),
  "rule from cost": at(object(conditionShape), "from_cost"),
  "rule to cost": at(object(conditionShape), "to_cost"),
  "dry run of a cost": at(dryRunSchema, "cost", { family: "booking", type: "van" }),
  "dry run": at(dryRunSchema, "amount", { family: "finance", type: "purchase" }),
  "budget of a project": at(createProjectSchema, "budget", { title: "x" }),
};

const valueAt = (cast: unknown, place: MoneyField["place"]): unknown =>
  place.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], cast);

test.each(Object.entries(fields))(
  "%s: an amount is rejected at its field or is within the maximum",
  (_, { schema, input, place }) => {
    const check = (amount: unknown) => {
      try {
        const value = valueAt(schema.validateSync(input(amount), { abortEarly: false }), place);
        if (value === null || value === undefined || value === "") return;
        expect(typeof value === "string" && isDecimal(value) && isWithinMax(value)).toBe(true);
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        const paths = error.inner.length > 0 ? error.inner.map(({ path }) => path) : [error.path];
        for (const path of paths) expect(path?.split(/[.[]/)[0]).toBe(place[0]);
      }
    };
    fc.assert(fc.property(hostile, check), { numRuns: runs });
  },
);

test("an amount in a form answer is rejected at its field or is within the maximum", () => {
  const field = { ...newField("money", "f1"), label: "x", required: true };
  fc.assert(
    fc.property(hostile, fc.oneof(fc.constantFrom<unknown>(...currencyCodes), odd), (amount, currency) => {
      const { errors, answers } = checkAnswers({ fields: [field] }, { f1: { amount, currency } });
      for (const place of Object.keys(errors)) expect(place).toMatch(/^f1/);
      const storedAmount = (answers.f1 as { amount?: string } | undefined)?.amount;
      if (Object.keys(errors).length === 0)
        expect(isDecimal(storedAmount ?? "") && isWithinMax(storedAmount)).toBe(true);
    }),
    { numRuns: runs },
  );
});

test("any form content can be totaled and validated without throwing", () => {
  const typed = fc.oneof(numeric, edges, fc.string());
  const line = fc.record({
    details: fc.string(),
    price: typed,
    quantity: fc.oneof(fc.double(), fc.maxSafeInteger()),
    discount: typed,
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...currencyCodes),
      (lines, currency) => {
        const items = lines.map((one) => ({ ...one, quantity: roundQuantity(one.quantity) }));
        const safe = items.map(pricedItem);
        for (const item of items)
          for (const amount of Object.values(displayedAmounts(item, currency)))
            expect(amount).toMatch(/^-?\d+(\.\d+)?$/);
        const { total } = grandTotals(safe, currency);
        expect(total).toMatch(/^-?\d+(\.\d+)?$/);
        expect(homeAmount(total, "123456789.12345678", "KWD")).toMatch(/^-?\d+(\.\d+)?$/);
        const found = findTooLargeAmount(items, currency);
        expect(found.total).toBe(found.lines.length > 0 || !isWithinMax(total));
        for (const at of found.lines) expect(isWithinMax(itemTotal(safe[at] as never, currency))).toBe(false);
        const values = { ...initialFinanceValues("x", currency), items };
        for (const draft of [true, false]) {
          try {
            financeFormSchema(() => draft, "Sample").validateSync(values, { abortEarly: false });
            expect(isWithinMax(total)).toBe(true);
          } catch (error) {
            if (!(error instanceof ValidationError)) throw error;
          }
        }
      },
    ),
    { numRuns: runs },
  );
});

test("typed digits of any script are read as valid amounts or rejected by the schema", () => {
  const signs = fc.constantFrom(
    { decimal: ".", group: "," },
    { decimal: ",", group: "." },
    { decimal: "٫", group: "٬" },
  );
  fc.assert(
    fc.property(fc.oneof(numeric, edges, fc.string()), signs, (typed, sign) => {
      const reading = readTypedNumber(typed, sign, quantityRules);
      const values = reading.kind === "number" ? [reading.value] : reading.kind === "ambiguous" ? reading.values : [];
      for (const value of values) expect(isDecimal(value)).toBe(true);
      const quantity = quantityOf(valueOfTyped(typed, sign, quantityRules));
      const { price } = pricedItem({ details: "", price: valueOfTyped(typed, sign, quantityRules), quantity });
      expect(price === "" || isDecimal(price ?? "")).toBe(true);
      expect(typeof quantity === "string" || Number.isFinite(quantity)).toBe(true);
    }),
    { numRuns: runs },
  );
});
