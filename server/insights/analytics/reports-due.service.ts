import type { Permission, PlanFeature } from "../../../shared/kernel/access";
import { addDays } from "../../../shared/kernel/days";
import type { Language } from "../../../shared/kernel/languages";
import type { Period } from "../../../shared/kernel/periods.rules";
import { Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import { type Actor, permissionsOf } from "../../platform/session";
import { renderReportPdf, reportSubject } from "./report.pdf";
import { readReportView, type ReportSelection } from "./report-view";
import * as statements from "./reports.sql";

/**
 * Lease in minutes, longer than rendering and sending one batch takes. Reports claimed by a killed worker become available again when the
 * lease expires.
 */
const leaseMinutes = 10;
const batchSize = 10;
/** After this many failed attempts, the report is skipped until its next due date. */
const maxAttempts = 8;

interface Reader {
  id: number;
  fullname: string;
  image: string | null;
  email: string;
  language: Language | null;
  external: boolean;
  timeZone: string;
  roleId: number;
  role_code: string | null;
  permissions: Permission[];
  features: PlanFeature[];
  planExpired: boolean;
  tenant: string;
  sender: string | null;
  logo: Buffer | null;
  today: string;
  domains: string[];
}

export interface ReadyReport {
  userId: number;
  email: string;
  language: Language;
  tenant: string;
  sender: string | null;
  logo: Buffer | null;
  domains: string[];
  subject: string;
  path: string;
  pdf: Buffer;
}

export type DueReport = statements.DueReport;

/** Claims reports that are due; two workers never hold the same report. */
export const claimReports = (tx: Tx, lease: string, now: Date): Promise<DueReport[]> =>
  tx.rows<DueReport>(statements.claimReports, [now, lease, leaseMinutes, batchSize]);

export const finishReport = (tx: Tx, lease: string, { id, due }: Pick<DueReport, "id" | "due">) =>
  tx.rows(statements.updateReportSent, [id, lease, due]);

/**
 * Builds the report with the reader's current permissions: role, project access, reporting lines and plan are checked again. Returns null
 * when the reader may no longer see it or has left, or when the report failed too often.
 */
export async function buildReport(tx: Tx, due: DueReport, now: Date): Promise<ReadyReport | null> {
  const reader = await tx.one<Reader>(statements.selectReportReader, [due.userId]);
  if (!reader || due.attempts > maxAttempts) return null;
  const language = reader.language ?? "en";
  try {
    const period = { from: addDays(due.due, -due.days), to: addDays(due.due, -1) };
    const view = await readReportView(tx, actorOf(tx, reader), due, period, now);
    const { tenant, sender, logo, today, email, domains } = reader;
    return {
      userId: due.userId,
      email,
      language,
      tenant,
      sender,
      logo,
      domains,
      subject: reportSubject(view, tenant),
      path: pathOf(due, period),
      pdf: await renderReportPdf({ view, language, tenant, logo, today }),
    };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

export async function maySeeReport(tx: Tx, userId: number, view: ReportSelection, now: Date): Promise<boolean> {
  const reader = await tx.one<Reader>(statements.selectReportReader, [userId]);
  if (!reader) return false;
  try {
    await readReportView(tx, actorOf(tx, reader), view, {}, now);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Link to the screen with the period and filters of the report; without a period it would show the last 30 days. */
function pathOf({ screen, subjectId, filters }: DueReport, period: Period): string {
  const { tag_id: tag, priority, user_id: assignee } = filters;
  const department = screen === "department" ? (subjectId ?? undefined) : undefined;
  const chosen = Object.entries({ department, tag, priority, assignee, ...period }).filter(
    ([, value]) => value !== undefined,
  );
  const query = new URLSearchParams(chosen.map(([name, value]) => [name, String(value)])).toString();
  return `/analytics/${screen}${screen === "department" ? "" : `/${subjectId ?? ""}`}?${query}`;
}

const actorOf = (tx: Tx, reader: Reader): Actor => ({
  id: reader.id,
  fullname: reader.fullname,
  image: reader.image,
  tenantId: tx.tenantId,
  sessionId: null,
  apiToken: null,
  email: reader.email,
  roleId: reader.roleId,
  roleCode: reader.role_code,
  permissions: permissionsOf(reader),
  external: reader.external,
  language: reader.language,
  timeZone: reader.timeZone,
  features: new Set(reader.features),
  planExpired: reader.planExpired,
  factorMissing: false,
  passwordGiven: false,
  unread: 0,
});
