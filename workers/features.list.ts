// One line per feature; see workers/work.ts. The consumers of an event run in this order.
export { notificationsFeature } from "./communication/notifications/notifications.feature";
export { bookingsFeature } from "./bookings/bookings/bookings.feature";
export { approvalsFeature } from "./approvals/approvals/approvals.feature";
export { leaveFeature } from "./requests/leave/leave.feature";
export { financeFeature } from "./requests/finance/finance.feature";
export { newsFeature } from "./communication/news/news.feature";
export { tripsFeature } from "./bookings/trips/trips.feature";
export { attachmentsFeature } from "./work/attachments/attachments.feature";
export { fieldsFeature } from "./work/fields/fields.feature";
export { exportsFeature } from "./insights/exports/exports.feature";
export { analyticsFeature } from "./insights/analytics/analytics.feature";
export { subscriptionFeature } from "./billing/subscription/subscription.feature";
export { peopleFeature } from "./people/people/people.feature";
export { employmentFeature } from "./people/employment/employment.feature";
export { resourcesFeature } from "./bookings/resources/resources.feature";
export { tenantsFeature } from "./administration/tenants/tenants.feature";
export { backupFeature } from "./operations/backup/backup.feature";
