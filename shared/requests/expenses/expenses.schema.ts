import { array, object } from "yup";
import { inputShape } from "../../approvals/documents/document-fields";
import {
  dayField,
  emptyToNull,
  idField,
  lineField,
  pagingShape,
  textField,
  versionField,
  wholeNumber,
} from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { compareAmounts, isAmount } from "../../kernel/money";
import { amountField, currencyField, serviceToField } from "../money/money.schema";
import { claimFields } from "./expenses.fields";
import { expenseStatuses } from "./expenses.workflow";

export const maxCategories = 500;
export const maxExpenseItems = 100;
export const maxReceipts = 10;
export const maxKilometres = "99999";
export const categorySorts = ["name"] as const;

const limitField = () => amountField().nullable();

export const expenseCategorySchema = object({
  name: lineField(120).required("field.required"),
  item_limit: limitField(),
  day_limit: limitField(),
  receipt_above: limitField(),
  km_rate: limitField().test("above0", "field.positive", (value) => !value || !isAmount(value) || /[1-9]/.test(value)),
  strict: boolean(),
  cost_account_id: idField("cost_account").nullable(),
  archived: boolean(),
  version: versionField(),
});

const atMost = (most: string) => (value: string | null | undefined) =>
  !value || !isAmount(value) || compareAmounts(value, most) <= 0;

const hundredths = (value: string | null | undefined) => !value || !isAmount(value) || !/\.\d{3,}$/.test(value);

export const expenseItemSchema = object({
  /** Id of a stored item. New items have no id. */
  id: idField("expenseItem").nullable(),
  /** Day of the receipt. */
  spent_on: dayField(),
  service_from: dayField(),
  service_to: serviceToField(),
  category_id: idField("expense_category").nullable(),
  supplier: lineField(200).transform(emptyToNull).nullable(),
  note: textField(2_000).transform(emptyToNull).nullable(),
  project_id: idField("project").nullable(),
  currency: currencyField(),
  /** Amount including VAT. Computed for mileage. */
  amount: amountField(),
  /** VAT rate in percent. If set, the VAT amount is computed. */
  vat_rate: amountField().test("most", "expense.percent", atMost("100")).test("hundredths", "field.number", hundredths),
  vat_amount: amountField(),
  kilometres: amountField()
    .test("most", "expense.tooFar", atMost(maxKilometres))
    .test("hundredths", "field.number", hundredths),
});

export const expenseClaimSchema = object({
  ...inputShape(claimFields),
  items: array(expenseItemSchema.required()).max(maxExpenseItems, "field.tooMany"),
  draft: boolean(),
  version: wholeNumber(1, 2_000_000_000),
});

export const receiptSchema = object({ item_id: idField("expenseItem").required("field.id") });

export const expenseListQuery = {
  scope: string().oneOf(["mine", "team", "all", ""] as const, "field.oneOf"),
  status: string().oneOf([...expenseStatuses, ""], "field.oneOf"),
  q: lineField(100),
  ...pagingShape,
};
