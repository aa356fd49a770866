import { object } from "yup";
import { bicField, ibanField } from "../../kernel/bank-account";
import { emptyToNull, idField, lineField, textField, versionField, wholeNumber } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";
import { accountNumberField } from "../accounts/accounts.schema";
import { isVatId, normalizeVatId } from "./vat-id.rules";

/** Maximum number of suppliers of a tenant; lists of suppliers are returned completely. */
export const maxSuppliers = 5_000;

export const supplierSchema = object({
  name: lineField(160).required("field.required"),
  vat_id: lineField(30)
    .transform((value) => (typeof value === "string" ? normalizeVatId(value) : value))
    .transform(emptyToNull)
    .nullable()
    .test("vatId", "supplier.vatIdWrong", (value) => !value || isVatId(value)),
  payment_days: wholeNumber(0, 365).nullable(),
  cost_account_id: idField("cost_account").nullable(),
  /** The supplier's own account in the accounting program. */
  creditor_account: accountNumberField().transform(emptyToNull).nullable(),
  note: textField(2_000).transform(emptyToNull).nullable(),
  archived: boolean(),
  version: versionField(),
});

export const bankAccountSchema = object({ iban: ibanField().required("field.required"), bic: bicField() });

/** A new supplier can include a bank account, which is proposed in the same way as a later change. */
export const newSupplierSchema = supplierSchema.shape({
  iban: ibanField().transform(emptyToNull).nullable(),
  bic: bicField(),
});

export const supplierSorts = ["name"] as const;
