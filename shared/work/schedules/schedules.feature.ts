import { defineFeature } from "../../kernel/feature";
import * as schedules from "./schedules.contract";

export const schedulesFeature = defineFeature({ contracts: { schedules } });
