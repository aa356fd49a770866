import { randomUUID } from "node:crypto";
import { unsubscribeToken } from "../../server/notifications/unsubscribe.service";
import {
  claimReports,
  type DueReport,
  finishReport,
  makeReport,
  type ReadyReport,
} from "../../server/analytics/reports-due.service";
import type { Mail } from "../../server/platform/mail/mail";
import { translator } from "../../server/platform/text";
import type { DeliveryOffice } from "../notifications/deliveries";
import { htmlMail, type MailContent, plainMail } from "../notifications/mail.design";
import { type Schedule, tenantSchedule } from "../platform/schedule";

type Office = Pick<DeliveryOffice, "unitOfWork" | "workerDatabase" | "mailer" | "originFor" | "log">;

/** Views of analytics by mail, on Monday morning of each organisation; after a gap as soon as a worker is there again. */
export const reportSchedule = (office: Office): Schedule =>
  tenantSchedule({
    name: "analytics-reports",
    everyMs: 300_000,
    work: (tenantId, now) => sendReports(office, tenantId, now),
    workerDatabase: office.workerDatabase,
    log: office.log,
  });

/**
 * Sends what is due. One that can't be sent keeps its lease until that ends, and is tried again then; sent again after a
 * crash, it is the same mail (its Message-ID).
 * @returns how many were taken.
 */
export async function sendReports(office: Office, tenantId: number, now: Date): Promise<number> {
  let taken = 0;
  for (;;) {
    const lease = randomUUID();
    const due = await office.unitOfWork({ tenantId }, (tx) => claimReports(tx, lease, now));
    for (const report of due) {
      try {
        await sendReport(office, tenantId, lease, report, now);
      } catch (error) {
        office.log.warn({ err: error, report: report.id, tenant: tenantId }, "analytics report");
      }
    }
    taken += due.length;
    if (due.length === 0) return taken;
  }
}

async function sendReport(office: Office, tenantId: number, lease: string, due: DueReport, now: Date): Promise<void> {
  const ready = await office.unitOfWork({ tenantId }, (tx) => makeReport(tx, due, now));
  if (ready) await office.mailer.deliver(await reportMail(office, tenantId, due, ready));
  await office.unitOfWork({ tenantId }, (tx) => finishReport(tx, lease, due));
}

async function reportMail(office: Office, tenantId: number, due: DueReport, ready: ReadyReport): Promise<Mail> {
  const { language, tenant, sender, logo, subject, pdf } = ready;
  const text = translator(language);
  const origin = office.originFor(ready.domains);
  const token = await unsubscribeToken(office.workerDatabase, tenantId, { userId: ready.userId, what: "reports" });
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
    messageId: `<analytics-report-${due.id}-${due.monday}.${tenantId}@${new URL(origin).hostname}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": language,
      "List-Unsubscribe": `<${stop}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    attachments: [
      {
        filename: `${subject.replace(/[^\p{L}\p{N} ._-]/gu, " ").slice(0, 60)} ${due.monday}.pdf`,
        content: pdf,
        contentType: "application/pdf",
      },
    ],
  };
}
