import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { PaymentRefusal } from "../../approvals/approvals/four-eyes.policy";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    payables: Readonly<Partial<Record<RequestFamily, PayableFamily>>>;
  }
}

export interface PayeeAccount {
  /** Upper case, without spaces. */
  iban: string;
  bic: string | null;
  holder: string;
}

/** An approved and unpaid request. */
export interface Payable {
  requestId: number;
  family: RequestFamily;
  requesterId: number;
  /** Number such as `PAY-2026-0001`. */
  number: string;
  title: string;
  /** Payments are grouped by payee. Suppliers known only by name have no id; the name is empty without one. */
  payee: { kind: "supplier" | "person"; id: number | null; name: string };
  /** The confirmed account; null without one. */
  account: PayeeAccount | null;
  /** Whether another bank account waits for its confirmation. */
  accountProposed: boolean;
  /** With four decimals, as stored. */
  amount: string;
  currency: string;
  /** Null if payable at any time. */
  dueOn: string | null;
  /** Remittance information for the payee, such as the invoice number. */
  purpose: string;
  /** Why the actor may not pay the request; null if they may. */
  refusal: PaymentRefusal | null;
}

export type PayableFilter =
  | { ids: readonly number[] }
  | { dueUntil: string | null; currency: string; patterns: readonly string[] | null; limit: number };

/** Functions of each family that can be paid. All run in the caller's transaction and lock what they change. */
export interface PayableFamily {
  /**
   * Lists approved and unpaid requests by due day. With `ids`, requests that can't be paid anymore are left out.
   * @param filter requests without a due day are included in any period; `patterns` are those of a search, null for none.
   */
  list(tx: Tx, actor: Actor, filter: PayableFilter): Promise<Payable[]>;
  /**
   * Marks a request as paid, under the same rule as a single payment.
   * @throws Problem 404; 403 for the actor's own request or one the actor approved; 409 when it isn't approved; 422 for an invalid day.
   */
  pay(tx: Tx, actor: Actor, id: number, payment: { date: string; reference: string }): Promise<void>;
  /**
   * Makes a paid request payable again because the bank returned the payment.
   * @throws Problem 404; 409 when it isn't paid, or the payment was already used (an advance with receipts).
   */
  takePaymentBack(tx: Tx, actor: Actor, id: number): Promise<void>;
}

export const payables = defineFeatureSlot("payables");
