import {
  type DocumentFieldRow,
  optionalDay,
  optionalId,
  optionalLine,
  optionalText,
} from "../../approvals/documents/document-fields";
import { serviceToField } from "../money/money.schema";
import { isMistypedCreditorReference } from "../payments/creditor-reference";

export const financeTypes = ["purchase", "payment", "cash_advance"] as const;
export type FinanceType = (typeof financeTypes)[number];

interface FinanceFieldRow extends DocumentFieldRow {
  /** Types of requests whose form has the field. */
  types: readonly FinanceType[];
}

const suppliedTypes = ["purchase", "payment"] as const;
const invoiceNumber = optionalLine(100);

/** Fields of the whole request that its requester fills in. Its items are in `finance.schema.ts`. */
export const financeFields = {
  details: { ...optionalLine(500), types: financeTypes },
  /** The day by which a payment is needed is its due day. */
  needed_by: { ...optionalDay(), types: ["purchase", "cash_advance"] },
  /** Day until which the request must be paid; defaults to `needed_by`. */
  due_on: { ...optionalDay(), types: suppliedTypes, printed: "dueOn" },
  supplier: {
    ...optionalLine(200),
    types: suppliedTypes,
    exported: { name: "supplier", width: 22 },
    printed: "supplier",
  },
  /** A stored supplier, whose name replaces `supplier`; null for suppliers without a record. */
  supplier_id: { ...optionalId("supplier"), types: suppliedTypes },
  /** A creditor reference (ISO 11649) is passed to the bank as a structured one. */
  invoice_number: {
    ...invoiceNumber,
    input: invoiceNumber.input.test(
      "reference",
      "finance.creditorReference",
      (value) => !value || !isMistypedCreditorReference(value),
    ),
    types: suppliedTypes,
    exported: { name: "invoice", width: 16 },
    printed: "invoice",
  },
  invoice_date: {
    ...optionalDay(),
    types: suppliedTypes,
    exported: { name: "invoiceDate", width: 12 },
    printed: "invoiceDate",
  },
  /** First and last day of the period in which goods or services were supplied, which is printed as one fact. */
  service_from: { ...optionalDay(), types: suppliedTypes, exported: { name: "serviceFrom", width: 12 } },
  service_to: {
    ...optionalDay(),
    input: serviceToField(),
    types: suppliedTypes,
    exported: { name: "serviceTo", width: 12 },
  },
  note: { ...optionalText(2_000), types: financeTypes },
  no_file_reason: { ...optionalText(500), types: ["payment"] },
  over_budget_reason: { ...optionalText(500), types: financeTypes },
} as const satisfies Readonly<Record<string, FinanceFieldRow>>;
export type FinanceFields = typeof financeFields;
export type FinanceField = keyof FinanceFields;
export const financeFieldNames = Object.keys(financeFields) as FinanceField[];

/** Whether the form of this type of request has the field. */
export const hasField = (type: FinanceType, name: FinanceField): boolean =>
  (financeFields[name].types as readonly FinanceType[]).includes(type);
