import type { ItemState as State } from "../../../shared/requests/payments/payments.schema";
import { requestStatusOf } from "../../approvals/approvals/RequestStatus";

export const ItemState = requestStatusOf<State>(
  { pending: "waiting", executed: "yes", returned: "no", cancelled: "over" },
  (state) => `batch.item.${state}`,
);
