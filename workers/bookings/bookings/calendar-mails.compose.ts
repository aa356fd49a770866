import { zonedSpanText } from "../../../shared/kernel/zoned-span";
import { languages } from "../../../shared/kernel/languages";
import { tripPath } from "../../../shared/bookings/bookings/bookings.rules";
import { bookingRowPath } from "../../../server/bookings/bookings/bookings-due.service";
import { calendarMessage } from "../../../server/bookings/bookings/calendar/calendar-message";
import type { CalendarMethod } from "../../../server/bookings/bookings/calendar/ics";
import { formatsOf } from "../../../server/platform/formats";
import type { Mail } from "../../../server/platform/mail/mail";
import { translator } from "../../../server/platform/text";
import { channelsOf } from "../../../shared/communication/notifications/notifications.topics";
import { htmlMail, type MailContent, plainMail } from "../../communication/notifications/mail.design";
import type { DueInvitation } from "./calendar-mails.sql";

/** The iCalendar method that an invitation needs; null if no email is needed. */
export function calendarMethodOf(due: DueInvitation, now: Date): CalendarMethod | null {
  const isOver = due.status === "cancelled" || due.status === "rejected";
  // A requester whose own participation ended, such as the successor of an organizer, keeps the booking.
  const cancels = isOver || (isDriver(due) ? !due.drives_now : due.withdrawn && !isOwn(due));
  if (due.ends_at <= now || !due.active || !isWanted(due)) return null;
  if (cancels) return due.told_method === "REQUEST" ? "CANCEL" : null;
  // The approval was undone before an email was sent; the requester gets one after the next approval.
  if (isOwn(due) && due.status === "pending" && due.told_method !== "REQUEST") return null;
  const knows = due.told_method === "REQUEST" && due.told_sequence === due.calendar_sequence;
  return knows ? null : "REQUEST";
}

/** Whether the date is in the recipient's calendar once the due emails are processed. */
export const isOnCalendar = (due: DueInvitation, now: Date): boolean => {
  const method = calendarMethodOf(due, now);
  return method === "REQUEST" || (method === null && due.told_method === "REQUEST");
};

/** Whether the recipient is the current or former driver and neither requester nor participant. */
const isDriver = ({ drives, comes }: DueInvitation) => drives && !comes;
/** Whether details are hidden: the driver sees only the route of another user's private booking. */
const isHidden = (due: DueInvitation) => due.private && isDriver(due);

/** Whether the recipient is the requester. If the booking needs approval, the requester gets emails only after the approval. */
const isOwn = ({ user_id, requester_id }: DueInvitation) => user_id === requester_id;

/** Whether the user wants emails about bookings immediately; an invitation is of no use in a digest. */
const isWanted = ({ user_id, topics }: DueInvitation) =>
  user_id === null || channelsOf("bookings", topics).email === "now";

/** Key of invitations that are sent as one email: one booking, or the dates of one series, to one recipient. */
export function mailGroupOf(due: DueInvitation, method: CalendarMethod): string {
  // An iTIP message contains a single event (RFC 5546).
  const subject = due.series?.one_event ? `series ${due.series.id}` : `booking ${due.booking_id}`;
  return [method, due.user_id ?? due.email, subject, isDriver(due) ? `drives ${due.status}` : ""].join(" ");
}

export interface CalendarMailContext {
  origin: string;
  host: string;
  tenantId: number;
  now: Date;
  /** Null for users of the tenant, who answer in the product. */
  token: string | null;
  from: string;
}

const maxLines = 12;
/** License plates and drivers are hidden from external guests. */
const vehicleFor = ({ user_id, vehicle }: DueInvitation) => (user_id === null ? null : vehicle);

type Kind = "cancelled" | "changed" | "approved" | "handedOver" | "invited" | "driving" | "notDriving";

function kindOf(method: CalendarMethod, dues: readonly [DueInvitation, ...DueInvitation[]]): Kind {
  const [first] = dues;
  if (method === "CANCEL") return isDriver(first) && first.status !== "cancelled" ? "notDriving" : "cancelled";
  if (dues.some(({ told_method }) => told_method === "REQUEST")) return "changed";
  if (isDriver(first)) return "driving";
  if (!dues.every(isOwn)) return "invited";
  return dues.some(({ handed_over }) => handed_over) ? "handedOver" : "approved";
}

