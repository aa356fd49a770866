import { useMemo } from "react";
import { assignableUsers } from "../../../../shared/work/projects/assignable.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { usePeopleOptions } from "../../../ui/fields/usePeopleOptions";
import type { Person } from "../../../ui/signs/people";
import { participantChoices } from "./participant-choices";

const noAssignable = { users: [], groups: [] };

/** People and groups to choose as participants. `invited` are people who may have left since they were invited. */
export function useParticipantOptions(owner: number, invited: readonly Person[] = []) {
  const text = useText();
  const assignable = useEndpoint(assignableUsers).data?.data ?? noAssignable;
  const { people: inside, groups, chosen } = useMemo(() => participantChoices(assignable, owner), [assignable, owner]);
  const people = usePeopleOptions([...inside, ...invited.filter(({ id }) => !inside.some((one) => one.id === id))]);
  const data =
    groups.length === 0
      ? people
      : [
          { group: text("title.groups"), items: groups },
          { group: text("booking.participants.people"), items: people },
        ];
  return { data, people, chosen };
}
