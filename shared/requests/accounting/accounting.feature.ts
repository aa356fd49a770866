import { defineFeature } from "../../kernel/feature";
import * as accounting from "./accounting.contract";
import * as coding from "./coding.contract";
import { accountingEvents } from "./accounting.events";

export const accountingFeature = defineFeature({ contracts: { accounting, coding }, events: accountingEvents });
