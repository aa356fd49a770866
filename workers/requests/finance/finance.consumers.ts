import { requestConsumer } from "../../approvals/approvals/request.messages";
import type { Consumer } from "../../platform/consumer";

export const financeConsumers: readonly Consumer[] = [
  requestConsumer("request.paid", ({ data }, _, isRequester) =>
    isRequester ? { kind: "request.paid", values: { date: data.date } } : undefined,
  ),
  requestConsumer("request.payment_reversed", (_event, _id, isRequester) =>
    isRequester ? { kind: "request.paymentReversed" } : undefined,
  ),
  requestConsumer("request.settled", ({ data }, _, isRequester) =>
    isRequester && data.settled ? { kind: "request.settled" } : undefined,
  ),
  requestConsumer("request.archived", (_event, _id, isRequester) =>
    isRequester ? { kind: "request.archived" } : undefined,
  ),
];
