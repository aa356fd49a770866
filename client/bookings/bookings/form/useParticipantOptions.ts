import { useMemo } from "react";
import { assignableUsers } from "../../../../shared/work/projects/assignable.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { usePeopleOptions } from "../../../ui/fields/usePeopleOptions";
import type { Person } from "../../../ui/signs/people";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";

type Assignable = ReplyOf<typeof assignableUsers>["data"];
interface Choice {
  value: string;
  label: string;
}

const groupValue = (id: number) => `group:${id}`;

interface Choices {
  people: Assignable["users"];
  groups: Choice[];
  /** Replaces groups by their members, without duplicates and without the owner. */
  chosen: (values: readonly string[]) => string[];
}

export function participantChoices({ users, groups }: Assignable, owner: number): Choices {
  const inside = users.filter(({ external }) => !external);
  const internalIds = new Set(inside.map(({ id }) => id));
  const peopleOf = new Map(
    groups.map(({ id, users: members }) => {
      const people = members.filter((each) => internalIds.has(each) && each !== owner).map(String);
      return [groupValue(id), people];
    }),
  );
  return {
    people: inside,
    groups: groups
      .filter(({ id }) => peopleOf.get(groupValue(id))?.length)
      .map(({ id, title }) => ({ value: groupValue(id), label: title })),
    chosen: (values) => [...new Set(values.flatMap((value) => peopleOf.get(value) ?? value))],
  };
}

const noAssignable = { users: [], groups: [] };

/** People and groups to choose as participants. `invited` are people who may have left since they were invited. */
export function useParticipantOptions(owner: number, invited: readonly Person[] = []) {
  const text = useText();
  const query = useEndpoint(assignableUsers);
  const assignable = query.data?.data ?? noAssignable;
  const { people: inside, groups, chosen } = useMemo(() => participantChoices(assignable, owner), [assignable, owner]);
  const people = usePeopleOptions([...inside, ...invited.filter(({ id }) => !inside.some((one) => one.id === id))]);
  const data =
    groups.length === 0
      ? people
      : [
          { group: text("title.groups"), items: groups },
          { group: text("booking.participants.people"), items: people },
        ];
  return { data, people, chosen, query };
}
