import { defineFeature } from "../../kernel/feature";
import * as bankAccounts from "./bank-accounts.contract";
import { bankAccountEvents } from "./bank-accounts.events";

export const bankAccountsFeature = defineFeature({ contracts: { bankAccounts }, events: bankAccountEvents });
