import { tripPath } from "../../shared/trips/trips.rules";
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
  const isOver = due.status === "cancelled" || due.status === "rejected";
  const cancels = isOver || (isDriver(due) ? !due.drives_now : due.withdrawn);
  if (due.ends_at <= now || !due.active || !isWanted(due)) return null;
  if (cancels) return due.told_method === "REQUEST" ? "CANCEL" : null;
  // A yes that was taken back before anything was told: who asked hears of the next one.
  if (isOwn(due) && due.status === "pending" && due.told_method !== "REQUEST") return null;
  const knows = due.told_method === "REQUEST" && due.told_sequence === due.calendar_sequence;
  return knows ? null : "REQUEST";
}

/** Whoever drives it, or did, and neither has asked for it nor takes part. */
const isDriver = ({ drives, comes }: Due) => drives && !comes;
/** Of what others have booked in private a driver is told the way alone. */
const isHidden = (due: Due) => due.private && isDriver(due);

/** Whoever asked for what somebody decides: told when it was approved, and of what becomes of it from then on. */
const isOwn = ({ user_id, requester_id }: Due) => user_id === requester_id;

/** People choose it with the other mails of bookings; in a digest an invitation would be of no use. */
const isWanted = ({ user_id, topics }: Due) => user_id === null || waysOf("bookings", topics).email === "now";

/** What goes out as one mail: dates of one series to one person. */
export function groupOf(due: Due, method: CalendarMethod): string {
  const what = due.series_id === null ? `booking ${due.booking_id}` : `series ${due.series_id}`;
  return [method, due.user_id ?? due.email, what, isDriver(due) ? `drives ${due.status}` : ""].join(" ");
}

export interface Around {
  origin: string;
  host: string;
  tenantId: number;
  now: Date;
  /** Null for people of the tenant: they answer in the app. */
  token: string | null;
  /** The installation's own address. */
  from: string;
}

const linesAtMost = 12;
/** Of a note at the second and later dates of a series; the first has all of it. */
const noteLetters = 200;

const beginningOf = (note: string | null) =>
  note && note.length > noteLetters ? `${[...note].slice(0, noteLetters).join("")}…` : note;

/** Plates and drivers are nobody's business outside. */
const vehicleFor = ({ user_id, vehicle }: Due) => (user_id === null ? null : vehicle);

type Kind = "cancelled" | "changed" | "approved" | "invited" | "driving" | "notDriving";

function kindOf(method: CalendarMethod, dues: readonly [Due, ...Due[]]): Kind {
  const [first] = dues;
  if (method === "CANCEL") return isDriver(first) && first.status !== "cancelled" ? "notDriving" : "cancelled";
  if (dues.some(({ told_method }) => told_method === "REQUEST")) return "changed";
  if (isDriver(first)) return "driving";
  return dues.every(isOwn) ? "approved" : "invited";
}

/** Drivers read the same as in the app: that they drive, or no longer. */
const titleOf = (text: ReturnType<typeof translator>, kind: Kind, due: Due, title: string): string =>
  kind === "driving" || kind === "notDriving"
    ? text(`notification.booking.${kind}`, { title, private: isHidden(due) ? "yes" : "no" })
    : text(`mail.booking.${kind}`, { title, sender: due.requester });

/** One mail of one or several dates, in words and for the calendar. */
export function calendarMail(method: CalendarMethod, dues: readonly Due[], around: Around): Mail {
  const [first, ...others] = dues as [Due, ...Due[]];
  const text = translator(first.language);
  const format = formatsOf(first.language);
  const kind = kindOf(method, [first, ...others]);
  const isShown = !isHidden(first);
  const title = isShown ? first.title : text("booking.feedBusy");
  const pathOf = (each: Due) =>
    around.origin + (isDriver(each) ? tripPath : bookingPath)({ ...each, id: each.booking_id });
  const answer = (to: string) =>
    `${around.origin}/invitation?token=${encodeURIComponent(around.token ?? "")}&answer=${to}`;
  const ends = method === "CANCEL" && around.token !== null;
  const link = (each: Due) => (ends ? null : around.token ? answer("accepted") : pathOf(each));
  const more = dues.length - linesAtMost;
  const answers = around.token !== null && method === "REQUEST";
  const content: MailContent = {
    language: first.language,
    from: first.organisation,
    logo: first.logo_mark !== null,
    title: titleOf(text, kind, first, title),
    intro:
      [isShown && first.note, more > 0 && text("mail.booking.more", { count: more })].filter(Boolean).join(" ") || null,
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
        : { label: text("mail.notify.open"), link: pathOf(first) },
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
        dues.map((each, at) => ({
          ...each,
          note: at === 0 ? each.note : beginningOf(each.note),
          vehicle: vehicleFor(each),
          ...(isHidden(each) ? { title, note: null } : {}),
        })),
        {
          // Who has booked in private isn't said to who drives.
          organizer: isShown
            ? { name: first.requester, email: first.requester_email }
            : { name: first.organisation, email: around.from },
          attendee: { name: first.fullname, email: first.email },
          isAsked: !isOwn(first) && !isDriver(first),
          host: around.host,
          stamp: around.now,
        },
      ),
    },
  };
}
