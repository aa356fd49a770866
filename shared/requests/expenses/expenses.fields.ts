import { type DocumentFieldRow, optionalId, optionalText } from "../../approvals/documents/document-fields";
import { lineField, reply } from "../../kernel/fields";

/** Fields of the whole claim that its requester fills in. Its items are in `expenses.schema.ts`. */
export const claimFields = {
  title: {
    kind: "text",
    input: lineField(200),
    reply: reply.text(),
    initial: "",
    exported: { name: "title", width: 40 },
    printed: null,
  },
  note: optionalText(2_000),
  /** A paid cash advance of the caller, which the approved claim settles. Replies contain it with its number. */
  advance_id: { ...optionalId("financeRequest"), reply: null },
} as const satisfies Readonly<Record<string, DocumentFieldRow>>;
export type ClaimFields = typeof claimFields;
export type ClaimField = keyof ClaimFields;
