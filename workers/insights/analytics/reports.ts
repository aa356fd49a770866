import { randomUUID } from "node:crypto";
import { unsubscribeToken } from "../../../server/communication/notifications/unsubscribe.service";
import {
  claimReports,
  type DueReport,
  finishReport,
  buildReport,
  type ReadyReport,
} from "../../../server/insights/analytics/reports-due.service";
import type { Mail } from "../../../server/platform/mail/mail";
import { translator } from "../../../server/platform/text";
import { htmlMail, type MailContent, plainMail } from "../../communication/notifications/mail.design";
import type { WorkerDependencies } from "../../platform/features";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

type ReportContext = Pick<WorkerDependencies, "unitOfWork" | "workerDatabase" | "mailer" | "originFor" | "log">;

/**
 * Emails analytics reports on Monday morning or on the first of the month, in the tenant's time zone. If no worker was running, they are
 * sent later.
 */
export const reportSchedule = (context: ReportContext): Schedule =>
  tenantSchedule({
    name: "analytics-reports",
    everyMs: 300_000,
    work: (tenantId, now) => sendReports(context, tenantId, now),
    workerDatabase: context.workerDatabase,
    log: context.log,
  });

/**
 * Sends due reports. A report that could not be sent keeps its lease and is retried after the lease expires; a repeated email after a crash
 * has the same Message-ID.
 * @returns the number of claimed reports
 */
export async function sendReports(context: ReportContext, tenantId: number, now: Date): Promise<number> {
  let claimedCount = 0;
  for (;;) {
    const lease = randomUUID();
    const due = await context.unitOfWork({ tenantId }, (tx) => claimReports(tx, lease, now));
    for (const report of due) {
      try {
        await sendReport(context, tenantId, lease, report, now);
      } catch (error) {
        context.log.warn({ err: error, report: report.id, tenant: tenantId }, "analytics report");
      }
    }
    claimedCount += due.length;
    if (due.length === 0) return claimedCount;
  }
}

async function sendReport(
  context: ReportContext,
  tenantId: number,
  lease: string,
  due: DueReport,
  now: Date,
): Promise<void> {
  const ready = await context.unitOfWork({ tenantId }, (tx) => buildReport(tx, due, now));
  if (ready) await context.mailer.deliver(await reportMail(context, tenantId, due, ready));
  await context.unitOfWork({ tenantId }, (tx) => finishReport(tx, lease, due));
}

async function reportMail(context: ReportContext, tenantId: number, due: DueReport, ready: ReadyReport): Promise<Mail> {
  const { language, tenant, sender, logo, subject, pdf } = ready;
  const text = translator(language);
  const origin = context.originFor(ready.domains);
  const token = await unsubscribeToken(context.workerDatabase, tenantId, { userId: ready.userId, target: "reports" });
  const stop = `${origin}/notification/unsubscribe?token=${encodeURIComponent(token)}`;
  const title = text("report.title", { name: subject });
  const content: MailContent = {
    language,
    from: tenant,
    logo: logo !== null,
    title,
    intro: text("report.mail.intro"),
    entries: [],
    button: { label: text("report.mail.open"), link: origin + ready.path },
    foot: [{ label: text("mail.notify.stop", { topic: text("notification.topic.reports") }), link: stop }],
  };
  return {
    to: ready.email,
    sender,
    logo,
    subject: title,
    text: plainMail(content),
    html: htmlMail(content),
    messageId: `<analytics-report-${due.id}-${due.due}.${tenantId}@${new URL(origin).hostname}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": language,
      "List-Unsubscribe": `<${stop}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    attachments: [
      {
        filename: `${subject.replace(/[^\p{L}\p{N} ._-]/gu, " ").slice(0, 60)} ${due.due}.pdf`,
        content: pdf,
        contentType: "application/pdf",
      },
    ],
  };
}
