import { defineFeature } from "../../kernel/feature";
import * as paymentAccounts from "./payment-accounts.contract";
import * as paymentBatches from "./payment-batches.contract";
import { paymentEvents } from "./payments.events";

export const paymentsFeature = defineFeature({ contracts: { paymentAccounts, paymentBatches }, events: paymentEvents });
