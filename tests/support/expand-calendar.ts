import ICAL from "ical.js";

export interface CalendarOccurrence {
  uid: string;
  start: string;
  end: string;
  title: string;
  place: string;
}

/** Events as a calendar program shows them: recurrence rules expanded with exceptions, in the included time zones. */
export function expandCalendar(text: string): CalendarOccurrence[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const isException = (event: ICAL.Component) => event.getFirstProperty("recurrence-id") !== null;
  const events = calendar.getAllSubcomponents("vevent");
  const iso = (time: ICAL.Time) => time.toJSDate().toISOString();
  const occurrences = events
    .filter((each) => !isException(each))
    .flatMap((master): CalendarOccurrence[] => {
      const uid = master.getFirstPropertyValue("uid");
      const exceptions = events.filter((each) => isException(each) && each.getFirstPropertyValue("uid") === uid);
      const event = new ICAL.Event(master, { strictExceptions: false, exceptions });
      const found: CalendarOccurrence[] = [];
      const iterator = event.iterator();
      for (let next = iterator.next(); next && found.length < 400; next = iterator.next()) {
        const { startDate, endDate, item } = event.getOccurrenceDetails(next);
        const { summary: title, location: place } = item;
        found.push({ uid: String(uid), start: iso(startDate), end: iso(endDate), title, place });
      }
      return found;
    });
  ICAL.TimezoneService.reset();
  return occurrences.sort((a, b) => a.start.localeCompare(b.start));
}
