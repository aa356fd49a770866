import type { InferType } from "yup";
import type { Report, reportPdfQuery, subscribeToReport } from "../../../shared/insights/analytics/reports.contract";
import type { Language } from "../../../shared/kernel/languages";
import { userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { ReportPdf } from "./report.pdf";
import { readReportView } from "./report-view";
import { maySeeReport } from "./reports-due.service";
import * as statements from "./reports.sql";

export const listReports = (tx: Tx, actor: Pick<Actor, "id">): Promise<Report[]> =>
  tx.rows<Report>(statements.selectReportsOfUser, [actor.id]);

/** Limit per user: all of a user's reports are rendered and mailed sequentially on the same morning. */
const maxReports = 50;

/**
 * Schedules reports for the caller or for selected users, starting next Monday or on the first of next month. An existing report gets the
 * new filters.
 * @throws Problem 403 or 404 under the same conditions as the screen; 422 when a selected user may not see it or the limit is exceeded.
 */
export async function createReportSubscription(
  tx: Tx,
  actor: Actor,
  body: InferType<typeof subscribeToReport.body>,
  now: Date,
): Promise<Report[]> {
  const { screen, subject_id, days, every: frequency, tag_id, priority, user_id } = body;
  const subjectId = subject_id ?? null;
  const filterEntries = Object.entries({ tag_id, priority, user_id }).filter(([, value]) => value != null);
  const filters = screen === "project" ? Object.fromEntries(filterEntries) : {};
  // A project or user report needs a subject; a department report without one covers the whole tenant.
  if (subjectId === null && screen !== "department") throw new Problem("notFound");
  const view = { screen, subjectId, filters };
  await readReportView(tx, actor, view, {}, now);
  const reports: Report[] = [];
  for (const reader of [...new Set(body.user_ids ?? [actor.id])].sort((a, b) => a - b)) {
    if (reader !== actor.id && !(await maySeeReport(tx, reader, view, now)))
      throw invalidFieldProblem("user_ids", "report.notTheirs");
    const others = await tx.one<{ count: number }>(statements.countOtherReports, [reader, screen, subjectId]);
    if ((others?.count ?? 0) >= maxReports) throw invalidFieldProblem("subject_id", "field.tooMany");
    const sender = reader === actor.id ? null : actor.id;
    const values = [reader, screen, subjectId, days, JSON.stringify(filters), frequency, sender];
    const report = await tx.one<Report>(statements.upsertReport, values);
    if (!report) continue; // the user has already subscribed to this report
    reports.push(report);
    tx.emit("analytics_report.changed", userStream(reader), {});
    if (sender !== null) tx.emit("analytics_report.changed", userStream(sender), {});
  }
  return reports;
}

/** @throws Problem 404 when the caller neither receives nor sent the report. */
export async function deleteReportSubscription(tx: Tx, actor: Pick<Actor, "id">, id: number): Promise<void> {
  const deletedReport = await tx.one<{ user_id: number }>(statements.deleteReport, [actor.id, id]);
  if (!deletedReport) throw new Problem("notFound");
  for (const user of new Set([deletedReport.user_id, actor.id]))
    tx.emit("analytics_report.changed", userStream(user), {});
}

/**
 * Data of the PDF of an analytics screen with its current period and filters.
 * @throws Problem 403 or 404 under the same conditions as the screen.
 */
export async function readReportPdf(
  tx: Tx,
  actor: Actor,
  { screen, subject_id, from, to, tag_id, priority, user_id }: InferType<typeof reportPdfQuery>,
  language: Language,
  now: Date,
): Promise<ReportPdf> {
  const filters = { tag_id, priority, user_id };
  const period = { from: from ?? undefined, to: to ?? undefined };
  const view = await readReportView(tx, actor, { screen, subjectId: subject_id ?? null, filters }, period, now);
  const head = await tx.one<Pick<ReportPdf, "tenant" | "logo" | "today">>(statements.selectReportHead);
  return { view, language, tenant: head?.tenant ?? "", logo: head?.logo ?? null, today: head?.today ?? "" };
}

/** Deletes all reports a user receives, for the unsubscribe link in mails and when the user leaves. */
export async function deleteReportsOfUser(tx: Tx, userId: number): Promise<void> {
  const deletedReports = await tx.rows(statements.deleteReports, [userId]);
  if (deletedReports.length > 0) tx.emit("analytics_report.changed", userStream(userId), {});
}
