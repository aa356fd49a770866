import type { TeamMember } from "../../../shared/requests/leave/cover/team-calendar.contract";

interface AwayPerson {
  person: TeamMember["person"];
  leave: TeamMember["leaves"][number];
}

/** Users on approved leave on a day. */
export function awayOn(people: readonly Pick<TeamMember, "person" | "leaves">[], date: string): AwayPerson[] {
  return people.flatMap(({ person, leaves }) => {
    const leave = leaves.find(
      ({ state, start_date: from, end_date: to }) => state === "booked" && from <= date && date <= to,
    );
    return leave ? [{ person, leave }] : [];
  });
}
