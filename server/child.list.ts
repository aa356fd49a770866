// One line per feature; see server/child.ts.
export { platformChildTasks } from "./platform/platform.child";
export { importsChildTasks } from "./work/imports/imports.child";
export { attachmentsChildTasks } from "./work/attachments/attachments.child";
export { peopleChildTasks } from "./people/people/people.child";
export { employmentChildTasks } from "./people/employment/employment.child";
export { expensesChildTasks } from "./requests/expenses/expenses.child";
export { financeChildTasks } from "./requests/finance/finance.child";
export { leaveChildTasks } from "./requests/leave/leave.child";
export { analyticsChildTasks } from "./insights/analytics/analytics.child";
