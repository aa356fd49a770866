import type { RequestFamily } from "../../shared/requests/families";
import { readFinance } from "../../shared/finance/finance.contract";
import { approveFinance, rejectFinance, requestFinanceChanges } from "../../shared/finance/finance-commands.contract";
import {
  approveFormRequest,
  readFormRequest,
  rejectFormRequest,
  requestFormChanges,
} from "../../shared/forms/forms.contract";
import { approveLeave, readLeave, rejectLeave, requestLeaveChanges } from "../../shared/leave/leave.contract";

/** Each family's calls: one record, and the three decisions on it. */
export const decisionCalls = {
  leave: { read: readLeave, approve: approveLeave, reject: rejectLeave, requestChanges: requestLeaveChanges },
  finance: { read: readFinance, approve: approveFinance, reject: rejectFinance, requestChanges: requestFinanceChanges },
  form: {
    read: readFormRequest,
    approve: approveFormRequest,
    reject: rejectFormRequest,
    requestChanges: requestFormChanges,
  },
} as const satisfies Record<RequestFamily, object>;
