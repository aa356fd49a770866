import { about } from "../notifications/request.about";
import type { Consumer } from "../platform/consumer";

/** What requesters are told of their money. */
export const financeConsumers: readonly Consumer[] = [
  about("request.paid", ({ data }, _, isRequester) =>
    isRequester ? { kind: "request.paid", values: { date: data.date } } : undefined,
  ),
  about("request.settled", ({ data }, _, isRequester) =>
    isRequester && data.settled ? { kind: "request.settled" } : undefined,
  ),
  about("request.archived", (_event, _id, isRequester) => (isRequester ? { kind: "request.archived" } : undefined)),
];
