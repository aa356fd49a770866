import { defineFeature } from "../../kernel/feature";
import * as audit from "./audit.contract";
import * as auditChanges from "./audit-changes.contract";
import * as securityLog from "./security-log.contract";

export const auditFeature = defineFeature({
  contracts: { audit, auditChanges, securityLog },
});
