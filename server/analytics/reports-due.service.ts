import type { Language } from "../../shared/kernel/languages";
import type { Permission } from "../../shared/kernel/permissions";
import type { PlanFeature } from "../../shared/kernel/plan-features";
import { Problem } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import { type Actor, permissionsOf } from "../platform/session";
import { reportPdf, subjectOf } from "./report.pdf";
import { readReportView } from "./report-view";
import * as statements from "./reports.sql";

/** Longer than making and sending a few takes: what a worker had taken when it was killed is free again then. */
const leaseMinutes = 10;
const atOnce = 10;
/** After so many failures the week's is given up; the next Monday begins anew. */
const mostAttempts = 8;

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

/** What is sent, to whom, in which language. */
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

/** Takes reports that are due. Two workers never hold the same. */
export const claimReports = (tx: Tx, lease: string, now: Date): Promise<DueReport[]> =>
  tx.rows<DueReport>(statements.claimReports, [now, lease, leaseMinutes, atOnce]);

/** Done for this Monday, whatever came of it. */
export const finishReport = (tx: Tx, lease: string, { id, monday }: Pick<DueReport, "id" | "monday">) =>
  tx.rows(statements.finishReport, [id, lease, monday]);

/**
 * The report as its reader may see it now: their role, their rights in the project, who leads whom, and the plan are asked
 * again. Null: it isn't theirs to see any more, they have gone, or it has failed too often.
 */
export async function makeReport(tx: Tx, due: DueReport, now: Date): Promise<ReadyReport | null> {
  const reader = await tx.one<Reader>(statements.reportReader, [due.userId]);
  if (!reader || due.attempts > mostAttempts) return null;
  const language = reader.language ?? "en";
  try {
    const view = await readReportView(tx, actorOf(tx, reader), due, due.monday, now);
    const { tenant, sender, logo, today, email, domains } = reader;
    return {
      userId: due.userId,
      email,
      language,
      tenant,
      sender,
      logo,
      domains,
      subject: subjectOf(view, tenant),
      path: pathOf(due),
      pdf: await reportPdf({ view, language, tenant, logo, today }),
    };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Where the screen is, with what it was filtered by. */
function pathOf({ screen, subjectId, filters }: DueReport): string {
  if (screen === "department") return `/analytics/department${subjectId === null ? "" : `?department=${subjectId}`}`;
  const { tag_id: tag, priority, user_id: assignee } = filters;
  const said = Object.entries({ tag, priority, assignee }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return `/analytics/${screen}/${subjectId ?? ""}${query && `?${query}`}`;
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
