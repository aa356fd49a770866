import type { InferType } from "yup";
import type { Report, subscribeToReport } from "../../shared/analytics/reports.contract";
import { userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { readReportView } from "./report-view";
import * as statements from "./reports.sql";

/** What one gets by mail each Monday. */
export const listReports = (tx: Tx, actor: Pick<Actor, "id">): Promise<Report[]> =>
  tx.rows<Report>(statements.reportsOf, [actor.id]);

/** Of one person: each is read, drawn and mailed on the same morning, one after the other. */
const mostReports = 50;

/**
 * From the next Monday on; asked for again, as it is filtered now.
 * @throws Problem 403, 404 as the screen itself: whoever may not see it can't have it sent. 422 for one too many.
 */
export async function subscribeToReportOf(
  tx: Tx,
  actor: Actor,
  { screen, subject_id, days, tag_id, priority, user_id }: InferType<typeof subscribeToReport.body>,
  now: Date,
): Promise<Report> {
  const subjectId = subject_id ?? null;
  const known = Object.entries({ tag_id, priority, user_id }).filter(([, value]) => value != null);
  const filters = screen === "project" ? Object.fromEntries(known) : {};
  // A project and a person are one; a department may be all of them.
  if (subjectId === null && screen !== "department") throw new Problem("notFound");
  await readReportView(tx, actor, { screen, subjectId, days, filters }, null, now);
  const others = (await tx.one<{ count: number }>(statements.otherReports, [actor.id, screen, subjectId])) as {
    count: number;
  };
  if (others.count >= mostReports) throw invalid("subject_id", "field.tooMany");
  const values = [actor.id, screen, subjectId, days, JSON.stringify(filters)];
  const report = (await tx.one<Report>(statements.writeReport, values)) as Report;
  tx.emit("analytics_report.changed", userStream(actor.id), {});
  return report;
}

/** @throws Problem 404 for a report that isn't one's own. */
export async function unsubscribeFromReportOf(tx: Tx, actor: Pick<Actor, "id">, id: number): Promise<void> {
  if (!(await tx.one(statements.deleteReport, [actor.id, id]))) throw new Problem("notFound");
  tx.emit("analytics_report.changed", userStream(actor.id), {});
}

/** All that somebody gets: their mails' link stops them, and leaving. */
export async function stopReports(tx: Tx, userId: number): Promise<void> {
  const gone = await tx.rows(statements.deleteReports, [userId]);
  if (gone.length > 0) tx.emit("analytics_report.changed", userStream(userId), {});
}
