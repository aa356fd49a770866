import { array, object } from "yup";
import { dayField, idField, lineField, textField, wholeNumber } from "../../../kernel/fields";
import { number, string } from "../../../kernel/schemas";
import { insertMessageValues } from "../../../kernel/text/message-values";
import { fileTextOptions } from "../../../kernel/table-text";
import { numberStyles } from "../../../kernel/written-amounts";

const signedDays = () =>
  number()
    .typeError("field.number")
    .min(-999)
    .max(999)
    .test(
      "hundredths",
      insertMessageValues("field.decimals", { most: 2 }),
      (value) => value == null || Number.isInteger(Math.round(value * 1e6) / 1e4),
    );

const adjustedDays = () =>
  signedDays()
    .required("field.required")
    .test("some", "leave.adjustNothing", (value) => value !== 0);

const adjustment = {
  leave_type_id: idField("leaveType").required("field.required"),
  year: wholeNumber(2000, 2100).required("field.required"),
  days: adjustedDays(),
  note: textField(500).required("field.required"),
};

export const adjustmentSchema = object(adjustment);

export const settlementKinds = ["payout", "forfeited"] as const;
export type SettlementKind = (typeof settlementKinds)[number];

export const settlementSchema = object({
  leave_type_id: adjustment.leave_type_id,
  year: adjustment.year,
  kind: string()
    .oneOf([...settlementKinds], "field.oneOf")
    .required("field.required"),
  /** Days to pay out or to let lapse; negative to take back. */
  days: adjustment.days,
  /** A payout is part of the payroll of this day's month. */
  day: dayField().required("field.required"),
  note: adjustment.note,
});

/** Limit of balances that are changed together, because one transaction locks all of them. */
export const maxBatchSize = 2_000;

/** A balance that the user has seen; the change is refused if it is different by now. */
const seenBalance = () => number().typeError("field.number").min(-99_999).max(99_999).required("field.required");

export const bulkPreviewQuery = {
  leave_type_id: adjustment.leave_type_id,
  year: adjustment.year,
  days: adjustment.days,
  department_id: idField("department"),
  location: lineField(80),
};

/** The form of a bulk adjustment, without the people of the preview. */
export const bulkFormSchema = object({ ...bulkPreviewQuery, note: adjustment.note });

export const bulkAdjustmentSchema = object({
  ...adjustment,
  people: array(object({ user_id: idField("user").required("field.required"), before: seenBalance() }))
    .min(1, "field.required")
    .max(maxBatchSize, "field.tooMany")
    .typeError("field.list")
    .required("field.required"),
});

export const openingsSchema = object({
  /** The day at whose beginning users have the days left, in this year or later. */
  day: dayField().required("field.required"),
  note: adjustment.note,
  entries: array(
    object({
      user_id: idField("user").required("field.required"),
      leave_type_id: idField("leaveType").required("field.required"),
      /** Days left. */
      days: signedDays().required("field.required"),
      before: seenBalance(),
    }),
  )
    .min(1, "field.required")
    .max(maxBatchSize, "field.tooMany")
    .typeError("field.list")
    .required("field.required")
    .test("once", "leave.opening.twice", (entries) => {
      const keys = (entries ?? []).map((entry) => `${entry?.user_id} ${entry?.leave_type_id}`);
      return new Set(keys).size === keys.length;
    }),
});

export const openingFileSchema = object({
  day: dayField().required("field.required"),
  /** A table as text, if no file is uploaded. */
  content: textField(300_000),
  ...fileTextOptions,
  /** Decimal separator, if it is ambiguous. */
  numbers: string().oneOf([...numberStyles], "field.oneOf"),
});

export const undoBatchSchema = object({
  version: wholeNumber(1, 1_000_000_000).required("field.required"),
  note: textField(500).required("field.required"),
});
