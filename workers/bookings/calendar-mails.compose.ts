import { bookingPath } from "../../server/bookings/bookings-due.service";
import { type CalendarMethod, messageOf } from "../../server/bookings/ics.service";
import { formatsOf } from "../../server/platform/formats";
import type { Mail } from "../../server/platform/mail/mail";
import { translator } from "../../server/platform/text";
import { waysOf } from "../../shared/notifications/notifications.topics";
import { htmlMail, type MailContent, plainMail } from "../notifications/mail.design";
import type { Due } from "./calendar-mails.sql";

/** What a calendar has to be told of an invitation; null when nothing, or nothing any more. */
export function methodOf(due: Due, now: Date): CalendarMethod | null {
  const cancels = due.withdrawn || due.status === "cancelled" || due.status === "rejected";
  if (due.ends_at <= now || !due.active || !isWanted(due)) return null;
  if (cancels) return due.told_method === "REQUEST" ? "CANCEL" : null;
  // A yes that was taken back before anything was told: who asked hears of the next one.
  if (isOwn(due) && due.status === "pending" && due.told_method !== "REQUEST") return null;
  const knows = due.told_method === "REQUEST" && due.told_sequence === due.calendar_sequence;
  return knows ? null : "REQUEST";
}

/** Whoever asked for what somebody decides: told when it was approved, and of what becomes of it from then on. */
const isOwn = ({ user_id, requester_id }: Due) => user_id === requester_id;

/** People choose it with the other mails of bookings; in a digest an invitation would be of no use. */
const isWanted = ({ user_id, topics }: Due) => user_id === null || waysOf("bookings", topics).email === "now";

/** What goes out as one mail: dates of one series to one person. */
export function groupOf(due: Due, method: CalendarMethod): string {
  const what = due.series_id === null ? `booking ${due.booking_id}` : `series ${due.series_id}`;
  return [method, due.user_id ?? due.email, what].join(" ");
}

export interface Around {
  origin: string;
  host: string;
  tenantId: number;
  now: Date;
  /** Null for people of the tenant: they answer in the app. */
  token: string | null;
}

const linesAtMost = 12;

/** Plates and drivers are nobody's business outside. */
const vehicleFor = ({ user_id, vehicle }: Due) => (user_id === null ? null : vehicle);

function kindOf(method: CalendarMethod, dues: readonly Due[]): "cancelled" | "changed" | "approved" | "invited" {
  if (method === "CANCEL") return "cancelled";
  if (dues.some(({ told_method }) => told_method === "REQUEST")) return "changed";
  return dues.every(isOwn) ? "approved" : "invited";
}

/** One mail of one or several dates, in words and for the calendar. */
export function calendarMail(method: CalendarMethod, dues: readonly Due[], around: Around): Mail {
  const [first] = dues as [Due, ...Due[]];
  const text = translator(first.language);
  const format = formatsOf(first.language);
  const kind = kindOf(method, dues);
  const values = { title: first.title, sender: first.requester };
  const open = around.origin + bookingPath({ ...first, id: first.booking_id });
  const answer = (to: string) =>
    `${around.origin}/invitation?token=${encodeURIComponent(around.token ?? "")}&answer=${to}`;
  const ends = method === "CANCEL" && around.token !== null;
  const link = (each: Due) =>
    ends ? null : around.token ? answer("accepted") : around.origin + bookingPath({ ...each, id: each.booking_id });
  const more = dues.length - linesAtMost;
  const answers = around.token !== null && method === "REQUEST";
  const content: MailContent = {
    language: first.language,
    from: first.organisation,
    logo: first.logo_mark !== null,
    title: text(`mail.booking.${kind}`, values),
    intro: [first.note, more > 0 && text("mail.booking.more", { count: more })].filter(Boolean).join(" ") || null,
    entries: dues.slice(0, linesAtMost).map((each) => ({
      text: format.span(each.starts_at, each.ends_at, each.time_zone),
      context: [each.place, vehicleFor(each)].filter(Boolean).join(" · "),
      because: null,
      link: link(each),
    })),
    button: answers
      ? { label: text("mail.booking.accept"), link: answer("accepted") }
      : ends
        ? null
        : { label: text("mail.notify.open"), link: open },
    choices: answers
      ? [
          { label: text("mail.booking.maybe"), link: answer("maybe") },
          { label: text("mail.booking.decline"), link: answer("declined") },
        ]
      : [],
    foot:
      around.token === null
        ? [{ label: text("mail.notify.settings"), link: `${around.origin}/profile/notifications/settings` }]
        : [],
  };
  const stamp = [first.invitation_id, Math.max(...dues.map((each) => each.calendar_sequence)), method.toLowerCase()];
  return {
    sender: first.mail_sender,
    logo: first.logo_mark,
    to: first.email,
    subject: content.title,
    text: plainMail(content),
    html: htmlMail(content),
    // The same when it is sent again after a crash.
    messageId: `<booking-${stamp.join("-")}.${around.tenantId}@${around.host}>`,
    headers: { "Auto-Submitted": "auto-generated", "Content-Language": first.language },
    calendar: {
      method,
      text: messageOf(
        method,
        dues.map((each) => ({ ...each, vehicle: vehicleFor(each) })),
        {
          organizer: { name: first.requester, email: first.requester_email },
          attendee: { name: first.fullname, email: first.email },
          host: around.host,
          stamp: around.now,
        },
      ),
    },
  };
}