const titleOf = (text: ReturnType<typeof translator>, kind: Kind, due: DueInvitation, title: string): string =>
  kind === "driving" || kind === "notDriving"
    ? text(`notification.booking.${kind}`, { title, private: isHidden(due) ? "yes" : "no" })
    : text(`mail.booking.${kind}`, { title, sender: due.requester });

export function calendarMail(
  method: CalendarMethod,
  dues: readonly DueInvitation[],
  context: CalendarMailContext,
  whole: readonly DueInvitation[] = [],
): Mail {
  const [first, ...others] = dues as [DueInvitation, ...DueInvitation[]];
  const text = translator(first.language);
  const { dayAt, time } = formatsOf(first.language);
  const { direction } = languages[first.language];
  const whenOf = ({ starts_at, ends_at, time_zone, reader_zone }: DueInvitation) =>
    zonedSpanText(
      { from: starts_at, until: ends_at, timeZone: time_zone },
      { day: dayAt, time, text, direction },
      { reader: reader_zone ?? undefined },
    );
  const kind = kindOf(method, [first, ...others]);
  const isShown = !isHidden(first);
  const title = isShown ? first.title : text("booking.feedBusy");
  const pathOf = (each: DueInvitation) =>
    context.origin + (isDriver(each) ? tripPath : bookingRowPath)({ ...each, id: each.booking_id });
  const answer = (to: string) =>
    `${context.origin}/invitation?token=${encodeURIComponent(context.token ?? "")}&answer=${to}`;
  const ends = method === "CANCEL" && context.token !== null;
  const link = (each: DueInvitation) => (ends ? null : context.token ? answer("accepted") : pathOf(each));
  const unlistedCount = dues.length - maxLines;
  const answers = context.token !== null && method === "REQUEST";
  const content: MailContent = {
    language: first.language,
    from: first.organization,
    logo: first.logo_mark !== null,
    title: titleOf(text, kind, first, title),
    intro:
      [isShown && first.note, unlistedCount > 0 && text("mail.booking.more", { count: unlistedCount })]
        .filter(Boolean)
        .join(" ") || null,
    entries: dues.slice(0, maxLines).map((each) => ({
      text: whenOf(each),
      context: [
        each.place,
        vehicleFor(each),
        method === "REQUEST" && each.status === "pending" && text("mail.booking.needsApproval"),
      ]
        .filter(Boolean)
        .join(" · "),
      because: null,
      link: link(each),
    })),
    button: answers
      ? { label: text("mail.booking.accept"), link: answer("accepted") }
      : ends
        ? null
        : { label: text("mail.notify.open"), link: pathOf(first) },
    choices: answers
      ? [
          { label: text("mail.booking.maybe"), link: answer("maybe") },
          { label: text("mail.booking.decline"), link: answer("declined") },
        ]
      : [],
    foot:
      context.token === null
        ? [{ label: text("mail.notify.settings"), link: `${context.origin}/profile/notifications/settings` }]
        : [],
  };
  const listed = method === "REQUEST" && whole.length > 0 ? whole : dues;
  const visibleFields = (each: DueInvitation) => ({
    ...each,
    vehicle: vehicleFor(each),
    ...(isHidden(each) ? { title, note: null } : {}),
  });
  const stamp = [first.invitation_id, Math.max(...dues.map((each) => each.calendar_sequence)), method.toLowerCase()];
  return {
    sender: first.mail_sender,
    logo: first.logo_mark,
    to: first.email,
    subject: content.title,
    text: plainMail(content),
    html: htmlMail(content),
    // Does not change when the email is sent again after a crash.
    messageId: `<booking-${stamp.join("-")}.${context.tenantId}@${context.host}>`,
    headers: { "Auto-Submitted": "auto-generated", "Content-Language": first.language },
    calendar: {
      method,
      text: calendarMessage(method, listed.map(visibleFields), {
        left: whole.map(visibleFields),
        // The requester of a private booking is hidden from its driver.
        organizer: isShown
          ? { name: first.requester, email: first.requester_email }
          : { name: first.organization, email: context.from },
        attendee: { name: first.fullname, email: first.email },
        isAsked: !isOwn(first) && !isDriver(first),
        host: context.host,
        stamp: context.now,
      }),
    },
  };
}
