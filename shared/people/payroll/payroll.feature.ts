import { defineFeature } from "../../kernel/feature";
import * as payroll from "./payroll.contract";
import { payrollEvents } from "./payroll.events";

export const payrollFeature = defineFeature({ contracts: { payroll }, events: payrollEvents });
